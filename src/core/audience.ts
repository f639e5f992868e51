import type { Cancel, Clock } from './clock.ts';
import type { SeatMove } from './game.ts';
import type { Refused } from './judge.ts';

export interface Vote {
  move: SeatMove;
  done: (refused?: Refused) => void;
}

const GATHER = 1000;

/** Gathers the audience's moves for up to a second, so that a crowd's votes are one entry. One per spectator. */
export class Audience {
  readonly #clock: Clock;
  readonly #full: (votes: Vote[]) => void;
  #votes: Vote[] = [];
  #timer: Cancel | undefined;

  constructor(clock: Clock, full: (votes: Vote[]) => void) {
    this.#clock = clock;
    this.#full = full;
  }

  /** False: this spectator's vote is among those gathered. */
  add(move: SeatMove, done: Vote['done']): boolean {
    if (this.#votes.some((vote) => vote.move.by === move.by)) return false;
    this.#votes.push({ move, done });
    this.#timer ??= this.#clock.after(GATHER, () => {
      const votes = this.take();
      if (votes.length) this.#full(votes);
    });
    return true;
  }

  take(): Vote[] {
    this.#timer?.();
    this.#timer = undefined;
    const votes = this.#votes;
    this.#votes = [];
    return votes;
  }

  close(): void {
    for (const vote of this.take()) vote.done({ code: 'over', reason: 'The vote is closed.' });
  }
}
