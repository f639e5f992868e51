import type { AnyGame, Viewer } from './game.ts';
import { type MatchRecord, type Position, positions } from './record.ts';
import { happened, type Update } from './update.ts';

/** Earlier steps of a match, re-simulated when first asked for and kept up from then on. */
export class History {
  readonly #game: AnyGame;
  readonly #record: MatchRecord;
  readonly #spectatorsSee: Viewer;
  #positions: Position[] | undefined;
  readonly #updates = new Map<Viewer, Update[]>();

  constructor(game: AnyGame, record: MatchRecord, spectatorsSee: Viewer) {
    this.#spectatorsSee = spectatorsSee;
    this.#game = game;
    this.#record = record;
  }

  add(position: Position): void {
    this.#positions?.push(position);
  }

  forget(): void {
    this.#positions = undefined;
    this.#updates.clear();
  }

  /** The steps after `after` and before `before`. */
  *updates(viewer: Viewer, after: number, before: number): Generator<Update> {
    if (after + 1 >= before) return;
    this.#positions ??= [...positions(this.#game, this.#record)];
    let made = this.#updates.get(viewer);
    if (!made) this.#updates.set(viewer, (made = []));
    for (let step = Math.max(0, after + 1); step < before; step++) yield (made[step] ??= this.#update(viewer, step));
  }

  #update(viewer: Viewer, step: number): Update {
    const position = this.#positions![step]!;
    const entry = this.#record.entries[step - 1];
    return Object.freeze({
      match: this.#record.id,
      step,
      at: entry?.at ?? this.#record.at,
      status: position.status,
      ...happened(position, entry),
      view: this.#game.view(position.state, viewer === 'spectator' ? this.#spectatorsSee : viewer),
      clock: null,
      seats: position.strikes.map((strikes) => ({ here: true, told: false, strikes })),
      watching: 0,
      begun: true,
      paused: position.paused,
      pace: position.pace,
    });
  }
}
