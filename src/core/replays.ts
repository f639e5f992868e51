import type { AnyGame } from './game.ts';
import { Pace } from './pace.ts';
import type { MatchRecord } from './record.ts';
import { type SpectatorsSee, type Step, steps } from './step.ts';
import { StorageBusy } from './storage.ts';

/** Each of them holds its record. */
const MOST_WAITING = 64;

/** Plays finished matches again behind the play, and none for long without a break. */
export class Replays {
  readonly #pace = new Pace();
  #under = 0;

  /** Where a record leads. Rejects where it does not fit the rules, and with StorageBusy where too many wait. */
  async lastStep(game: AnyGame, record: MatchRecord, spectatorsSee: SpectatorsSee): Promise<Step> {
    let last: Step | undefined;
    for await (const step of this.each(steps(game, record, spectatorsSee))) last = step;
    return last!;
  }

  /** The steps of a match that is over, as somebody asks for them. Throws StorageBusy where too many do. */
  async *each<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
    if (this.#under >= MOST_WAITING) throw new StorageBusy();
    this.#under++;
    try {
      yield* this.#pace.each(items);
    } finally {
      this.#under--;
    }
  }

  /** Those of a match under way, for which somebody who plays may be waiting. */
  eachOfLive<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, void> {
    return this.#pace.each(items);
  }
}
