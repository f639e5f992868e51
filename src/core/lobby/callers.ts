import type { Expected, MatchHandle, Unplayed } from '../arena.ts';
import type { Seat } from '../game.ts';

interface Caller {
  canSeat(agent: string, game: string): boolean | Promise<boolean>;
  seat(agent: string, match: MatchHandle, seat: Seat): void;
  lastResort?: boolean;
  release?(agent: string, game: string): void;
  tell?(agent: string, notice: Unplayed): void;
}

interface Expecting {
  expected: Expected;
  arrived(): void;
}

/** The gateways that can seat their agents, by `via`, and the agents that arranged matches wait for. */
export class Callers {
  readonly #callers = new Map<string, Caller>();
  #inOrder: [string, Caller][] = [];
  readonly #expecting = new Map<string, Set<Expecting>>();

  add(via: string, caller: Caller): void {
    this.#callers.set(via, caller);
    this.#inOrder = [...this.#callers].sort(
      ([, a], [, b]) => Number(a.lastResort ?? false) - Number(b.lastResort ?? false),
    );
  }

  /** The gateway through which this agent can be seated now. */
  async reach(agent: string, game: string): Promise<string | undefined> {
    for (const [via, caller] of this.#inOrder) if (await caller.canSeat(agent, game)) return via;
    return undefined;
  }

  seat(via: string, agent: string, match: MatchHandle, seat: Seat): void {
    this.#callers.get(via)?.seat(agent, match, seat);
  }

  expect(expected: Expected, arrived: () => void): () => void {
    const { agent, game } = expected;
    const one = { expected, arrived };
    const all = this.#expecting.get(agent) ?? new Set();
    this.#expecting.set(agent, all.add(one));
    return () => {
      if (!all.delete(one) || this.#waitFor(agent, game).length > 0) return;
      if (all.size === 0 && this.#expecting.get(agent) === all) this.#expecting.delete(agent);
      for (const caller of this.#callers.values()) caller.release?.(agent, game);
    };
  }

  expecting(agent: string): Expected[] {
    return this.#waitFor(agent).map(({ expected }) => expected);
  }

  /** @returns whether a match waits for the agent */
  arrive(agent: string, game?: string): boolean {
    const waiting = this.#waitFor(agent, game);
    for (const { arrived } of waiting) arrived();
    return waiting.length > 0;
  }

  tell(agent: string, notice: Unplayed): void {
    for (const caller of this.#callers.values()) caller.tell?.(agent, notice);
  }

  #waitFor(agent: string, game?: string): Expecting[] {
    const all = [...(this.#expecting.get(agent) ?? [])];
    return game === undefined ? all : all.filter(({ expected }) => expected.game === game);
  }
}
