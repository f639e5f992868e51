import { stepRandom } from '../../core/random.ts';
import { SeatTally } from '../formats/seating.ts';
import { pairUp } from '../matching/pair-up.ts';

/** Who is here and free in a session. */
export interface Waiting {
  agent: string;
  rating: number;
  /** Waves in a row in which nobody was left for it. */
  waited: number;
}

// What a pairing costs: steps of rating apart, squared; met lately. Who waited is not left over again.
const STEP = 25;
const FAR = 40;
const MET = 400;
const MOST_MET = 20;
const WAITED = 4000;
const MOST_WAITED = 20;
/** Not now: the same two again at once, while there are others. */
const NOT_NOW = 2 ** 32;

/**
 * Pairs those who are free in a session: by rating, and not the same two again and again.
 * @param past who met in this session and the last ones, in order of seats, the latest last
 * @returns pairs in order of seats; who is in none waits
 */
export function pairWaiting(
  waiting: Waiting[],
  past: [string, string][],
  seed: string,
  wave: number,
): [string, string][] {
  const order = [...waiting].sort((a, b) => b.rating - a.rating || (a.agent < b.agent ? -1 : 1));
  const met = new Map<string, number>();
  const last = new Map<string, string>();
  const key = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);
  for (const [a, b] of past) {
    met.set(key(a, b), (met.get(key(a, b)) ?? 0) + 1);
    last.set(a, b).set(b, a);
  }
  const justMet = (a: string, b: string) => order.length > 2 && last.get(a) === b && last.get(b) === a;
  const pairs = pairUp(
    order.length,
    (i, j) => {
      const [a, b] = [order[i]!, order[j]!];
      if (justMet(a.agent, b.agent)) return NOT_NOW;
      const apart = Math.min(FAR, Math.round(Math.abs(a.rating - b.rating) / STEP));
      return apart ** 2 + MET * Math.min(MOST_MET, met.get(key(a.agent, b.agent)) ?? 0);
    },
    (i) => WAITED * Math.min(MOST_WAITED, order[i]!.waited),
  )!;
  const tally = new SeatTally(past.map((agents, i) => ({ id: `${i}`, round: i, agents, outcome: null })));
  const random = stepRandom(seed, wave, 'seats');
  return pairs.flatMap(([i, j]): [string, string][] => {
    const [a, b] = [order[i]!.agent, order[j]?.agent];
    return b === undefined || justMet(a, b) ? [] : [tally.order(a, b, random.int(2) === 0)];
  });
}
