import type { Arena, Caller, MatchHandle, Unplayed } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import { type Room, VIA } from './room.ts';
import type { Rooms } from './rooms.ts';

const GAME = 'clawpoly';

/**
 * Calls agents into matches that were arranged elsewhere. Who showed its key, is alone in a room that waits, and is connected
 * may be called: its room becomes that match's, and its token the token of its seat there.
 */
export class RoomCalls implements Caller {
  readonly #arena: Arena;
  readonly #rooms: Rooms;
  readonly #fault: (error: unknown) => void;
  /** Rooms in which agents are connected. */
  readonly #present = new Map<string, Set<Room>>();

  constructor(arena: Arena, rooms: Rooms, fault: (error: unknown) => void) {
    this.#arena = arena;
    this.#rooms = rooms;
    this.#fault = fault;
  }

  /** A match may wait for an agent that connects; no queue fills its room meanwhile. */
  came(agent: string, room: Room): void {
    const rooms = this.#present.get(agent) ?? new Set();
    this.#present.set(agent, rooms.add(room));
    if (!room.waitsAlone(agent)) return;
    this.#arena.callers
      .arrive(agent, GAME)
      .then((expected) => room.keep(expected))
      .catch(this.#fault);
  }

  /** A connection ended; a newer one may have taken over. */
  left(agent: string, room: Room): void {
    if ([...room.agents.keys()].some((seat) => room.body.seats[seat]?.agent === agent)) return;
    const rooms = this.#present.get(agent);
    rooms?.delete(room);
    if (rooms?.size === 0) this.#present.delete(agent);
  }

  canSeat(agent: string, game: string): boolean {
    const room = game === GAME ? this.#waiting(agent) : undefined;
    if (room && !room.isKept) {
      this.#arena.callers
        .expecting(agent)
        .then((matches) => room.keep(matches.some((one) => one.game === GAME)))
        .catch(this.#fault);
    }
    return room !== undefined;
  }

  seat(agent: string, match: MatchHandle, seat: Seat): void {
    const room = this.#waiting(agent);
    if (room) this.#rooms.call(room, match, seat);
  }

  release(agent: string): void {
    for (const room of this.#present.get(agent) ?? []) room.keep(false);
  }

  tell(agent: string, { words }: Unplayed): void {
    for (const room of this.#present.get(agent) ?? []) {
      for (const [seat, connected] of room.agents) if (room.body.seats[seat]?.agent === agent) connected.missed(words);
    }
  }

  /** Matches that began just before the server stopped, unknown to the rooms of those who were called. */
  async resume(): Promise<void> {
    const { all } = this.#rooms.store;
    for (const { id, seats } of await this.#arena.live({ game: GAME })) {
      if (all.some(({ body }) => body.match === id)) continue;
      for (const [seat, { agent, via }] of seats.entries()) {
        const room = via === VIA ? all.find((one) => one.isOnly(agent)) : undefined;
        const match = room && (await this.#arena.running(id));
        if (match) this.#rooms.call(room, match, seat);
      }
    }
  }

  #waiting(agent: string): Room | undefined {
    return [...(this.#present.get(agent) ?? [])].find((room) => room.waitsAlone(agent));
  }
}
