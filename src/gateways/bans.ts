import type { Accounts } from '../accounts/accounts.ts';
import type { Arena, MatchHandle } from '../core/arena.ts';
import type { Cancel, Clock } from '../core/clock.ts';
import type { Seat } from '../core/game.ts';
import type { Gateway } from './gateway.ts';
import type { Sockets } from './sockets.ts';

export interface BansParts {
  arena: Arena;
  accounts: Accounts;
  /** Of real time, however matches are scaled. */
  clock: Clock;
  sockets: Sockets;
  /** Whatever else has to let it go. */
  gateways(): Pick<Gateway, 'shutOut'>[];
  fault(error: unknown): void;
  /** Somebody who had a seat was shut out. */
  removed?(agent: string, match: string): void;
}

/** A ban that a command made, in a process of its own, takes effect after so many milliseconds at the latest. */
const LOOK_EVERY = 500;
/** A ban bears the time when its command began, and may be stored much later. */
const LOOK_BACK = 10_000;

/** Makes a ban felt by an agent that is here already: its matches end, and its connections, with which it leaves its queues. */
export class Bans {
  readonly #parts: BansParts;
  /** Whose seats were taken already, so that looking again takes none twice. */
  readonly #removed = new WeakMap<MatchHandle, Set<string>>();
  #next: Cancel | undefined;

  constructor(parts: BansParts) {
    this.#parts = parts;
  }

  shutOut(agent: string): void {
    const { arena, sockets, gateways, fault } = this.#parts;
    arena.seatsOf(agent).then((seats) => {
      for (const { match, seat } of seats) this.#remove(match, seat, agent);
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

  #remove(match: MatchHandle, seat: Seat, agent: string): void {
    const removed = this.#removed.get(match) ?? new Set();
    if (removed.has(agent)) return;
    this.#removed.set(match, removed.add(agent));
    this.#parts.removed?.(agent, match.id);
    match.forfeit([seat], 'removed');
  }

  async #look(): Promise<void> {
    const { accounts, clock } = this.#parts;
    for (const agent of await accounts.bannedSince(clock.now() - LOOK_BACK)) this.shutOut(agent);
  }
}
