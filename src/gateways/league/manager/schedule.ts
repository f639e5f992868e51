/** One match of a league's schedule; A is seat 0. */
export interface Pairing {
  /** `R1M1` */
  id: string;
  /** From 1. */
  round: number;
  a: string;
  b: string;
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
