import type { AnyGame } from '../core/game.ts';
import { connectFour } from './connect-four/rules.ts';
import { ticTacToe } from './tic-tac-toe/rules.ts';

/** Every game, one line each. */
export const games: AnyGame[] = [
  connectFour,
  ticTacToe, //
];
