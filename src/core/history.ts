import { canonical } from './canonical.ts';
import type { AnyGame, Viewer } from './game.ts';
import type { MatchRecord } from './record.ts';
import { type SpectatorsSee, type Step, steps } from './step.ts';
import { readMove, type Submission } from './submission.ts';
import type { Update } from './update.ts';

/** Earlier steps of a match, re-simulated when first asked for and kept up from then on, until it is over. */
export class History {
  readonly #game: AnyGame;
  readonly #record: MatchRecord;
  readonly #spectatorsSee: SpectatorsSee;
  #steps: Step[] | undefined;
  #closed = false;
  #forgotten = 0;

  constructor(game: AnyGame, record: MatchRecord, spectatorsSee: SpectatorsSee) {
    this.#spectatorsSee = spectatorsSee;
    this.#game = game;
    this.#record = record;
  }

  add(step: Step): void {
    this.#steps?.push(step);
  }

  forget(): void {
    this.#forgotten++;
    this.#steps = undefined;
  }

  /** The match is over: nothing is kept any more, for many matches that are over may be looked at. */
  close(): void {
    this.#closed = true;
    this.forget();
  }

  /** Whether the seat's own decision of that turn was just this; in a sealed turn it may still be held. */
  decided(submission: Submission, turn: number): boolean {
    const all = this.#all();
    const { entries } = this.#record;
    for (const [index, entry] of entries.entries()) {
      const { state, status } = all[index]!.position;
      if (entry.kind !== 'move' || status.kind !== 'turn' || status.number !== turn) continue;
      const [made] = entry.moves;
      if (made!.seat !== submission.seat) continue;
      if (canonical(made!.move) === canonical(readMove(this.#game, state, submission).move)) return true;
    }
    return false;
  }

  /** All steps one by one as they are played again, or from `first` on where they are at hand. */
  *from(first: number): Generator<Step> {
    const kept = this.#steps;
    if (kept) {
      for (let step = first; step < kept.length; step++) yield kept[step]!;
      return;
    }
    const all: Step[] = [];
    const forgotten = this.#forgotten;
    for (const step of steps(this.#game, this.#record, this.#spectatorsSee)) {
      if (!this.#closed) all.push(step);
      yield step;
    }
    if (!this.#closed && forgotten === this.#forgotten) this.#steps ??= all;
  }

  /** The steps after `after` and before `before`. */
  *updates(viewer: Viewer, after: number, before: number): Generator<Update> {
    if (after + 1 >= before) return;
    const all = this.#all();
    for (let step = Math.max(0, after + 1); step < before; step++) yield all[step]!.past(viewer);
  }

  #all(): Step[] {
    const all = this.#steps ?? [...steps(this.#game, this.#record, this.#spectatorsSee)];
    if (!this.#closed) this.#steps = all;
    return all;
  }
}
