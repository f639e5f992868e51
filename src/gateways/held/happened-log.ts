import type { MatchHandle } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { Happened } from './json.ts';
import { happenedIn } from './picture.ts';

/** Nobody is told of more steps than these at once. They are kept at hand, but for those before the match was looked at. */
const MOST_STEPS = 100;
const NOTHING: Happened[] = [];

/** What happened in a match as one seat may know it, by steps. */
export class HappenedLog {
  #items: Happened[] = [];
  /** All moves after this step are at hand. */
  #after = 0;

  /** The match was looked at anew: nothing is known before this step. */
  begin(step: number): void {
    this.#items = [];
    this.#after = step;
  }

  add(update: Update): void {
    if (update.step <= this.#after) return;
    this.#items.push(...happenedIn(update));
    const forgotten = update.step - MOST_STEPS;
    if (forgotten <= this.#after) return;
    this.#after = forgotten;
    while (this.#items[0] && this.#items[0].step <= forgotten) this.#items.shift();
  }

  /** What happened after one step up to another, at most the last hundred steps of it. */
  async between(match: MatchHandle, seat: Seat, after: number, upTo: number): Promise<Happened[]> {
    if (after >= upTo) return NOTHING;
    const from = Math.max(after, upTo - MOST_STEPS);
    if (from >= this.#after) return this.#items.filter(({ step }) => step > from && step <= upTo);
    const items: Happened[] = [];
    for await (const update of match.past(seat, from)) {
      items.push(...happenedIn(update));
      if (update.step >= upTo) break;
    }
    return items;
  }
}
