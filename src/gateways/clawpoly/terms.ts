import type { GameHome } from '../../core/arena.ts';
import type { Terms } from '../../core/terms.ts';

const SECOND = 1000;

/** Milliseconds that each event is shown before the next decision is asked. */
const PACES = { very_slow: 2000, slow: 1000, normal: 500, fast: 250, instant: 0 } as const;

export type Speed = keyof typeof PACES;
export const SPEEDS = Object.keys(PACES) as Speed[];

export const isSpeed = (value: unknown): value is Speed => SPEEDS.includes(value as Speed);
export const paceOf = (speed: Speed): number => PACES[speed];
export const speedOf = (pace: number): Speed => SPEEDS.find((speed) => PACES[speed] === pace) ?? 'normal';

/** Missed decisions in a row from which on an agent is warned. */
export const WARN_AT = 3;

export const termsAt = (speed: Speed): Terms => ({
  clock: { each: 30 * SECOND, trade: 30 * SECOND },
  late: 'fallback',
  strikes: { warn: WARN_AT, out: 5 },
  away: {
    // Whoever chose a quick game does not want to wait for anybody.
    pause: speed === 'fast' || speed === 'instant' ? 0 : 60 * SECOND,
    tell: 0,
    forfeit: 300 * SECOND,
    restart: 300 * SECOND,
  },
  pace: PACES[speed],
  seating: 'arrival',
  rated: true,
});

export const TURN_LIMIT = 200;
export const MAX_PLAYERS = 4;
export const ELO = { start: 1200, k: 32 } as const;

/** The game that is at home here. Who comes by a queue plays at a pace that agents do not mind and people can follow. */
export const homes: { [game: string]: GameHome } = {
  clawpoly: { terms: termsAt('fast'), options: { turnLimit: TURN_LIMIT }, size: MAX_PLAYERS, rating: ELO },
};
