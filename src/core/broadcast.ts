import type { AnyGame } from './game.ts';
import type { MatchRecord } from './record.ts';
import { type Step, steps, turnNumber } from './step.ts';
import type { Update } from './update.ts';

/**
 * What spectators of a match under way are shown of where it was: a position that is old enough by the game's count of
 * decisions and by the server's time. Made from the record when somebody first looks, and kept up from then on.
 */
export class Broadcast {
  readonly #game: AnyGame;
  readonly #record: MatchRecord;
  readonly #delay: number;
  /** Too young to be shown, the oldest first; undefined: nobody has looked yet. */
  #young: Step[] | undefined;
  #last: { state: unknown; shown: NonNullable<Update['broadcast']> } | undefined;

  /** @param delay in milliseconds of match time */
  constructor(game: AnyGame, record: MatchRecord, delay: number) {
    this.#game = game;
    this.#record = record;
    this.#delay = delay;
  }

  add(step: Step): void {
    this.#young?.push(step);
  }

  forget(): void {
    this.#young = this.#last = undefined;
  }

  /** @param now the latest step */
  shown(now: Step): Update['broadcast'] {
    const { after, view } = this.#game.broadcast!;
    this.#young ??= [...steps(this.#game, this.#record, 'spectator')];
    const newest = turnNumber(now.position) - after;
    const latest = now.at - this.#delay;
    const isYoung = (step: Step): boolean => turnNumber(step.position) > newest || step.at > latest;
    const youngest = this.#young.findIndex(isYoung);
    for (const step of this.#young.splice(0, youngest < 0 ? this.#young.length : youngest)) {
      const { state } = step.position;
      if (this.#last?.state === state) continue;
      const seen = view(state, this.#last?.shown.view);
      this.#last = { state, shown: { step: step.position.step, at: step.at, view: seen } };
    }
    return this.#last?.shown;
  }
}
