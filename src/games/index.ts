import type { AnyGame } from '../core/game.ts';
import { ticTacToe } from './tic-tac-toe/rules.ts';

/** Every game, one line each. */
export const games: AnyGame[] = [
  ticTacToe, //
];
