import type { Cancel, Clock } from './clock.ts';
import type { SeatMove } from './game.ts';
import type { Refused } from './judge.ts';
import { type Done, type Write, writing } from './mailbox.ts';
import type { SeatHolder } from './record.ts';
import type { CountsFully } from './voters.ts';

interface Vote {
  move: SeatMove;
  done: Done;
  /** Whether it counts fully is known. */
  known: Promise<void> | undefined;
}

export type Votes = Vote[];

export interface AudienceParts {
  clock: Clock;
  /** Those who play do not vote. */
  seats: readonly Pick<SeatHolder, 'agent'>[];
  judge(move: SeatMove): Refused | undefined;
  /** Absent: all votes count alike. */
  countsFully?: CountsFully | undefined;
  /** Votes are to be counted. */
  gathered(votes: Votes): void;
}

const GATHER = 1000;

/** Gathers the audience's moves for up to a second, so that a crowd's votes are one entry. One per spectator. */
export class Audience {
  readonly #parts: AudienceParts;
  #votes: Votes = [];
  #timer: Cancel | undefined;

  constructor(parts: AudienceParts) {
    this.#parts = parts;
  }

  vote(move: SeatMove, done: Done): void {
    if (this.#parts.seats.some(({ agent }) => agent === move.by)) {
      return done({ code: 'not-your-turn', reason: 'Those who play do not vote.' });
    }
    const refused = this.#parts.judge(move);
    if (refused) return done(refused);
    if (this.#votes.some((vote) => vote.move.by === move.by)) {
      return done({ code: 'already-moved', reason: 'You voted already.' });
    }
    this.#votes.push(this.#weighed(move, done));
    this.#timer ??= this.#parts.clock.after(GATHER, () => {
      const votes = this.take();
      if (votes.some(({ known }) => known)) {
        void Promise.all(votes.map(({ known }) => known)).then(() => this.#parts.gathered(votes));
      } else if (votes.length) this.#parts.gathered(votes);
    });
  }

  /** Slight until it is known that it is not. */
  #weighed(move: SeatMove, done: Done): Vote {
    const { countsFully, seats } = this.#parts;
    if (!countsFully) return { move, done, known: undefined };
    const vote: Vote = { move: { ...move, slight: true }, done, known: undefined };
    const weigh = (fully: boolean): void => {
      if (fully) vote.move = move;
    };
    vote.known = countsFully(move.by, seats).then(weigh, () => {});
    return vote;
  }

  take(): Votes {
    this.#timer?.();
    this.#timer = undefined;
    const votes = this.#votes;
    this.#votes = [];
    return votes;
  }

  /** The entry of those votes that still count. */
  count(votes: Votes): Write | undefined {
    const taken = votes.filter(({ move, done }) => {
      const refused = this.#parts.judge(move);
      if (refused) done(refused);
      return !refused;
    });
    if (taken.length === 0) return;
    const moves = taken.map(({ move }) => move);
    return writing({ at: this.#parts.clock.now(), kind: 'move', moves }, (refused) => {
      for (const vote of taken) vote.done(refused);
    });
  }

  close(): void {
    for (const vote of this.take()) vote.done({ code: 'over', reason: 'The vote is closed.' });
  }
}
