import type { MatchHandle } from '../arena.ts';
import type { Seat } from '../game.ts';

interface Caller {
  canSeat(agent: string, game: string): boolean | Promise<boolean>;
  seat(agent: string, match: MatchHandle, seat: Seat): void;
}

/** The gateways that can seat their agents, by `via`. */
export class Callers {
  readonly #callers = new Map<string, Caller>();

  add(via: string, caller: Caller): void {
    this.#callers.set(via, caller);
  }

  /** The gateway through which this agent can be seated now. */
  async reach(agent: string, game: string): Promise<string | undefined> {
    for (const [via, caller] of this.#callers) if (await caller.canSeat(agent, game)) return via;
    return undefined;
  }

  seat(via: string, agent: string, match: MatchHandle, seat: Seat): void {
    this.#callers.get(via)?.seat(agent, match, seat);
  }
}
