import type { MatchHandle } from '../../core/arena.ts';
import type { Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { Happened } from './json.ts';
import { happenedIn } from './picture.ts';

/** So many past moves are kept at hand; older ones are made again when somebody asks for them. */
const KEPT = 100;
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
    const tooMany = this.#items.length - KEPT;
    if (tooMany <= 0) return;
    this.#after = this.#items[tooMany - 1]!.step;
    this.#items = this.#items.filter(({ step }) => step > this.#after);
  }

  /** What happened after one step up to another, at most the last hundred moves of it. */
  async between(match: MatchHandle, seat: Seat, after: number, upTo: number): Promise<Happened[]> {
    if (after >= upTo) return NOTHING;
    if (after >= this.#after) return this.#items.filter(({ step }) => step > after && step <= upTo);
    const past = await stepsBetween(match, seat, after, upTo);
    return past.flatMap(happenedIn).slice(-KEPT);
  }
}

const stepsBetween = (match: MatchHandle, seat: Seat, after: number, upTo: number): Promise<Update[]> =>
  new Promise((resolve) => {
    const past: Update[] = [];
    const stop = match.watch(
      seat,
      (update) => {
        if (past.length > 0 && past.at(-1)!.step >= upTo) return;
        past.push(update);
        if (update.step < upTo) return;
        resolve(past);
        queueMicrotask(() => stop());
      },
      { after, unseen: true },
    );
  });
