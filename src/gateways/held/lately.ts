import type { Clock } from '../../core/clock.ts';

const MOST = 10_000;

/** Who called lately, and by which gateway. */
export class Lately {
  readonly #clock: Clock;
  readonly #calls = new Map<string, { via: string; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  called(agent: string, via: string): void {
    this.#calls.delete(agent);
    if (this.#calls.size >= MOST) this.#calls.delete(this.#calls.keys().next().value!);
    this.#calls.set(agent, { via, at: this.#clock.ticks() });
  }

  /** Whether its last call was by this gateway, and no longer ago. */
  hasCalled(agent: string, via: string, ms: number): boolean {
    const last = this.#calls.get(agent);
    return last?.via === via && this.#clock.ticks() - last.at <= ms;
  }
}
