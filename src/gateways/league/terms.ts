import type { GameHome } from '../../core/arena.ts';
import type { AnyGame } from '../../core/game.ts';
import type { Terms } from '../../core/terms.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** Four calls of 30 s with waits of 1, 2 and 4 s between them, and 30 s more: a missed call decides before this clock does. */
const DECISION = 157 * SECOND;
/** Spectators are not called: they have as long as in a debate that is at home. */
const VOTE = 30 * SECOND;

/** How every league match is run, whatever the game: the calls are ours, so nobody is away and a wrong move is asked again. */
export const leagueTerms: Terms = {
  clock: { each: DECISION, vote: VOTE },
  late: 'forfeit',
  away: { pause: 0, tell: 0, restart: HOUR },
  seating: 'arrival',
  rated: true,
};

/** The default conduct of a game that is at home here. */
export const homeOf = ({ seats }: Pick<AnyGame, 'seats'>): GameHome => ({
  terms: leagueTerms,
  options: {},
  size: seats.max,
  rating: { start: 1500, k: 32 },
});
