import type { AnyGame } from '../core/game.ts';

/** Every game, one line each. */
export const games: AnyGame[] = [];
