import type { Arena } from '../core/arena.ts';

/** Enough for a class room behind one address. */
const MOST_OF_ADDRESS = 64;

/** People's matches against the house by the address they come from, since a person costs nothing to invent. */
export class BotMatches {
  readonly #under = new Map<string, Set<string>>();
  readonly #addressOf = new Map<string, string>();

  constructor(arena: Pick<Arena, 'watch'>) {
    arena.watch((event, { id }) => {
      if (event === 'over') this.#ended(id);
    });
  }

  /** Whether an address has as many under way as it may. */
  isFull(address: string): boolean {
    return (this.#under.get(address)?.size ?? 0) >= MOST_OF_ADDRESS;
  }

  began(address: string, match: string): void {
    this.#addressOf.set(match, address);
    this.#under.set(address, (this.#under.get(address) ?? new Set()).add(match));
  }

  #ended(match: string): void {
    const address = this.#addressOf.get(match);
    if (address === undefined) return;
    this.#addressOf.delete(match);
    const matches = this.#under.get(address)!;
    matches.delete(match);
    if (matches.size === 0) this.#under.delete(address);
  }
}
