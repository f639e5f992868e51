import type { Clock } from '../core/clock.ts';

/** So many at once, and so many more each second. */
export interface Measure {
  burst: number;
  perSecond: number;
}

const SECOND = 1000;

/** The one token bucket. It fills by the ticks of the clock, which it reads only when it runs out. */
export class Bucket {
  readonly #clock: Pick<Clock, 'ticks'>;
  readonly #measure: Measure;
  #left: number;
  #at: number;

  constructor(clock: Pick<Clock, 'ticks'>, measure: Measure) {
    this.#clock = clock;
    this.#measure = measure;
    this.#left = measure.burst;
    this.#at = clock.ticks();
  }

  /** Whether so much may be taken now. */
  allows(cost = 1): boolean {
    if (this.#left < cost) this.#fill();
    return this.#left >= cost;
  }

  /** Takes so much, if there is so much. */
  take(cost = 1): boolean {
    const allowed = this.allows(cost);
    if (allowed) this.#left -= cost;
    return allowed;
  }

  /** Whole seconds until so much may be taken, for whoever was refused: at least one, though there may be enough by now. */
  wait(cost = 1): number {
    return this.allows(cost) ? 1 : Math.ceil((cost - this.#left) / this.#measure.perSecond);
  }

  #fill(): void {
    const { burst, perSecond } = this.#measure;
    const now = this.#clock.ticks();
    this.#left = Math.min(burst, this.#left + (Math.max(0, now - this.#at) / SECOND) * perSecond);
    this.#at = now;
  }
}
