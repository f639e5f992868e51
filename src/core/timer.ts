import type { Cancel, Clock } from './clock.ts';

/** A span of match time that can be stopped and run on. */
export class Timer {
  readonly #clock: Clock;
  readonly #end: () => void;
  #left: number;
  #since: number | undefined;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, ms: number, end: () => void) {
    this.#clock = clock;
    this.#left = ms;
    this.#end = end;
  }

  get left(): number {
    const gone = this.#since === undefined ? 0 : this.#clock.ticks() - this.#since;
    return Math.max(0, this.#left - gone);
  }

  get running(): boolean {
    return this.#since !== undefined;
  }

  run(): void {
    if (this.running) return;
    this.#since = this.#clock.ticks();
    this.#cancel = this.#clock.after(this.#left, () => {
      this.#left = 0;
      this.#since = undefined;
      this.#end();
    });
  }

  stop(): void {
    if (!this.running) return;
    this.#left = this.left;
    this.#since = undefined;
    this.#cancel?.();
  }
}
