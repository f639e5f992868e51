import type { GameHome } from '../../core/arena.ts';
import type { Terms } from '../../core/terms.ts';

const SECOND = 1000;

const terms: Terms = {
  clock: { first: 180 * SECOND, each: 90 * SECOND },
  late: 'forfeit',
  away: { pause: 0, tell: 0, restart: 180 * SECOND },
  seating: 'arrival',
  rated: true,
};

const home = (size: number): GameHome => ({ terms, options: {}, size, rating: { start: 1500, k: 32 } });

/** The games that are at home here, by id. */
export const homes: { [game: string]: GameHome } = {
  echo: home(2),
  blotto: home(2),
  'skill-gomoku': home(2),
  'resource-rush': home(2),
  'dance-battle': home(4),
};
