import { randomInt } from 'node:crypto';
import type { DocumentStore } from '../../../core/storage.ts';
import { Room, type RoomBody } from './room.ts';

const KIND = 'clawpoly-room';
const CODE_SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;
const MOST_KEPT = 10_000;
const MOST_WAITING = 2000;

/** The rooms that are kept, here and in the storage: all that wait or play, and the latest that are over. */
export class RoomStore {
  readonly #documents: DocumentStore;
  readonly #fault: (error: unknown) => void;
  readonly #rooms = new Map<string, Room>();
  readonly #byCode = new Map<string, Room>();
  readonly #saving = new Set<Room>();

  constructor(documents: DocumentStore, fault: (error: unknown) => void) {
    this.#documents = documents;
    this.#fault = fault;
  }

  get all(): Room[] {
    return [...this.#rooms.values()];
  }

  get isFull(): boolean {
    return this.all.filter(({ status }) => status === 'waiting').length >= MOST_WAITING;
  }

  byId(id: string): Room | undefined {
    return this.#rooms.get(id);
  }

  byCode(code: string): Room | undefined {
    return this.#byCode.get(code.toUpperCase());
  }

  newCode(): string {
    for (;;) {
      const code = Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('');
      if (!this.#byCode.has(code)) return code;
    }
  }

  async load(): Promise<Room[]> {
    for (const { id, version, body } of await this.#documents.list(KIND))
      this.add(new Room(id, body as RoomBody, version));
    return this.all;
  }

  add(room: Room): void {
    this.#rooms.set(room.id, room);
    this.#byCode.set(room.body.code, room);
    if (this.#rooms.size <= MOST_KEPT) return;
    const oldest = this.all.find(({ status }) => status === 'finished');
    if (oldest) this.remove(oldest);
  }

  remove(room: Room): void {
    this.#rooms.delete(room.id);
    this.#byCode.delete(room.body.code);
    if (room.version > 0) this.#documents.remove(KIND, room.id).catch(this.#fault);
  }

  /** Resolves when it is durable. */
  async write(room: Room): Promise<void> {
    try {
      const written = await this.#documents.put(KIND, room.id, room.version, room.body);
      if (!written) throw new Error('another version of the room is stored');
      room.version++;
    } catch (error) {
      // Only the storage knows whether it is in; the next write goes on from what is there.
      const stored = await this.#documents.get(KIND, room.id);
      room.version = stored?.version ?? 0;
      throw error;
    }
  }

  /** Writes soon; changes of the same moment are one write. */
  save(room: Room): void {
    if (this.#saving.has(room)) return;
    this.#saving.add(room);
    room
      .exclusively(() => {
        this.#saving.delete(room);
        return this.write(room);
      })
      .catch(this.#fault);
  }
}
