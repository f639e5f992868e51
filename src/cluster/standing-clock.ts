import type { Clock } from '../core/clock.ts';
import { Timer } from '../core/timer.ts';

/** A clock that stands while its node may not decide anything: no time passes, and what was to happen happens later. */
export class StandingClock implements Clock {
  readonly #real: Clock;
  readonly #timers = new Set<Timer>();
  #lost = 0;
  #since: number | undefined;

  constructor(real: Clock) {
    this.#real = real;
  }

  now(): number {
    return this.#real.now();
  }

  ticks(): number {
    return (this.#since ?? this.#real.ticks()) - this.#lost;
  }

  after(ms: number, call: () => void): () => void {
    const timer = new Timer(this.#real, () => {
      this.#timers.delete(timer);
      call();
    });
    timer.set(ms);
    this.#timers.add(timer);
    if (this.#since === undefined) timer.run();
    return () => {
      timer.close();
      this.#timers.delete(timer);
    };
  }

  stand(): void {
    if (this.#since !== undefined) return;
    this.#since = this.#real.ticks();
    for (const timer of this.#timers) timer.stop();
  }

  goOn(): void {
    if (this.#since === undefined) return;
    this.#lost += this.#real.ticks() - this.#since;
    this.#since = undefined;
    for (const timer of [...this.#timers]) timer.run();
  }
}
