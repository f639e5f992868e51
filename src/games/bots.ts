import type { Bots } from '../core/game.ts';
import { blottoBots } from './blotto/bots.ts';
import { connectFourBots } from './connect-four/bots.ts';
import { danceBattleBots } from './dance-battle/bots.ts';
import { echoBots } from './echo/bots.ts';
import { evenOddBots } from './even-odd/bots.ts';
import { ticTacToeBots } from './tic-tac-toe/bots.ts';

/** Every game's house bots by game id, one line each. */
export const bots: { [game: string]: Bots } = {
  'dance-battle': danceBattleBots,
  even_odd: evenOddBots,
  blotto: blottoBots,
  echo: echoBots,
  c4: connectFourBots,
  ttt: ticTacToeBots,
};
