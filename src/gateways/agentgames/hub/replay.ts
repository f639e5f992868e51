import { AUDIENCE, type Seat } from '../../../core/game.ts';
import type { Match } from '../../../core/match.ts';
import { type Entry, type MatchRecord, type Position, positions } from '../../../core/record.ts';
import { sideOf } from './boards/board.ts';
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
    return plain(this.#wordsFor(this.record.entries[step - 1]!, state), LONGEST_WORDS);
  }

  #wordsFor(entry: Entry, state: unknown): string {
    const { text } = this.#match.game;
    const side = (seat: Seat): string => (seat === AUDIENCE ? 'Audience' : sideOf(this.record.game, seat));
    const print = (move: unknown): string => text?.print(state, move) ?? JSON.stringify(move);
    switch (entry.kind) {
      case 'move':
        return entry.moves.map(({ seat, move }) => `${side(seat)}: ${print(move)}`).join('  ');
      case 'late':
        return `${entry.seats.map(side).join(', ')}: out of time`;
      case 'forfeit':
        return `${entry.seats.map(side).join(', ')}: forfeit (${entry.why})`;
      case 'end':
        return `ended: ${entry.reason}`;
      case 'note':
        return entry.topic;
    }
  }
}
