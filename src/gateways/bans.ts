import type { Accounts } from '../accounts/accounts.ts';
import type { Arena } from '../core/arena.ts';
import type { Cancel, Clock } from '../core/clock.ts';
import type { Gateway } from './gateway.ts';
import type { Sockets } from './sockets.ts';

export interface BansParts {
  arena: Arena;
  accounts: Accounts;
  clock: Clock;
  sockets: Sockets;
  gateways(): Gateway[];
  fault(error: unknown): void;
}

/** A ban that a command made, in a process of its own, takes effect after so many milliseconds at the latest. */
const LOOK_EVERY = 2000;

/** Makes a ban felt by an agent that is here already: its matches end, and its connections, with which it leaves its queues. */
export class Bans {
  readonly #parts: BansParts;
  #seenUntil: number;
  #next: Cancel | undefined;

  constructor(parts: BansParts) {
    this.#parts = parts;
    this.#seenUntil = parts.clock.now();
  }

  shutOut(agent: string): void {
    const { arena, sockets, gateways, fault } = this.#parts;
    arena.seatsOf(agent).then((seats) => {
      for (const { match, seat } of seats) match.forfeit([seat], 'removed');
    }, fault);
    for (const gateway of gateways()) gateway.shutOut?.(agent);
    sockets.cut(agent);
  }

  start(): void {
    this.#next = this.#parts.clock.after(LOOK_EVERY, () => {
      this.#look()
        .catch((error) => this.#parts.fault(error))
        .finally(() => this.#next && this.start());
    });
  }

  stop(): void {
    this.#next?.();
    this.#next = undefined;
  }

  async #look(): Promise<void> {
    const { accounts, clock } = this.#parts;
    const since = this.#seenUntil;
    this.#seenUntil = clock.now();
    for (const agent of await accounts.bannedSince(since)) this.shutOut(agent);
  }
}
