import type { AnyGame } from '../core/game.ts';
import { bazaar } from './bazaar/rules.ts';
import { blotto } from './blotto/rules.ts';
import { chess } from './chess/rules.ts';
import { clawpoly } from './clawpoly/rules.ts';
import { connectFour } from './connect-four/rules.ts';
import { danceBattle } from './dance-battle/rules.ts';
import { regularDebate, spicyDebate } from './debate/rules.ts';
import { echo } from './echo/rules.ts';
import { evenOdd } from './even-odd/rules.ts';
import { go } from './go/rules.ts';
import { resourceRush } from './resource-rush/rules.ts';
import { skillGomoku } from './skill-gomoku/rules.ts';
import { ticTacToe } from './tic-tac-toe/rules.ts';

/** Other ids by which games are asked for. */
export const ALIASES: { [id: string]: string } = { 'tic-tac-toe': 'ttt', 'connect-four': 'c4' };

/** Every game, one line each. */
export const games: AnyGame[] = [
  resourceRush,
  bazaar,
  skillGomoku,
  regularDebate,
  spicyDebate,
  clawpoly,
  danceBattle,
  evenOdd,
  blotto,
  echo,
  chess,
  go,
  connectFour,
  ticTacToe,
];
