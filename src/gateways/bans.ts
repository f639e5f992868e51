import type { Accounts } from '../accounts/accounts.ts';
import type { Arena, MatchHandle } from '../core/arena.ts';
import type { Cancel, Clock } from '../core/clock.ts';
import type { Seat } from '../core/game.ts';
import type { Gateway } from './gateway.ts';
import { repeatedly } from './repeatedly.ts';
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
  /** Since the server runs. */
  banned?(agent: string): void;
  /** Somebody who had a seat was shut out. */
  removed?(agent: string, match: string): void;
}

/** A ban that a command made, in a process of its own, takes effect after so many milliseconds at the latest. */
const LOOK_EVERY = 500;
/** So long is looked again for whoever was let in by what was known before. */
const LOOK_AGAIN = 2000;

/** Makes a ban felt by an agent that is here already: its matches end, and its connections, with which it leaves its queues. */
export class Bans {
  readonly #parts: BansParts;
  /** Whose seats were taken already, so that looking again takes none twice. */
  readonly #removed = new WeakMap<MatchHandle, Set<string>>();
  /** Since when, on our clock. */
  readonly #banned = new Map<string, number>();
  #version = -1;
  #stop: Cancel | undefined;
  #unwatch: (() => void) | undefined;

  constructor(parts: BansParts) {
    this.#parts = parts;
  }

  has(agent: string): boolean {
    return this.#banned.has(agent);
  }

  shutOut(agent: string): void {
    const { arena, sockets, gateways, fault } = this.#parts;
    if (!this.#banned.has(agent)) this.#add(agent);
    arena.seatsOf(agent).then((seats) => {
      for (const { match, seat } of seats) this.#remove(match, seat, agent);
    }, fault);
    for (const gateway of gateways()) gateway.shutOut?.(agent);
    sockets.cut(agent, 'account banned');
  }

  /** Who is banned is known when this resolves. */
  async start(): Promise<void> {
    this.#unwatch = this.#parts.arena.watch((event, match) => {
      if (event !== 'begun') return;
      for (const [seat, { agent }] of match.header.seats.entries())
        if (this.has(agent)) this.#remove(match, seat, agent);
    });
    await this.#look();
    this.#stop = repeatedly(this.#parts.clock, LOOK_EVERY, () => this.#look(), this.#parts.fault);
  }

  stop(): void {
    this.#stop?.();
    this.#unwatch?.();
  }

  #add(agent: string, isKnown = false): void {
    this.#banned.set(agent, this.#parts.clock.now());
    if (!isKnown) this.#parts.banned?.(agent);
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
    const changed = await accounts.banned(this.#version);
    if (changed) {
      const isFirst = this.#version === -1;
      this.#version = changed.version;
      const now = new Set(changed.agents);
      for (const agent of this.#banned.keys()) if (!now.has(agent)) this.#banned.delete(agent);
      for (const agent of now) if (!this.#banned.has(agent)) this.#add(agent, isFirst);
    }
    for (const [agent, since] of this.#banned) if (clock.now() - since <= LOOK_AGAIN) this.shutOut(agent);
  }
}
