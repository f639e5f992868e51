/** One match of a league's schedule; A is seat 0. */
export interface Pairing {
  /** `R1M1` */
  id: string;
  /** From 1. */
  round: number;
  a: string;
  b: string;
}

/**
 * Everyone meets everyone once: the first stays in place, the others walk around a circle, one place per round. With an
 * odd number each in turn has a free round. Sides alternate, so that nobody is always A.
 */
export function roundRobin(players: string[]): Pairing[][] {
  const circle: (string | undefined)[] = players.length % 2 ? [...players, undefined] : [...players];
  const [fixed, ...walking] = circle;
  const rounds: Pairing[][] = [];
  for (let round = 1; round <= walking.length; round++) {
    const places = [fixed, ...walking];
    const pairings: Pairing[] = [];
    for (let i = 0; i < places.length / 2; i++) {
      const [one, other] = [places[i], places[places.length - 1 - i]];
      if (one === undefined || other === undefined) continue;
      const swap = i === 0 ? round % 2 === 0 : i % 2 === 1;
      const [a, b] = swap ? [other, one] : [one, other];
      pairings.push({ id: `R${round}M${pairings.length + 1}`, round, a, b });
    }
    rounds.push(pairings);
    walking.unshift(walking.pop());
  }
  return rounds;
}

/** Deals matches out to referees in turn, to each as many as it takes; what is left over is the house's (null). */
export function dealReferees(matches: number, referees: { id: string; most: number }[]): (string | null)[] {
  const left = referees.map(({ id, most }) => ({ id, most }));
  const dealt: (string | null)[] = [];
  for (let turn = 0; dealt.length < matches; turn++) {
    if (left.every(({ most }) => most === 0)) {
      dealt.push(null);
      continue;
    }
    const referee = left[turn % left.length]!;
    if (referee.most === 0) continue;
    referee.most--;
    dealt.push(referee.id);
  }
  return dealt;
}
