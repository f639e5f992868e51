import type { Arena, MatchHandle, MatchHeader, TableEvent, TableInfo } from '../../../core/arena.ts';
import type { SeatHolder } from '../../../core/record.ts';
import { typeOf } from '../match/match-result.ts';
import type { TableSeat, TableState } from '../protocol.ts';
import { type Prompt, promptOf, type Room, type Rooms } from './rooms.ts';

/** So many finished matches of a room are still shown. */
const FINISHED_SHOWN = 10;
/** A room with more matches than that shows the latest. */
const RUNNING_SHOWN = 100;

export interface TablesParts {
  arena: Arena;
  rooms: Rooms;
  changed(room: Room): void;
  fault(error: unknown): void;
}

/** The tables of all rooms: one open for every prompt at any time, and those where a match runs or has just ended. */
export class Tables {
  readonly #arena: Arena;
  readonly #rooms: Rooms;
  readonly #changed: (room: Room) => void;
  readonly #fault: (error: unknown) => void;
  /** As the lobby told of them. */
  readonly #tables = new Map<string, TableInfo>();
  readonly #offered = new Map<Prompt, string>();
  readonly #prompts = new Map<string, Prompt>();
  /** By match, the oldest first. */
  readonly #running = new Map<Room, Map<string, TableState>>();
  readonly #finished = new Map<Room, TableState[]>();
  readonly #unwatch: (() => void)[] = [];

  constructor({ arena, rooms, changed, fault }: TablesParts) {
    this.#arena = arena;
    this.#rooms = rooms;
    this.#changed = changed;
    this.#fault = fault;
  }

  async start(): Promise<void> {
    this.#unwatch.push(
      this.#arena.lobby.watch((event, table) => this.#follow(event, table)),
      this.#arena.watch((event, match) => (event === 'begun' ? this.#begin(match) : this.#end(match))),
    );
    for (const header of await this.#arena.live()) this.#run(header, header.id);
    for (const table of await this.#arena.lobby.tables()) {
      if (this.#rooms.of(table.game)) this.#tables.set(table.id, table);
    }
    for (const room of this.#rooms.all) for (const prompt of room.prompts) await this.#offer(room, prompt);
  }

  stop(): void {
    for (const unwatch of this.#unwatch.splice(0)) unwatch();
  }

  /** The table, if it is one of this room that anyone may sit at. */
  at(room: Room, id: string): TableInfo | undefined {
    const table = this.#tables.get(id);
    return table && table.game === room.slug && !table.reserved ? table : undefined;
  }

  /** A match is under way at this table of the room. */
  isInPlay(room: Room, id: string): boolean {
    return [...(this.#running.get(room)?.values() ?? [])].some((table) => table.id === id);
  }

  /** The table is full, and its match is being made. */
  isBeginning(id: string): boolean {
    return this.#tables.get(id)?.status === 'begun';
  }

  prompt(room: Room, table: TableInfo): Prompt {
    return this.#prompts.get(table.id) ?? promptOf(room, table);
  }

  openCount(room: Room): number {
    return this.#open(room).filter((table) => table.status === 'open').length;
  }

  states(room: Room): TableState[] {
    return [
      ...this.#open(room).map((table) => this.#stateOf(room, table)),
      ...[...(this.#running.get(room)?.values() ?? [])].slice(-RUNNING_SHOWN),
      ...(this.#finished.get(room) ?? []),
    ];
  }

  /**
   * Those where somebody waits, then the others; in the order of the prompts, then those that other ways in have opened. Who
   * takes the first one meets whoever waits, from whichever protocol.
   */
  #open(room: Room): TableInfo[] {
    const offered = room.prompts.flatMap((prompt) => this.#tables.get(this.#offered.get(prompt) ?? '') ?? []);
    const others = [...this.#tables.values()].filter(
      (table) => table.game === room.slug && !table.reserved && !offered.includes(table),
    );
    return [...offered, ...others].toSorted((a, b) => Number(isWaitedAt(b)) - Number(isWaitedAt(a)));
  }

  #stateOf(room: Room, { id, status, sitters, match, ...table }: TableInfo): TableState {
    const prompt = this.#prompts.get(id) ?? promptOf(room, table);
    return {
      id,
      status: status === 'open' ? 'waiting' : 'in_match',
      seat_1: seatOf(sitters[0]),
      seat_2: seatOf(sitters[1]),
      prompt_title: prompt.title,
      prompt_body: prompt.body,
      match_id: match ?? null,
    };
  }

  async #offer(room: Room, prompt: Prompt): Promise<void> {
    const { options, terms, title, body } = prompt;
    const { id } = await this.#arena.lobby.open({
      game: room.slug,
      label: { title, body },
      ...(options !== undefined && { options }),
      ...(terms !== undefined && { terms }),
    });
    this.#offered.set(prompt, id);
    this.#prompts.set(id, prompt);
    this.#changed(room);
  }

  #follow(event: TableEvent, table: TableInfo): void {
    const room = this.#rooms.of(table.game);
    if (!room) return;
    const prompt = this.#prompts.get(table.id);
    if (event === 'changed' && prompt?.meetsQueues) {
      this.#arena.lobby.welcome(table.id, table.sitters.length > 0).catch(this.#fault);
    }
    if (event !== 'closed') this.#tables.set(table.id, table);
    else if (table.match === undefined) this.#forget(table.id);
    // Until its match is announced.
    else if (this.#tables.has(table.id)) this.#tables.set(table.id, table);
    if (prompt && (event === 'closed' || table.status === 'begun') && this.#offered.get(prompt) === table.id) {
      this.#offered.delete(prompt);
      this.#offer(room, prompt).catch(this.#fault);
    }
    this.#changed(room);
  }

  #begin({ header }: MatchHandle): void {
    const table = this.#tables.get(header.table ?? '');
    const room = this.#rooms.of(header.game);
    if (!table || !room) return;
    if (!table.reserved) this.#run(header, table.id);
    this.#forget(table.id);
    this.#changed(room);
  }

  #forget(id: string): void {
    this.#tables.delete(id);
    this.#prompts.delete(id);
  }

  #run(match: MatchHeader, id: string): void {
    const room = this.#rooms.of(match.game);
    if (!room) return;
    const { title, body } = this.#prompts.get(id) ?? promptOf(room, match);
    let running = this.#running.get(room);
    if (!running) this.#running.set(room, (running = new Map()));
    running.set(match.id, {
      id,
      status: 'in_match',
      seat_1: seatOf(match.seats[0]),
      seat_2: seatOf(match.seats[1]),
      prompt_title: title,
      prompt_body: body,
      match_id: match.id,
    });
  }

  #end({ id, header }: MatchHandle): void {
    if (header.table !== undefined) this.#forget(header.table);
    const room = this.#rooms.of(header.game);
    const running = room && this.#running.get(room);
    const state = running?.get(id);
    if (!state) return;
    running!.delete(id);
    const shown = this.#finished.get(room!) ?? [];
    this.#finished.set(room!, [{ ...state, status: 'finished' as const }, ...shown].slice(0, FINISHED_SHOWN));
    this.#changed(room!);
  }
}

const seatOf = (holder: SeatHolder | undefined): TableSeat | null =>
  holder ? { id: holder.agent, type: typeOf(holder), name: holder.name } : null;

const isWaitedAt = ({ status, sitters }: TableInfo): boolean => status === 'open' && sitters.length === 1;
