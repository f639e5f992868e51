import type { Seat } from '../game.ts';
import type { Match } from '../match.ts';

/** A gateway's way to bring an agent of its own into a match that was arranged elsewhere. */
export interface Caller {
  /** Whether the agent is connected and free. */
  canSeat(agent: string, game: string): boolean;
  /** Called when the match begins. An agent that has gone meanwhile finds it among its unfinished ones. */
  seat(agent: string, match: Match, seat: Seat): void;
}

/** The gateways that can seat their agents, by `via`. */
export class Callers {
  readonly #callers = new Map<string, Caller>();

  add(via: string, caller: Caller): void {
    this.#callers.set(via, caller);
  }

  /** The gateway through which this agent can be seated now. */
  reach(agent: string, game: string): string | undefined {
    for (const [via, caller] of this.#callers) if (caller.canSeat(agent, game)) return via;
    return undefined;
  }

  seat(via: string, agent: string, match: Match, seat: Seat): void {
    this.#callers.get(via)?.seat(agent, match, seat);
  }
}
