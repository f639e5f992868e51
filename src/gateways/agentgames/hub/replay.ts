import type { Match } from '../../../core/match.ts';
import { type Entry, type MatchRecord, type Position, positions } from '../../../core/record.ts';
import { plain } from './plain.ts';

const LONGEST_WORDS = 60;

/** A finished match step by step. Nothing is computed before it is looked at. */
export class Replay {
  readonly record: MatchRecord;
  readonly #match: Match;
  readonly #positions: Position[] = [];
  readonly #ahead: Generator<Position>;

  constructor(match: Match) {
    this.record = match.record;
    this.#match = match;
    this.#ahead = positions(match.game, match.record);
  }

  /** The number of the last step; the first is 0, before any move. */
  get last(): number {
    return this.record.entries.length;
  }

  position(step: number): Position {
    while (this.#positions.length <= step) this.#positions.push(this.#ahead.next().value!);
    return this.#positions[step]!;
  }

  view(step: number): unknown {
    return this.#match.game.view(this.position(step).state, 'replay');
  }

  /** What led to a step, from 1. */
  words(step: number): string {
    const { state } = this.position(step - 1);
    return plain(wordsFor(this.record.entries[step - 1]!, state, this.#match.game.text?.print), LONGEST_WORDS);
  }
}

function wordsFor(entry: Entry, state: unknown, print?: (state: unknown, move: unknown) => string): string {
  const seats = (list: number[]) => list.map((seat) => seat + 1).join(', ');
  switch (entry.kind) {
    case 'move':
      return entry.moves
        .map(({ seat, move }) => `${seat + 1}: ${print?.(state, move) ?? JSON.stringify(move)}`)
        .join('  ');
    case 'late':
      return `${seats(entry.seats)}: out of time`;
    case 'forfeit':
      return `${seats(entry.seats)}: forfeit (${entry.why})`;
    case 'end':
      return `ended: ${entry.reason}`;
    case 'note':
      return entry.topic;
  }
}
