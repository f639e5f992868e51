import type { Arena } from '../../../core/arena.ts';
import { ByteCache } from '../../../core/byte-cache.ts';
import type { Update } from '../../../core/update.ts';
import { nowOf, stepsOf } from '../../now.ts';
import type { Room } from './room.ts';
import { RoomLog } from './room-log.ts';

const MOST_LOGS = 2 * 1024 * 1024;

/** The games of rooms, under way or over. */
export class RoomGames {
  readonly #arena: Arena;
  /** Of finished games that were asked for lately. */
  readonly #logs = new ByteCache<RoomLog>(MOST_LOGS);

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** Where the room's game is now, and all that happened; nothing before it started. */
  async of(room: Room): Promise<{ update: Update; log: RoomLog } | undefined> {
    if (room.now && room.log) return { update: room.now, log: room.log };
    const match = room.body.match === null ? undefined : await this.#arena.find(room.body.match);
    if (!match) return undefined;
    const known = this.#logs.get(room.id);
    if (known) return { update: await nowOf(match), log: known };
    const steps = await stepsOf(match, 'spectator');
    const log = new RoomLog(room.id, room.body.seats);
    for (const step of steps) log.add(step);
    this.keepLog(room, log);
    return { update: steps.at(-1)!, log };
  }

  keepLog(room: Room, log: RoomLog): void {
    this.#logs.set(room.id, log, log.bytes);
  }
}
