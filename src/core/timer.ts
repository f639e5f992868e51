import type { Cancel, Clock } from './clock.ts';

/**
 * A span of match time that can be stopped, run on and set anew. It stays on the clock meanwhile, and when it is called
 * too early it waits for the rest: what is set anew with each turn costs nothing but the setting.
 */
export class Timer {
  readonly #clock: Clock;
  readonly #end: () => void;
  #left = 0;
  #since: number | undefined;
  /** When the clock will call, at the end or before it. */
  #called: { at: number; cancel: Cancel } | undefined;

  /** @param end called when the time has run out */
  constructor(clock: Clock, end: () => void) {
    this.#clock = clock;
    this.#end = end;
  }

  get left(): number {
    const gone = this.#since === undefined ? 0 : this.#clock.ticks() - this.#since;
    return Math.max(0, this.#left - gone);
  }

  get running(): boolean {
    return this.#since !== undefined;
  }

  /** It stands then. */
  set(ms: number): void {
    this.#left = ms;
    this.#since = undefined;
  }

  run(): void {
    if (this.running) return;
    this.#since = this.#clock.ticks();
    this.#wait(this.#since);
  }

  stop(): void {
    if (!this.running) return;
    this.#left = this.left;
    this.#since = undefined;
  }

  /** Leaves the clock. */
  close(): void {
    this.stop();
    this.#called?.cancel();
    this.#called = undefined;
  }

  #wait(now: number): void {
    const end = this.#since! + this.#left;
    if (this.#called && this.#called.at <= end) return;
    this.#called?.cancel();
    this.#called = { at: end, cancel: this.#clock.after(end - now, () => this.#call()) };
  }

  #call(): void {
    this.#called = undefined;
    if (this.#since === undefined) return;
    const now = this.#clock.ticks();
    if (now < this.#since + this.#left) return this.#wait(now);
    this.set(0);
    this.#end();
  }
}
