import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Terms } from '../../core/terms.ts';
import { saysNothing } from '../whereabouts.ts';

export const VIA = 'web';

const SECOND = 1000;
const LEAST_TIME = 180 * SECOND;

/** A person is known by a secret that the browser keeps; only its hash ever leaves this function. */
export const personOf = (secret: string): string =>
  `human:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`;

/** Hides addresses in records, where voters are named. */
const salt = randomBytes(32);

/** An address has one vote, since a browser can make any number of secrets; on this machine people are told apart by theirs. */
export const voterOf = (person: string, address: string): string =>
  saysNothing(address) ? person : `human:${createHmac('sha256', salt).update(address).digest('hex').slice(0, 32)}`;

/** Against bots people have time, and a lost connection is not a lost match. */
export function patientTerms(home: Terms): Terms {
  const { first, each, ...phases } = home.clock;
  return {
    clock: { ...phases, each: Math.max(each, LEAST_TIME), first: Math.max(first ?? each, LEAST_TIME) },
    late: home.late,
    away: { pause: 60 * SECOND, tell: 5 * SECOND, forfeit: 180 * SECOND, restart: 300 * SECOND },
    ...(home.pace !== undefined && { pace: home.pace }),
    seating: 'drawn',
    rated: false,
  };
}
