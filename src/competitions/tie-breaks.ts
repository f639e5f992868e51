import type { Pairing } from './competition.ts';
import { pointsOf, scoreAgainst } from './points.ts';

/** Shown beside the points, in the order in which they decide. Equal in all of them is equal; then the lot only orders the list. */
export interface TieBreaks {
  /** Points among those of the same points, where all of these have met. */
  headToHead: number;
  /** The points of all opponents. For a bye it counts its own. */
  buchholz: number;
  /** The points of those it beat and half of those it drew with. For a bye it counts its own. */
  sonnebornBerger: number;
  wins: number;
  /** Its place in the order that was drawn from the competition's seed. */
  lot: number;
}

/** What an agent did against another in one pairing; against itself: a bye. */
export interface Meeting {
  opponent: string;
  score: number;
}

/** All meetings of decided pairings by agent; where more than two meet, each pair of them. */
export function meetingsOf(pairings: Pairing[]): Map<string, Meeting[]> {
  const meetings = new Map<string, Meeting[]>();
  for (const { agents, outcome } of pairings) {
    if (!outcome) continue;
    for (const [i, agent] of agents.entries()) {
      const list = meetings.get(agent) ?? [];
      meetings.set(agent, list);
      if (agents.length === 1) list.push({ opponent: agent, score: pointsOf(agents, outcome, i) });
      for (const [j, opponent] of agents.entries()) {
        if (i !== j) list.push({ opponent, score: scoreAgainst(agents, outcome, i, j) });
      }
    }
  }
  return meetings;
}

export const buchholz = (meetings: Meeting[], points: (agent: string) => number): number =>
  meetings.reduce((sum, { opponent }) => sum + points(opponent), 0);

export const sonnebornBerger = (meetings: Meeting[], points: (agent: string) => number): number =>
  meetings.reduce((sum, { opponent, score }) => sum + score * points(opponent), 0);

/** Points of each among those who are tied; 0 for all unless everyone of them has met everyone. */
export function headToHead(tied: string[], meetings: Map<string, Meeting[]>): Map<string, number> {
  const among = new Set(tied);
  const scores = new Map<string, number>();
  let complete = true;
  for (const agent of tied) {
    const met = (meetings.get(agent) ?? []).filter(({ opponent }) => opponent !== agent && among.has(opponent));
    if (new Set(met.map(({ opponent }) => opponent)).size < tied.length - 1) complete = false;
    scores.set(
      agent,
      met.reduce((sum, { score }) => sum + score, 0),
    );
  }
  return complete && tied.length > 1 ? scores : new Map(tied.map((agent) => [agent, 0]));
}
