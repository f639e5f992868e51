import type { Match } from '../../core/match.ts';
import { positions } from '../../core/record.ts';

export interface Said {
  seat: number;
  content: string;
  /** From 1. */
  number: number;
  at: number;
  /** The step that it made. */
  step: number;
}

/**
 * What was said in a match, as text, once for all who follow it. Rooms are for games whose moves are public when they are
 * made; those that are no messages (a trade's) are left out.
 */
export class Transcript {
  readonly #match: Match;
  readonly #isMessage: (move: unknown) => boolean;
  readonly #said: Said[] = [];
  #step = 0;
  #state: unknown;

  constructor(match: Match, isMessage: (move: unknown) => boolean) {
    this.#match = match;
    this.#isMessage = isMessage;
    this.follow();
  }

  get all(): readonly Said[] {
    return this.#said;
  }

  /** What was said in a step. */
  at(step: number): Said | undefined {
    for (let i = this.#said.length - 1; i >= 0; i--) {
      const said = this.#said[i]!;
      if (said.step <= step) return said.step === step ? said : undefined;
    }
  }

  /** Catches up with the match. One step at a time costs one print; a match found under way is played through once. */
  follow(): void {
    const { position, record, game } = this.#match;
    if (position.step > this.#step + 1 || (this.#state === undefined && position.step > 0)) {
      this.#said.length = 0;
      let step = 0;
      for (const { state } of positions(game, record)) {
        if (step < record.entries.length) this.#read(step, state);
        step++;
      }
    } else if (position.step === this.#step + 1) {
      this.#read(this.#step, this.#state);
    }
    this.#step = position.step;
    this.#state = position.state;
  }

  /** Reads the entry that follows a state. */
  #read(index: number, before: unknown): void {
    const entry = this.#match.record.entries[index];
    if (entry?.kind !== 'move') return;
    for (const { seat, move } of entry.moves) {
      if (seat < 0 || !this.#isMessage(move)) continue;
      const content = this.#match.game.text!.print(before, move);
      this.#said.push({ seat, content, number: this.#said.length + 1, at: entry.at, step: index + 1 });
    }
  }
}
