import type { Bots } from '../core/game.ts';

/** Every game's house bots by game id, one line each. */
export const bots: { [game: string]: Bots } = {};
