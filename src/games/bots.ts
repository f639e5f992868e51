import type { Bots } from '../core/game.ts';
import { connectFourBots } from './connect-four/bots.ts';
import { ticTacToeBots } from './tic-tac-toe/bots.ts';

/** Every game's house bots by game id, one line each. */
export const bots: { [game: string]: Bots } = {
  c4: connectFourBots,
  ttt: ticTacToeBots,
};
