import type { Table } from '../../core/lobby/table.ts';
import type { LocalArena as Arena } from '../../core/local-arena.ts';
import type { Match } from '../../core/match.ts';
import type { SeatHolder } from '../../core/record.ts';
import { typeOf } from './match-result.ts';
import type { TableSeat, TableState } from './protocol.ts';
import { type Prompt, promptOf, type Room, type Rooms } from './rooms.ts';

/** So many finished matches of a room are still shown. */
const FINISHED_SHOWN = 10;
/** A room with more matches than that shows the latest. */
const RUNNING_SHOWN = 100;

/** The tables of all rooms: one open for every prompt at any time, and those where a match runs or has just ended. */
export class Tables {
  readonly #arena: Arena;
  readonly #rooms: Rooms;
  readonly #changed: (room: Room) => void;
  readonly #offered = new Map<Prompt, string>();
  readonly #prompts = new Map<string, Prompt>();
  /** By match, the oldest first. */
  readonly #running = new Map<Room, Map<string, TableState>>();
  readonly #finished = new Map<Room, TableState[]>();
  readonly #unwatch: (() => void)[] = [];

  constructor(arena: Arena, rooms: Rooms, changed: (room: Room) => void) {
    this.#arena = arena;
    this.#rooms = rooms;
    this.#changed = changed;
  }

  start(): void {
    for (const match of this.#arena.live) this.#run(match, match.id);
    for (const room of this.#rooms.all) for (const prompt of room.prompts) this.#offer(room, prompt);
    this.#unwatch.push(
      this.#arena.lobby.watch((_event, table) => this.#follow(table)),
      this.#arena.watch((event, match) => {
        if (event === 'over') this.#end(match);
      }),
    );
  }

  stop(): void {
    for (const unwatch of this.#unwatch.splice(0)) unwatch();
  }

  /** The table, if it is one of this room that anyone may sit at. */
  at(room: Room, id: string): Table | undefined {
    const table = this.#arena.lobby.table(id);
    return table && table.game === room.slug && !table.reserved ? table : undefined;
  }

  prompt(room: Room, table: Table): Prompt {
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

  /** In the order of the prompts, then those that other ways in have opened. */
  #open(room: Room): Table[] {
    const offered = room.prompts.flatMap((prompt) => {
      const table = this.#arena.lobby.table(this.#offered.get(prompt) ?? '');
      return table ? [table] : [];
    });
    const others = this.#arena.lobby.tables(room.slug).filter((table) => !table.reserved && !offered.includes(table));
    return [...offered, ...others];
  }

  #stateOf(room: Room, { id, status, sitters, match, ...table }: Table): TableState {
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

  #offer(room: Room, prompt: Prompt): void {
    const { options, terms, title, body } = prompt;
    const table = this.#arena.lobby.open({
      game: room.slug,
      label: { title, body },
      ...(options !== undefined && { options }),
      ...(terms !== undefined && { terms }),
    });
    this.#offered.set(prompt, table.id);
    this.#prompts.set(table.id, prompt);
  }

  #follow(table: Table): void {
    const room = this.#rooms.of(table.game);
    if (!room) return;
    const gone = this.#arena.lobby.table(table.id) === undefined;
    const prompt = this.#prompts.get(table.id);
    if (prompt && (gone || table.status === 'begun') && this.#offered.get(prompt) === table.id) {
      this.#offer(room, prompt);
    }
    if (gone) {
      const match = table.match === undefined ? undefined : this.#arena.match(table.match);
      if (match && !table.reserved) this.#run(match, table.id);
      this.#prompts.delete(table.id);
    }
    this.#changed(room);
  }

  #run(match: Match, id: string): void {
    const room = this.#rooms.of(match.record.game);
    if (!room) return;
    const { title, body } = this.#prompts.get(id) ?? promptOf(room, match.record);
    let running = this.#running.get(room);
    if (!running) this.#running.set(room, (running = new Map()));
    running.set(match.id, {
      id,
      status: 'in_match',
      seat_1: seatOf(match.record.seats[0]),
      seat_2: seatOf(match.record.seats[1]),
      prompt_title: title,
      prompt_body: body,
      match_id: match.id,
    });
  }

  #end(match: Match): void {
    const room = this.#rooms.of(match.record.game);
    const running = room && this.#running.get(room);
    const state = running?.get(match.id);
    if (!state) return;
    running!.delete(match.id);
    const shown = this.#finished.get(room!) ?? [];
    this.#finished.set(room!, [{ ...state, status: 'finished' as const }, ...shown].slice(0, FINISHED_SHOWN));
    this.#changed(room!);
  }
}

const seatOf = (holder: SeatHolder | undefined): TableSeat | null =>
  holder ? { id: holder.agent, type: typeOf(holder), name: holder.name } : null;
