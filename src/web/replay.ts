import type { AnyGame, SeatMove, Viewer } from '../core/game.ts';
import { hashSeed } from '../core/random.ts';
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

export type Verdict = { agrees: true; steps: number } | { agrees: false; why: string };

/** Plays the record again by the rules and says whether seed, moves and result fit together. */
export function verify(game: AnyGame, record: ExportedRecord, publishedHash: string): Verdict {
  if (game.version !== record.version) {
    return { agrees: false, why: `It was played by version ${record.version} of the rules; here is ${game.version}.` };
  }
  if (hashSeed(record.seed) !== record.seedHash || record.seedHash !== publishedHash) {
    return { agrees: false, why: 'The seed does not have the hash that was published.' };
  }
  let step = 0;
  try {
    let last: Position | undefined;
    for (const position of positions(game, record)) {
      const entry = last && record.entries[last.step];
      const illegal = entry?.kind === 'move' && entry.moves.find((move) => refused(game, last!, move));
      if (illegal) return { agrees: false, why: `The move at step ${step} is against the rules.` };
      last = position;
      step++;
    }
    const status = JSON.stringify(sorted(last?.status));
    if (status !== JSON.stringify(sorted(record.outcome))) {
      return { agrees: false, why: 'The moves lead to another result.' };
    }
  } catch (error) {
    return { agrees: false, why: `The rules do not take step ${step}: ${(error as Error).message}` };
  }
  return { agrees: true, steps: record.entries.length };
}

const refused = (game: AnyGame, { state }: Position, move: SeatMove): boolean => game.check(state, move) !== undefined;

/** The same value with its keys in order, so that equal values have equal text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as { [key: string]: unknown })[key])]));
}
