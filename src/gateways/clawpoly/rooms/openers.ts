import type { Room } from './room.ts';

const MOST_OPEN = 500;
const MOST_OF_BOTS = 8;

/** Which addresses opened the rooms that are not over, so that none has too many. After a restart it is forgotten. */
export class Openers {
  readonly #rooms = new Map<string, Set<Room>>();

  /** @param ofBots whether it is to be a room that only bots play in */
  hasEnough(address: string, ofBots: boolean): boolean {
    const same = [...(this.#rooms.get(address) ?? [])].filter((room) => room.isOfBots === ofBots);
    return same.length >= (ofBots ? MOST_OF_BOTS : MOST_OPEN);
  }

  add(address: string, room: Room): void {
    const rooms = this.#rooms.get(address);
    if (rooms) rooms.add(room);
    else this.#rooms.set(address, new Set([room]));
  }

  /** It is over or gone. */
  forget(room: Room): void {
    for (const [address, rooms] of this.#rooms) if (rooms.delete(room) && rooms.size === 0) this.#rooms.delete(address);
  }
}
