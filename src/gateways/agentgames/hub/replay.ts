import type { MatchHandle } from '../../../core/arena.ts';
import { AUDIENCE, type Seat } from '../../../core/game.ts';
import type { Update } from '../../../core/update.ts';
import { sideOf } from './boards/board.ts';
import { plain } from './plain.ts';

const LONGEST_WORDS = 60;

/** A finished match step by step, everything shown. */
export class Replay {
  readonly match: MatchHandle;
  readonly #steps: Update[];

  constructor(match: MatchHandle, steps: Update[]) {
    this.match = match;
    this.#steps = steps;
  }

  /** The number of the last step; the first is 0, before any move. */
  get last(): number {
    return this.#steps.length - 1;
  }

  step(number: number): Update {
    return this.#steps[number]!;
  }

  /** What led to a step, from 1. */
  words(step: number): string {
    return plain(this.#wordsFor(this.step(step)), LONGEST_WORDS);
  }

  #wordsFor({ played = [], late, left, ended, note }: Update): string {
    const side = (seat: Seat): string => (seat === AUDIENCE ? 'Audience' : sideOf(this.match.header.game, seat));
    const sides = (seats: Seat[]): string => seats.map(side).join(', ');
    if (late.length) return `${sides(late)}: out of time`;
    if (left) return `${sides(left.seats)}: forfeit (${left.why})`;
    if (ended) return `ended: ${ended.reason}`;
    if (note) return note.topic;
    return played.map(({ seat, text }) => `${side(seat)}: ${text}`).join('  ');
  }
}
