import { type RateLimit, rateLimit } from '../../../accounts/rate-limit.ts';
import type { Clock } from '../../../core/clock.ts';

const MOST_OPEN = 256;
const OPENED = { burst: 3000, perMinute: 3000 };

/** How many connections an address may hold, and open in a minute. A wrong key uses up one, like a right one. */
export class AddressLimits {
  readonly #open = new Map<string, number>();
  readonly #opened: RateLimit;

  constructor(clock: Clock) {
    this.#opened = rateLimit(clock, OPENED);
  }

  /** False: refuse it. True: `release` it when it has closed. */
  admit(address: string): boolean {
    const open = this.#open.get(address) ?? 0;
    if (open >= MOST_OPEN || !this.#opened.take(address)) return false;
    this.#open.set(address, open + 1);
    return true;
  }

  release(address: string): void {
    const open = (this.#open.get(address) ?? 1) - 1;
    if (open === 0) this.#open.delete(address);
    else this.#open.set(address, open);
  }
}
