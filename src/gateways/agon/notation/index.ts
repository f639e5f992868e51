import { bazaar } from './bazaar.ts';
import { anyGame, chess, go } from './board-games.ts';
import { debate } from './debate.ts';
import type { Notation } from './notation.ts';

const NOTATIONS: { [game: string]: Notation } = {
  chess,
  go,
  regular_debate: debate,
  spicy_debate: debate,
  trade_deal: bazaar,
};

export const notationOf = (game: string): Notation => NOTATIONS[game] ?? anyGame;
