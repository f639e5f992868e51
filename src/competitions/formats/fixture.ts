import { stepRandom } from '../../core/random.ts';
import { sha256, toHex } from '../../core/sha256.ts';
import type { Entrant, Pairing, Seeded } from '../competition.ts';
import type { Format } from '../format.ts';
import { seedEntrants } from '../seeds.ts';
import { decide, type Game } from '../series.ts';
import { pair } from './index.ts';

export const seedFrom = (text: string): string => toHex(sha256(new TextEncoder().encode(text)));

/** Entrants A1, A2, … of falling rating. */
export const entrants = (count: number): Entrant[] =>
  Array.from({ length: count }, (_, i) => ({
    agent: `A${i + 1}`,
    name: `Agent ${i + 1}`,
    rating: 2000 - i,
    seed: null,
    lot: null,
    withdrew: false,
  }));

export interface Run {
  format: Format;
  entrants: Seeded[];
  pairings: Pairing[];
  seed: string;
}

export interface Course {
  /** Ranks by agents of the pairing; by default drawn, with draws. */
  ranks?: (pairing: Pairing) => number[];
  /** Who does not come. */
  absent?: (pairing: Pairing) => string[];
  /** Who withdraws after a round. */
  withdraw?: (round: number) => string[];
  /** An arena ends after so many waves. */
  waves?: number;
}

/** Plays a competition to its end with single games. Results come in an order of their own. */
export function playOut(format: Format, count: number, seedText: string, course: Course = {}): Run {
  const seed = seedFrom(seedText);
  const run: Run = { format, entrants: seedEntrants(entrants(count), format, seed), pairings: [], seed };
  const random = stepRandom(seed, 0, 'results');
  const seedOf = (agent: string) => run.entrants.find((entrant) => entrant.agent === agent)!.seed;
  const ranksOf =
    course.ranks ??
    (({ agents }) => {
      const strength = agents.map(() => random.int(3));
      return strength.map((own) => 1 + strength.filter((other) => other > own).length);
    });
  const settle = (pairing: Pairing): void => {
    const gone = run.entrants.filter((entrant) => entrant.withdrew).map(({ agent }) => agent);
    const missing = [...(course.absent?.(pairing) ?? []), ...gone.filter((agent) => pairing.agents.includes(agent))];
    const absent = [...new Set(missing)].map((agent) => ({ agent, why: 'no-show' as const }));
    const { agents } = pairing;
    const games: Game[] = [];
    for (;;) {
      pairing.outcome = decide(format, { agents, games, absent, voids: 0 }, seedOf);
      if (pairing.outcome) return;
      games.push({ match: `m${games.length}`, agents, ranks: ranksOf(pairing), reason: 'played' });
    }
  };
  for (let wave = 0; ; wave++) {
    const next =
      course.waves !== undefined && wave >= course.waves ? 'over' : pair(format, run.entrants, run.pairings, seed);
    const open = run.pairings.filter(({ outcome }) => !outcome);
    if (next === 'over') {
      open.forEach(settle);
      return run;
    }
    if (next !== 'wait') run.pairings.push(...next.map((pairing) => ({ ...pairing, outcome: null })));
    const undecided = random.shuffle(run.pairings.filter(({ outcome }) => !outcome));
    const over = format.type === 'arena' ? undecided.slice(0, 1 + random.int(undecided.length)) : undecided;
    over.forEach(settle);
    const leaving = course.withdraw?.(wave + 1) ?? [];
    run.entrants = run.entrants.map((entrant) =>
      leaving.includes(entrant.agent) ? { ...entrant, withdrew: true } : entrant,
    );
  }
}

export const roundsOf = (pairings: Pairing[]): Pairing[][] =>
  [...Map.groupBy(pairings, ({ round }) => round).entries()].sort(([a], [b]) => a - b).map(([, list]) => list);

export const pairKey = (agents: string[]): string => [...agents].sort().join(' ');
