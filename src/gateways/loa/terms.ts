import type { GameHome } from '../../core/arena.ts';
import type { AnyGame } from '../../core/game.ts';
import type { Terms } from '../../core/terms.ts';

const SECOND = 1000;

const terms: Terms = {
  clock: { first: 180 * SECOND, each: 90 * SECOND },
  late: 'forfeit',
  away: { pause: 0, tell: 0, restart: 180 * SECOND },
  seating: 'arrival',
  rated: true,
};

/** The default conduct of a game that is at home here. */
export const homeOf = ({ seats }: Pick<AnyGame, 'seats'>): GameHome => ({
  terms,
  options: {},
  size: seats.max,
  rating: { start: 1500, k: 32 },
});
