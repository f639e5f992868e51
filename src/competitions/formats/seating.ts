import type { Pairing } from '../competition.ts';

/** How much oftener an agent sat first than second, and what it had last: 1 first, -1 second, 0 nothing yet. */
export interface Seats {
  balance: number;
  last: number;
}

const NOTHING: Seats = { balance: 0, last: 0 };

/** The seats that agents had in pairings that were played. */
export class SeatTally {
  readonly #seats = new Map<string, Seats>();

  constructor(pairings: Pairing[]) {
    for (const { agents, outcome } of pairings) {
      if (agents.length !== 2 || outcome?.forfeit) continue;
      for (const [seat, agent] of agents.entries()) {
        const change = seat === 0 ? 1 : -1;
        this.#seats.set(agent, { balance: this.of(agent).balance + change, last: change });
      }
    }
  }

  of(agent: string): Seats {
    return this.#seats.get(agent) ?? NOTHING;
  }

  /** First sits who sat first less often, else who sat second last time, else `one` if so drawn. */
  order(one: string, other: string, oneFirst: boolean): [string, string] {
    const [a, b] = [this.of(one), this.of(other)];
    const first = a.balance - b.balance || a.last - b.last || (oneFirst ? -1 : 1);
    return first < 0 ? [one, other] : [other, one];
  }
}
