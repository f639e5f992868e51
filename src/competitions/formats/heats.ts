import type { Pairing, Seeded } from '../competition.ts';
import type { FormatOf } from '../format.ts';
import { pointsOf } from '../points.ts';
import { type FormatRules, lastRound, newPairing, type Situation } from './rules.ts';

/** What was left out of a format was filled in when the competition opened. */
type Heats = FormatOf<'heats'>;

/** How many heats, and how many are left over and go on without playing; undefined: too few for one heat. */
export function plan({ seats, least = 2 }: Heats, count: number): { heats: number; byes: number } | undefined {
  if (count < least) return undefined;
  const heats = Math.ceil(count / seats!);
  if (heats * least <= count) return { heats, byes: 0 };
  return { heats: heats - 1, byes: count - (heats - 1) * seats! };
}

/** Groups of like strength; points by rank; the best of each go on, until one heat holds all that are left. */
export const heats: FormatRules<Heats> = {
  next(situation) {
    const { format, entrants, pairings } = situation;
    const stage = lastRound(pairings);
    const last = pairings.filter(({ round }) => round === stage);
    if (stage > 0 && last.length === 1) return 'over';
    const going = (stage === 0 ? entrants : goingOn(situation, last)).filter(({ withdrew }) => !withdrew);
    const planned = plan(format, going.length);
    if (!planned) return 'over';
    const byes = new Set(byFewestByes(going, pairings).slice(0, planned.byes));
    const groups: string[][] = Array.from({ length: planned.heats }, () => []);
    for (const [i, { agent }] of going.filter((entrant) => !byes.has(entrant)).entries()) {
      const [turn, place] = [Math.floor(i / planned.heats), i % planned.heats];
      groups[turn % 2 ? planned.heats - 1 - place : place]!.push(agent);
    }
    return [...groups, ...[...byes].map(({ agent }) => [agent])].map((agents, i) =>
      newPairing(stage + 1, i + 1, agents),
    );
  },

  /** The stage that each reached, its rank there, then all its points. */
  merit({ entrants, pairings }) {
    const merit = new Map(entrants.map(({ agent }) => [agent, [0, 0, 0]]));
    for (const { round, agents, outcome } of pairings) {
      for (const [i, agent] of agents.entries()) {
        const before = merit.get(agent)!;
        const points = outcome && agents.length > 1 ? pointsOf(agents, outcome, i) : 0;
        merit.set(agent, [round, outcome ? -outcome.ranks[i]! : 0, before[2]! + points]);
      }
    }
    return merit;
  },
};

const byFewestByes = (going: Seeded[], pairings: Pairing[]): Seeded[] => {
  const had = (agent: string) => pairings.filter(({ agents }) => agents.length === 1 && agents[0] === agent).length;
  return [...going].sort((a, b) => had(a.agent) - had(b.agent) || a.seed - b.seed);
};

/** The best of each heat and who had a bye; the next best too where those alone would be too few to play on. */
function goingOn({ format, entrants }: Situation<Heats>, last: Pairing[]): Seeded[] {
  const ranked = last.flatMap(({ agents, outcome }) => {
    const order = agents.map((agent, i) => ({
      agent,
      rank: outcome!.ranks[i]!,
      gone: outcome!.forfeit?.includes(agent) ?? false,
      size: agents.length,
    }));
    const seedOf = (agent: string) => entrants.find((entrant) => entrant.agent === agent)!.seed;
    order.sort((a, b) => Number(a.gone) - Number(b.gone) || a.rank - b.rank || seedOf(a.agent) - seedOf(b.agent));
    return order.map((one, place) => ({ ...one, place }));
  });
  const through = ranked.filter(
    ({ place, size, gone }) => size === 1 || (!gone && place < Math.min(format.advance!, size - 1)),
  );
  const rest = ranked
    .filter((one) => !through.includes(one) && !one.gone)
    .sort((a, b) => a.place - b.place || b.size - a.size);
  const missing = Math.min((format.least ?? 2) - through.length, rest.length, ranked.length - 1 - through.length);
  const chosen = new Set([...through, ...rest.slice(0, Math.max(0, missing))].map(({ agent }) => agent));
  return entrants.filter(({ agent }) => chosen.has(agent));
}
