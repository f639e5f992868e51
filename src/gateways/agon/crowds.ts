import type { Seat } from '../../core/game.ts';

type Send = (frame: string) => void;

/** Who of ours is at a match, for what is told to them besides the match's own updates. */
export class Crowds {
  readonly #crowds = new Map<string, Map<Send, Seat | 'spectator'>>();

  /** @returns leaves */
  join(match: string, as: Seat | 'spectator', send: Send): () => void {
    let crowd = this.#crowds.get(match);
    if (!crowd) this.#crowds.set(match, (crowd = new Map()));
    crowd.set(send, as);
    return () => {
      crowd.delete(send);
      if (crowd.size === 0 && this.#crowds.get(match) === crowd) this.#crowds.delete(match);
    };
  }

  tellAll(match: string, frame: string): void {
    for (const send of this.#of(match).keys()) send(frame);
  }

  tellPlayers(match: string, frame: string): void {
    for (const [send, as] of this.#of(match)) if (as !== 'spectator') send(frame);
  }

  #of(match: string): Map<Send, Seat | 'spectator'> {
    return new Map(this.#crowds.get(match));
  }
}
