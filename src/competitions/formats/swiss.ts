import { stepRandom } from '../../core/random.ts';
import type { Seeded } from '../competition.ts';
import type { FormatOf } from '../format.ts';
import { pairUp } from '../matching/pair-up.ts';
import { scoreboard } from './meetings.ts';
import { active, type FormatRules, lastRound, newPairing, type Situation } from './rules.ts';
import { SeatTally } from './seating.ts';

/** As many rounds as there are opponents; with an odd number one more, since everybody is left over once. */
export const mostRounds = (entrants: number): number => (entrants % 2 ? entrants : entrants - 1);

export const swissRounds = ({ rounds }: FormatOf<'swiss'>, entrants: number): number =>
  Math.min(rounds ?? Math.ceil(Math.log2(Math.max(2, entrants))), mostRounds(entrants));

// What a pairing costs. Half a point of difference in score outweighs unequal wishes for seats, and these the place in the
// group; that two sit on the same side a third time beyond balance outweighs any difference in score.
const PLACE = 1023;
const SEAT = 1024;
const SCORE = 8192;
const FAR = 40;
const OUT_OF_BALANCE = 2 ** 24;
const DEAREST = OUT_OF_BALANCE + SCORE * FAR ** 2 + 4 * SEAT + PLACE + 1;

/**
 * Pairs those of like score who have not met: within a score the upper half against the lower, seats balanced. With an odd
 * number the one of the lowest score that had no bye has one. A second bye comes before it has to only if there is no
 * other way, and a rematch only if there is no way without.
 */
export const swiss: FormatRules<FormatOf<'swiss'>> = {
  next(situation) {
    const { format, entrants, pairings, seed } = situation;
    const round = lastRound(pairings) + 1;
    if (active(situation).length < 2 || round > swissRounds(format, entrants.length)) return 'over';
    const { order, pairs } = pairRound(situation);
    const tally = new SeatTally(pairings);
    const drawn = stepRandom(seed, round, 'seats').int(2);
    return pairs.map(([a, b], i) => {
      const [one, other] = [order[a]!, order[b]];
      const seats = other ? tally.order(one.agent, other.agent, (i + drawn) % 2 === 0) : [one.agent];
      return newPairing(round, i + 1, seats);
    });
  },
};

function pairRound(situation: Situation): { order: Seeded[]; pairs: [number, number][] } {
  const { pairings } = situation;
  const { points, met, byes } = scoreboard(pairings);
  const tally = new SeatTally(pairings);
  const halves = (agent: string) => 2 * (points.get(agent) ?? 0);
  const order = active(situation).sort((a, b) => halves(b.agent) - halves(a.agent) || a.seed - b.seed);
  const scores = order.map(({ agent }) => halves(agent));
  const seats = order.map(({ agent }) => tally.of(agent));
  const groups = new Map<number, { start: number; half: number }>();
  for (const score of scores) {
    const group = groups.get(score) ?? { start: scores.indexOf(score), half: 0 };
    groups.set(score, { ...group, half: group.half + 0.5 });
  }
  /** How far two of like score are from the upper half against the lower, place by place. */
  const offPlace = (a: number, b: number): number => {
    const { start, half } = groups.get(scores[a]!)!;
    const upper = (i: number) => i - start < Math.floor(half);
    const off = Math.abs(Math.abs(a - b) - Math.floor(half));
    return upper(a) === upper(b) ? off + half : off;
  };

  const soft = (a: number, b: number): number => {
    const apart = Math.min(FAR, Math.abs(scores[a]! - scores[b]!));
    const off = apart === 0 ? offPlace(a, b) : Math.abs(a - b);
    const misplaced = Math.min(PLACE, Math.round((PLACE * off) / order.length));
    const [one, other] = [seats[a]!, seats[b]!];
    const sameSide = one.balance * other.balance > 0;
    const clash = (sameSide ? 2 : 0) + (one.last !== 0 && one.last === other.last ? 1 : 0);
    const beyond = sameSide && Math.min(Math.abs(one.balance), Math.abs(other.balance)) > 1;
    return SCORE * apart ** 2 + SEAT * clash + misplaced + (beyond ? OUT_OF_BALANCE : 0);
  };
  const indexOf = new Map(order.map(({ agent }, i) => [agent, i]));
  const opponents = order.map(
    ({ agent }) => new Map([...(met.get(agent) ?? [])].map(([other, times]) => [indexOf.get(other), times])),
  );
  const meetings = (a: number, b: number) => opponents[a]!.get(b) ?? 0;
  const had = order.map(({ agent }) => byes.get(agent) ?? 0);
  const fewest = Math.min(...had);
  const lowest = scores.at(-1)!;
  const alone = (a: number): number => SCORE * Math.min(FAR, scores[a]! - lowest) ** 2 + (order.length - 1 - a);

  const fair = pairUp(
    order.length,
    (a, b) => (meetings(a, b) ? undefined : soft(a, b)),
    (a) => (had[a]! > fewest ? undefined : alone(a)),
  );
  if (fair) return { order, pairs: fair };
  const rematch = DEAREST * order.length;
  const again = rematch * order.length;
  const pairs = pairUp(
    order.length,
    (a, b) => soft(a, b) + rematch * Math.min(8, meetings(a, b)),
    (a) => alone(a) + again * (had[a]! - fewest),
  );
  return { order, pairs: pairs! };
}
