import type { Match } from '../../core/match.ts';
import { positions } from '../../core/record.ts';
import type { Update } from '../../core/update.ts';
import type { View } from '../../games/clawpoly/view.ts';
import { entryOf, type LogEntry } from './notation/events.ts';
import type { Player } from './notation/players.ts';

/**
 * Everything that happened in a room's game, each entry written once for all who read it. It grows by the updates that
 * sessions bring; what happened while nobody brought any is read from the record.
 */
export class RoomLog {
  readonly entries: LogEntry[] = [];
  readonly #texts: string[] = [];
  readonly #roomId: string;
  readonly #players: Player[];

  constructor(roomId: string, players: Player[]) {
    this.#roomId = roomId;
    this.#players = players;
  }

  /** The same update may come from several sessions. */
  take(match: Match, { view, at }: Pick<Update, 'view' | 'at'>): void {
    const { events, eventCount } = view as View;
    if (eventCount <= this.entries.length) return;
    if (eventCount - events.length > this.entries.length) return this.read(match);
    this.#add(view as View, at);
  }

  /** From the beginning of the match to where it is now. */
  read({ game, record }: Match): void {
    for (const { step, state } of positions(game, record)) {
      const at = record.entries[step - 1]?.at ?? record.at;
      this.#add(game.view(state, 'spectator') as View, at);
    }
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

  #add({ events }: View, at: number): void {
    for (const event of events) {
      if (event.sequence === this.entries.length) this.entries.push(entryOf(this.#roomId, this.#players, event, at));
    }
  }
}

/** Where a match is now. */
export function nowOf(match: Match): Update {
  let now: Update | undefined;
  match.watch('spectator', (update) => {
    now = update;
  })();
  return now!;
}
