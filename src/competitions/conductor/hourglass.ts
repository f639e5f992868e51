import type { Clock } from '../../core/clock.ts';

/** Time that is left, in match time, so that a clock that is set does not change it. */
export class Hourglass {
  readonly #clock: Clock;
  #left: number;
  #since: number | undefined;

  constructor(clock: Clock, left: number, running: boolean) {
    this.#clock = clock;
    this.#left = Math.max(0, left);
    if (running) this.start();
  }

  get left(): number {
    return this.#since === undefined ? this.#left : Math.max(0, this.#left - (this.#clock.ticks() - this.#since));
  }

  start(): void {
    this.#since ??= this.#clock.ticks();
  }

  stop(): void {
    this.#left = this.left;
    this.#since = undefined;
  }
}

/** How much is left of a stretch that began then: all of it at most, also if the clock was set back since. */
export const leftOf = (length: number, began: number | null, now: number): number =>
  began === null ? length : Math.min(length, Math.max(0, length - (now - began)));
