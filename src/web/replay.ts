import type { AnyGame, Viewer } from '../core/game.ts';
import { type ExportedRecord, type Position, positions } from '../core/record.ts';
import { type Told, Step as ToldStep, turnNumber } from '../core/step.ts';
import type { Step } from './wire.ts';

/** The finished match played again here, as any viewer saw it. */
export class Replay {
  readonly positions: Position[];
  readonly #game: AnyGame;
  readonly #record: ExportedRecord;
  readonly #told: Told;

  constructor(game: AnyGame, record: ExportedRecord) {
    this.#game = game;
    this.#record = record;
    this.positions = [...positions(game, record)];
    this.#told = { game, record, first: turnNumber(this.positions[0]!), spectatorsSee: 'spectator' };
  }

  step(number: number, viewer: Viewer): Step {
    const { [number]: position, [number - 1]: before } = this.positions;
    return new ToldStep(this.#told, position!, this.#record.entries[number - 1], before).past(viewer) as Step;
  }

  /** Whether the seats see different things. */
  get hasSecrets(): boolean {
    const { state } = this.positions[Math.floor(this.positions.length / 2)]!;
    const seen = (viewer: Viewer) => JSON.stringify(this.#game.view(state, viewer));
    return seen(0) !== seen(1);
  }
}
