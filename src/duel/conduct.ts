import type { Terms } from '../core/terms.ts';
import { type ClockRule, msPerDecision } from './clock.ts';

/**
 * How a duel is run: by the clock that was asked for, without a second try at an illegal move, and where the game's home
 * plays a fallback for the late, so does the duel. Nobody is away, nothing waits.
 */
export const conductOf = (home: Terms, clock: ClockRule): Terms => ({
  clock: { each: msPerDecision(clock) },
  illegal: 1,
  late: home.late === 'fallback' ? 'fallback' : 'forfeit',
  ...(home.late === 'fallback' && home.strikes && { strikes: home.strikes }),
  away: { pause: 0, tell: 0, restart: 0 },
  seating: 'arrival',
  rated: false,
});
