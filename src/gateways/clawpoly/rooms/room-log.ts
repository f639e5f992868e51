import type { MatchHandle } from '../../../core/arena.ts';
import type { Update } from '../../../core/update.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import { entryOf, type LogEntry } from '../notation/events.ts';
import type { Player } from '../notation/players.ts';

/**
 * Everything that happened in a room's game, each entry written once for all who read it. It grows by the updates that
 * the room is told; what happened before is asked of the match.
 */
export class RoomLog {
  readonly entries: LogEntry[] = [];
  readonly #texts: string[] = [];
  readonly #roomId: string;
  readonly #players: Player[];
  #step = -1;
  #isCatchingUp = false;

  constructor(roomId: string, players: Player[]) {
    this.#roomId = roomId;
    this.#players = players;
  }

  take(match: MatchHandle, update: Update): void {
    const { events, eventCount } = update.view as View;
    const isGap = eventCount - events.length > this.entries.length;
    if (!isGap) this.add(update);
    else if (!this.#isCatchingUp) this.#catchUp(match, update.step);
  }

  /** Of a match on another node the past comes later, and what is told meanwhile with it. */
  #catchUp(match: MatchHandle, to: number): void {
    this.#isCatchingUp = true;
    const stop = match.watch(
      'spectator',
      (past) => {
        this.add(past);
        if (past.step < to) return;
        this.#isCatchingUp = false;
        queueMicrotask(() => stop());
      },
      { after: this.#step, unseen: true },
    );
  }

  add({ step, at, view }: Update): void {
    this.#step = step;
    for (const event of (view as View).events) {
      if (event.sequence === this.entries.length) this.entries.push(entryOf(this.#roomId, this.#players, event, at));
    }
  }

  /** What it takes with its texts: entries of one kind are nearly of a size, so a few stand for all. */
  get bytes(): number {
    const few = this.entries.slice(0, 20);
    return (2 * this.entries.length * JSON.stringify(few).length) / Math.max(1, few.length);
  }

  /** The entry as a frame. */
  text(sequence: number): string {
    return (this.#texts[sequence] ??= JSON.stringify(this.entries[sequence]));
  }

  /** The latest entries, as a list in JSON. */
  textOfLast(count: number): string {
    const from = Math.max(0, this.entries.length - count);
    const texts = Array.from({ length: this.entries.length - from }, (_, i) => this.text(from + i));
    return `[${texts.join(',')}]`;
  }
}
