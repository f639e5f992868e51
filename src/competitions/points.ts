import type { Outcome } from './competition.ts';

/** What one of a pairing got against another: 1, ½ or 0. Where nobody is first, nobody gets anything. */
export function scoreAgainst(agents: string[], { ranks, forfeit }: Outcome, one: number, other: number): number {
  if (forfeit?.includes(agents[one]!)) return 0;
  if (forfeit?.includes(agents[other]!)) return 1;
  if (isLostByAll(ranks)) return 0;
  return ranks[one]! < ranks[other]! ? 1 : ranks[one] === ranks[other] ? 0.5 : 0;
}

export const isLostByAll = (ranks: number[]): boolean => !ranks.includes(1);

/** A point for each whom it beat, half a point for each equal; so 1, ½ and 0 where two meet. A bye is a point. */
export function pointsOf(agents: string[], outcome: Outcome, one: number): number {
  if (agents.length === 1) return 1;
  return agents.reduce((sum, _, other) => (other === one ? sum : sum + scoreAgainst(agents, outcome, one, other)), 0);
}
