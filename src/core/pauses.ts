import type { Clock } from './clock.ts';
import type { Refused } from './judge.ts';
import { Timer } from './timer.ts';

const LONGEST = 10 * 60_000;

/** How long a match has been paused in all. */
export class Pauses {
  readonly #left: Timer;

  /** @param end it has been long enough */
  constructor(clock: Clock, end: () => void) {
    this.#left = new Timer(clock, end);
    this.#left.set(LONGEST);
  }

  follow(paused: boolean): void {
    if (paused) this.#left.run();
    else this.#left.stop();
  }

  /** The match is over, or the server stops. */
  close(): void {
    this.#left.close();
  }

  /** Why it is not paused again, or nothing. */
  get refusal(): Refused | undefined {
    if (this.#left.left > 0) return undefined;
    return { code: 'illegal', reason: 'The match was paused for ten minutes in all.' };
  }
}
