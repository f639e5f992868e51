import { busyLoop } from '../core/busy-loop.ts';
import type { Clock } from '../core/clock.ts';

const CHANGE_EVERY_MS = 250;
const DEAREST = 32;

/**
 * How much dearer than usual a request is. It doubles again and again as long as the loop is busy, so that there is always
 * some of it left for those who play: whoever asks seldom hardly feels it, whoever asks for all of it gets little.
 */
export class Prices {
  readonly #clock: Pick<Clock, 'ticks'>;
  readonly #isBusy: () => boolean;
  #factor = 1;
  #at: number;

  constructor(clock: Pick<Clock, 'ticks'>, isBusy = busyLoop()) {
    this.#clock = clock;
    this.#isBusy = isBusy;
    this.#at = clock.ticks();
  }

  get factor(): number {
    const now = this.#clock.ticks();
    const changes = Math.floor((now - this.#at) / CHANGE_EVERY_MS);
    if (changes === 0) return this.#factor;
    this.#at = now;
    // Nobody asked for longer than one change takes: the loop was not busy with requests.
    if (this.#isBusy() && changes < 4) this.#factor = Math.min(DEAREST, this.#factor * 2);
    else this.#factor = Math.max(1, this.#factor / 2 ** changes);
    return this.#factor;
  }
}
