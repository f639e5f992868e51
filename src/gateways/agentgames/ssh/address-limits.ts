import type { Clock } from '../../../core/clock.ts';

const MOST_OPEN = 256;
const MOST_OPENED = 3000;
const MOST_FAILED = 600;
const MINUTE = 60_000;

/** How many connections an address may hold, open, and fail to authenticate in a minute. */
export class AddressLimits {
  readonly #clock: Clock;
  readonly #open = new Map<string, number>();
  readonly #opened = new Map<string, number>();
  readonly #failed = new Map<string, number>();
  #since: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** False: refuse it. True: `release` it when it has closed. */
  admit(address: string): boolean {
    this.#forgetOld();
    const open = this.#open.get(address) ?? 0;
    const opened = this.#opened.get(address) ?? 0;
    if (open >= MOST_OPEN || opened >= MOST_OPENED || (this.#failed.get(address) ?? 0) >= MOST_FAILED) return false;
    this.#open.set(address, open + 1);
    this.#opened.set(address, opened + 1);
    return true;
  }

  release(address: string, authenticated: boolean): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open === 0) this.#open.delete(address);
    else this.#open.set(address, open);
    if (!authenticated) this.#failed.set(address, (this.#failed.get(address) ?? 0) + 1);
  }

  #forgetOld(): void {
    if (this.#clock.now() - this.#since < MINUTE) return;
    this.#since = this.#clock.now();
    this.#opened.clear();
    this.#failed.clear();
  }
}
