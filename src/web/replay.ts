import type { AnyGame, Viewer } from '../core/game.ts';
import { type Entry, type ExportedRecord, type Position, positions, waitingFor } from '../core/record.ts';
import type { Step } from './wire.ts';

/** The finished match played again here, as any viewer saw it. */
export class Replay {
  readonly positions: Position[];
  readonly #game: AnyGame;
  readonly #record: ExportedRecord;

  constructor(game: AnyGame, record: ExportedRecord) {
    this.#game = game;
    this.#record = record;
    this.positions = [...positions(game, record)];
  }

  step(number: number, viewer: Viewer): Step {
    const position = this.positions[number]!;
    const { status, held } = position;
    const entry = this.#record.entries[number - 1];
    return {
      match: this.#record.id,
      step: number,
      at: entry?.at ?? this.#record.at,
      status,
      ...happened(entry),
      waiting: status.kind === 'turn' ? waitingFor(status, held) : [],
      view: this.#game.view(position.state, viewer),
      clock: null,
      seats: [],
      watching: 0,
      begun: true,
      paused: position.paused,
      pace: position.pace,
    };
  }

  /** Whether the seats see different things. */
  get hasSecrets(): boolean {
    const { state } = this.positions[Math.floor(this.positions.length / 2)]!;
    const seen = (viewer: Viewer) => JSON.stringify(this.#game.view(state, viewer));
    return seen(0) !== seen(1);
  }
}

function happened(entry: Entry | undefined): Pick<Step, 'moved' | 'late'> & Partial<Pick<Step, 'left' | 'note'>> {
  switch (entry?.kind) {
    case 'move':
      return { moved: entry.moves.map(({ seat }) => seat), late: [] };
    case 'late':
      return { moved: [], late: entry.seats };
    case 'forfeit':
      return { moved: [], late: [], left: { seats: entry.seats, why: entry.why } };
    case 'note':
      return { moved: [], late: [], note: { topic: entry.topic, data: entry.data } };
    default:
      return { moved: [], late: [] };
  }
}
