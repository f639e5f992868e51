import type { Clock } from '../../core/clock.ts';

const BURST = 1024 * 1024;
const PER_SECOND = 256 * 1024;
/** What reading even an empty message costs, in bytes. */
const EACH = 256;

/** How much one agent may say. What is over it is dropped unread, so that chatter cannot slow others down. */
export class Allowance {
  readonly #clock: Clock;
  #left = BURST;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  take(length: number): boolean {
    const cost = EACH + length;
    if (this.#left < cost) this.#refill();
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }

  #refill(): void {
    const now = this.#clock.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) * PER_SECOND) / 1000);
    this.#at = now;
  }
}
