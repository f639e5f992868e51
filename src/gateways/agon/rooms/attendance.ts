import type { Seat } from '../../../core/game.ts';

type Send = (frame: string) => void;

/** Who of ours is at a match, for what is told to them besides the match's own updates. */
export class Attendance {
  readonly #byMatch = new Map<string, Map<Send, Seat | 'spectator'>>();

  /** @returns leaves */
  join(match: string, as: Seat | 'spectator', send: Send): () => void {
    let present = this.#byMatch.get(match);
    if (!present) this.#byMatch.set(match, (present = new Map()));
    present.set(send, as);
    return () => {
      present.delete(send);
      if (present.size === 0 && this.#byMatch.get(match) === present) this.#byMatch.delete(match);
    };
  }

  tellAll(match: string, frame: string): void {
    for (const send of this.#of(match).keys()) send(frame);
  }

  tellPlayers(match: string, frame: string): void {
    for (const [send, as] of this.#of(match)) if (as !== 'spectator') send(frame);
  }

  #of(match: string): Map<Send, Seat | 'spectator'> {
    return new Map(this.#byMatch.get(match));
  }
}
