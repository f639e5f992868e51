import { rateLimit } from '../../accounts/rate-limit.ts';
import type { Clock } from '../../core/clock.ts';

/** Calls of one agent that may wait at once. */
const MOST_WAITS = 100;
const CALLS = { perMinute: 30_000, burst: 3000 };

/** What one agent may ask for at once. */
export class CallLimits {
  readonly #waits = new Map<string, number>();
  readonly #calls: ReturnType<typeof rateLimit>;

  constructor(clock: Pick<Clock, 'ticks'>) {
    this.#calls = rateLimit(clock, CALLS);
  }

  /** Whether one more call may be made now. */
  call(agent: string): boolean {
    return this.#calls.take(agent);
  }

  /** A call begins that may wait. @returns ends it; undefined: too many wait already */
  wait(agent: string): (() => void) | undefined {
    const waiting = this.#waits.get(agent) ?? 0;
    if (waiting >= MOST_WAITS) return undefined;
    this.#waits.set(agent, waiting + 1);
    return () => {
      const left = this.#waits.get(agent)! - 1;
      if (left > 0) this.#waits.set(agent, left);
      else this.#waits.delete(agent);
    };
  }
}
