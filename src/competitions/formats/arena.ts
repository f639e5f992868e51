import { stepRandom } from '../../core/random.ts';
import type { Pairing } from '../competition.ts';
import type { FormatOf } from '../format.ts';
import { pairUp } from '../matching/pair-up.ts';
import { pointsOf } from '../points.ts';
import { scoreboard } from './meetings.ts';
import { active, type FormatRules, lastRound, newPairing } from './rules.ts';
import { SeatTally } from './seating.ts';

/** From this win in a row on a win counts double, where streaks count. */
const STREAK = 3;

/** Points by agent: as everywhere, with streaks where they count. A streak is one of pairings in order of rounds. */
export function arenaPoints({ streaks }: FormatOf<'arena'>, pairings: Pairing[]): Map<string, number> {
  const points = new Map<string, number>();
  const row = new Map<string, number>();
  for (const { agents, outcome } of pairings) {
    if (!outcome) continue;
    for (const [i, agent] of agents.entries()) {
      const scored = pointsOf(agents, outcome, i);
      const wins = scored === 1 ? (row.get(agent) ?? 0) + 1 : 0;
      row.set(agent, wins);
      points.set(agent, (points.get(agent) ?? 0) + (streaks && wins >= STREAK ? 2 : scored));
    }
  }
  return points;
}

// What a pairing costs: apart in score, met before. Who waited is not left over again.
const APART = 100;
const MET = 300;
const FAR = 40;
const WAITED = 1000;
const MOST_COUNTED = 50;
/** Not now: the same two again at once, while there are others. */
const NOT_NOW = 2 ** 32;

/** Whoever is free is paired with someone of like score, not with the one it has just met. Its rounds are waves. */
export const arena: FormatRules<FormatOf<'arena'>> = {
  next(situation) {
    const { format, pairings, seed } = situation;
    const everyone = active(situation);
    if (everyone.length < 2) return pairings.every(({ outcome }) => outcome) ? 'over' : 'wait';
    const busy = new Set(pairings.flatMap(({ agents, outcome }) => (outcome ? [] : agents)));
    const free = everyone.filter(({ agent }) => !busy.has(agent));
    if (free.length < 2) return 'wait';
    const points = arenaPoints(format, pairings);
    const { met, last } = scoreboard(pairings);
    const round = lastRound(pairings) + 1;
    const since = new Map(
      pairings.flatMap((pairing) => pairing.agents.map((agent) => [agent, pairing.round] as const)),
    );
    const justMet = (a: string, b: string) => everyone.length > 2 && last.get(a) === b && last.get(b) === a;
    const pairs = pairUp(
      free.length,
      (i, j) => {
        const [a, b] = [free[i]!.agent, free[j]!.agent];
        const apart = Math.min(FAR, 2 * Math.abs((points.get(a) ?? 0) - (points.get(b) ?? 0)));
        return justMet(a, b) ? NOT_NOW : APART * apart ** 2 + MET * Math.min(MOST_COUNTED, met.get(a)?.get(b) ?? 0);
      },
      (i) => WAITED * Math.min(MOST_COUNTED, round - (since.get(free[i]!.agent) ?? 0)),
    )!;
    const tally = new SeatTally(pairings);
    const random = stepRandom(seed, round, 'seats');
    const due = pairs
      .filter(([i, j]) => j < free.length && !justMet(free[i]!.agent, free[j]!.agent))
      .map(([i, j], number) =>
        newPairing(round, number + 1, tally.order(free[i]!.agent, free[j]!.agent, random.int(2) === 0)),
      );
    return due.length ? due : 'wait';
  },

  merit({ format, entrants, pairings }) {
    const points = arenaPoints(format, pairings);
    return new Map(entrants.map(({ agent }) => [agent, [points.get(agent) ?? 0]]));
  },
};
