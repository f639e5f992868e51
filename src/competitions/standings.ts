import type { Pairing, Seeded } from './competition.ts';
import type { Format } from './format.ts';
import { merit } from './formats/index.ts';
import { pointsOf } from './points.ts';
import { buchholz, headToHead, meetingsOf, sonnebornBerger, type TieBreaks } from './tie-breaks.ts';

export interface Standing {
  /** Shared by those who are equal. */
  rank: number;
  agent: string;
  name: string;
  points: number;
  /** Pairings that were decided, without byes. */
  played: number;
  wins: number;
  draws: number;
  losses: number;
  tieBreaks: TieBreaks;
}

/** The tie-breaks that decide, one after the other, where points do not. */
export const TIE_BREAKS = ['headToHead', 'buchholz', 'sonnebornBerger', 'wins'] as const;

/**
 * The table. By points and tie-breaks; in knockouts by how far each came, with no tie-breaks between those who came as far;
 * in heats by the stage, the rank there, and points.
 */
export function standings(format: Format, entrants: Seeded[], pairings: Pairing[], seed: string): Standing[] {
  const merits = merit(format, entrants, pairings, seed);
  const rows = count(entrants, pairings);
  // An arena's points are its merit: a streak counts double.
  if (format.type === 'arena') for (const row of rows.values()) row.points = merits!.get(row.agent)![0]!;
  breakTies([...rows.values()], pairings);
  const byMerit = format.type === 'arena' ? undefined : merits;
  const compare = byMerit
    ? (a: Standing, b: Standing) => compareLists(byMerit.get(a.agent)!, byMerit.get(b.agent)!)
    : (a: Standing, b: Standing) => compareLists(inOrder(a), inOrder(b));
  const seedOf = new Map(entrants.map((entrant) => [entrant.agent, entrant.seed]));
  const between = (a: Standing, b: Standing) =>
    byMerit ? seedOf.get(a.agent)! - seedOf.get(b.agent)! : a.tieBreaks.lot - b.tieBreaks.lot;
  const sorted = [...rows.values()].sort((a, b) => compare(a, b) || between(a, b));
  for (const [i, row] of sorted.entries()) {
    const before = sorted[i - 1];
    row.rank = before && compare(before, row) === 0 ? before.rank : i + 1;
  }
  return sorted;
}

const inOrder = ({ points, tieBreaks }: Standing): number[] => [points, ...TIE_BREAKS.map((name) => tieBreaks[name])];

/** The greater first. */
function compareLists(a: number[], b: number[]): number {
  for (const [i, own] of a.entries()) if (own !== b[i]) return own > b[i]! ? -1 : 1;
  return 0;
}

function count(entrants: Seeded[], pairings: Pairing[]): Map<string, Standing> {
  const rows = new Map(
    entrants.map(({ agent, name, lot }): [string, Standing] => [
      agent,
      {
        rank: 0,
        agent,
        name,
        points: 0,
        played: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        tieBreaks: { headToHead: 0, buchholz: 0, sonnebornBerger: 0, wins: 0, lot },
      },
    ]),
  );
  for (const { agents, outcome } of pairings) {
    if (!outcome) continue;
    for (const [i, agent] of agents.entries()) {
      const row = rows.get(agent)!;
      row.points += pointsOf(agents, outcome, i);
      if (agents.length === 1) continue;
      row.played++;
      row[verdict(agents, outcome.ranks, outcome.forfeit ?? [], i)]++;
    }
  }
  return rows;
}

/** Won: first alone. Drawn: first with others. */
function verdict(agents: string[], ranks: number[], forfeit: string[], one: number): 'wins' | 'draws' | 'losses' {
  if (ranks[one] !== 1 || forfeit.includes(agents[one]!)) return 'losses';
  return ranks.filter((rank) => rank === 1).length > 1 ? 'draws' : 'wins';
}

function breakTies(rows: Standing[], pairings: Pairing[]): void {
  const meetings = meetingsOf(pairings);
  const points = new Map(rows.map((row) => [row.agent, row.points]));
  const pointsOfAgent = (agent: string) => points.get(agent) ?? 0;
  for (const tied of Map.groupBy(rows, (row) => row.points).values()) {
    const direct = headToHead(
      tied.map(({ agent }) => agent),
      meetings,
    );
    for (const row of tied) {
      const own = meetings.get(row.agent) ?? [];
      row.tieBreaks.headToHead = direct.get(row.agent)!;
      row.tieBreaks.buchholz = buchholz(own, pointsOfAgent);
      row.tieBreaks.sonnebornBerger = sonnebornBerger(own, pointsOfAgent);
      row.tieBreaks.wins = row.wins;
    }
  }
}
