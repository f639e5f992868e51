import type { Pairing } from '../competition.ts';
import { pointsOf } from '../points.ts';

export interface Scoreboard {
  points: Map<string, number>;
  /** How often each was paired with whom. */
  met: Map<string, Map<string, number>>;
  byes: Map<string, number>;
  /** The last opponent of each. */
  last: Map<string, string>;
}

/** What pairings by score look at. */
export function scoreboard(pairings: Pairing[]): Scoreboard {
  const points = new Map<string, number>();
  const byes = new Map<string, number>();
  const last = new Map<string, string>();
  const met = new Map<string, Map<string, number>>();
  const add = (counts: Map<string, number>, key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by);
  for (const { agents, outcome } of pairings) {
    if (agents.length === 1) add(byes, agents[0]!, 1);
    for (const [i, agent] of agents.entries()) {
      if (outcome) add(points, agent, pointsOf(agents, outcome, i));
      const counts = met.get(agent) ?? new Map<string, number>();
      met.set(agent, counts);
      for (const other of agents) {
        if (other === agent) continue;
        add(counts, other, 1);
        last.set(agent, other);
      }
    }
  }
  return { points, byes, last, met };
}
