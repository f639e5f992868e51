import { randomUUID } from 'node:crypto';
import { hashKey } from '../../../accounts/keys.ts';
import type { Arena, MatchHandle, Sitter, TableEvent, TableInfo } from '../../../core/arena.ts';
import type { Cancel, Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import type { SeatHolder } from '../../../core/record.ts';
import type { DocumentStore } from '../../../core/storage.ts';
import type { Update } from '../../../core/update.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import type { HouseBots } from '../../gateway.ts';
import { nowOf, stepsOf } from '../../now.ts';
import type { Piece } from '../notation/players.ts';
import { resultOf } from '../notation/prompts.ts';
import { speedOf, termsAt } from '../terms.ts';
import { freePiece, newRoom, type Room, type RoomBody, type RoomSeat, VIA } from './room.ts';
import { RoomLog } from './room-log.ts';
import { RoomStore } from './room-store.ts';

const GAME = 'clawpoly';

const MOST_WAITING = 2000;
const LOGS_KEPT = 50;
const IDLE = 60 * 60 * 1000;
const TRY_AGAIN = 1000;

export interface RoomsParts {
  arena: Arena;
  clock: Clock;
  documents: DocumentStore;
  house: Pick<HouseBots, 'sitter'>;
  fault(error: unknown): void;
}

export type Wish = Pick<RoomBody, 'name' | 'maxPlayers' | 'turnLimit' | 'speed'> & { bots: number };
export type Guest = Pick<SeatHolder, 'agent' | 'name' | 'kind'> & { piece: unknown };
export type Joined = { seat: Seat; token: string; piece: Piece } | { refused: string };

/** How rooms come to be, fill, play and end. */
export class Rooms {
  readonly store: RoomStore;
  readonly #parts: RoomsParts;
  /** Of finished games that were asked for lately. */
  readonly #logs = new Map<string, RoomLog>();
  readonly #starting = new Map<Room, (begun: boolean) => void>();
  /** What is to be done with rooms that wait, unless their game begins. */
  readonly #timers = new Map<Room, Cancel>();

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.store = new RoomStore(parts.documents, parts.fault);
    parts.arena.watch((event, match) => {
      const room = this.store.byId(match.header.table ?? '');
      if (!room) return;
      if (event === 'begun') this.#play(room, match);
      else if (room.now && room.match === match) this.#finish(room, room.now);
    });
    parts.arena.lobby.watch((event, table) => {
      if (table.game === GAME) this.#follow(event, table);
    });
  }

  // ── looking ──

  /** Where the room's game is now, and all that happened; nothing before it started. */
  async game(room: Room): Promise<{ update: Update; log: RoomLog } | undefined> {
    if (room.now && room.log) return { update: room.now, log: room.log };
    const match = room.body.match === null ? undefined : await this.#parts.arena.find(room.body.match);
    if (!match) return undefined;
    const known = this.#logs.get(room.id);
    if (known) return { update: await nowOf(match), log: known };
    const steps = await stepsOf(match, 'spectator');
    const log = new RoomLog(room.id, room.body.seats);
    for (const step of steps) log.add(step);
    this.#keepLog(room, log);
    return { update: steps.at(-1)!, log };
  }

  #keepLog(room: Room, log: RoomLog): void {
    this.#logs.delete(room.id);
    this.#logs.set(room.id, log);
    if (this.#logs.size > LOGS_KEPT) this.#logs.delete(this.#logs.keys().next().value!);
  }

  // ── life of a room ──

  async create({ bots, ...wish }: Wish): Promise<{ room: Room; ownerToken: string } | { refused: string }> {
    const { clock } = this.#parts;
    if (this.store.all.filter(({ status }) => status === 'waiting').length >= MOST_WAITING) {
      return { refused: 'Too many rooms are waiting' };
    }
    const ownerToken = randomUUID();
    const room = newRoom(randomUUID(), this.store.newCode(), clock.now(), { ...wish, ownerHash: hashKey(ownerToken) });
    const sitters = Array.from({ length: bots }, () => this.#seatBot(room));
    await this.store.write(room);
    this.store.add(room);
    await this.#open(room, sitters);
    return { room, ownerToken };
  }

  join(room: Room, { agent, name, kind, piece: wish }: Guest): Promise<Joined> {
    return room.exclusively(async () => {
      const { lobby } = this.#parts.arena;
      const { seats } = room.body;
      if ((await this.#table(room))?.status !== 'open') return { refused: 'Game already started' };
      const token = randomUUID();
      const piece = freePiece(seats, wish);
      const seat = seats.push({ name, piece, agent, kind, tokenHash: hashKey(token) }) - 1;
      // Taken before it is stored, so that no queue takes it meanwhile; the agent hears of it when it is durable.
      const seated = await lobby.sit(room.id, this.#sitter(room, seats[seat]!), seat);
      if ('refused' in seated) {
        seats.splice(seat, 1);
        return { refused: seated.refused === 'already' ? 'You are in this room already' : 'Game already started' };
      }
      try {
        await this.store.write(room);
      } catch (error) {
        if (await lobby.stand(room.id, agent)) seats.splice(seat, 1);
        throw error;
      }
      return { seat, token, piece };
    });
  }

  /** Resolves when the game is on. */
  start(room: Room): Promise<{ refused: string } | undefined> {
    return room.exclusively(async () => {
      const table = await this.#table(room);
      if (table?.status !== 'open') return { refused: 'Game not in waiting phase' };
      if (table.sitters.length < 2) return { refused: 'Need at least 2 players' };
      const begun = new Promise<boolean>((resolve) => this.#starting.set(room, resolve));
      await this.#parts.arena.lobby.start(room.id);
      return (await begun) ? undefined : { refused: 'The game could not start. Try again' };
    });
  }

  /** Takes up what was there when the server stopped; a match that the room had not noted yet is found by its table. */
  async load(): Promise<void> {
    const { arena } = this.#parts;
    for (const room of await this.store.load()) {
      if (room.body.result) continue;
      const { match: id } = room.body;
      const match = id === null ? await arena.byTable(room.id) : await arena.find(id);
      if (!match) {
        if (id === null) await this.#reopen(room);
        continue;
      }
      if (await arena.running(match.id)) {
        this.#play(room, match);
        continue;
      }
      room.adopt(match);
      this.#finish(room, await nowOf(match));
    }
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  // ── inside ──

  #table(room: Room) {
    return this.#parts.arena.lobby.table(room.id);
  }

  /** Whoever sits down by another door is in a room as well. */
  #follow(event: TableEvent, table: TableInfo): void {
    const room = this.store.byId(table.id) ?? (event === 'changed' ? this.#roomOf(table) : undefined);
    if (!room) return;
    // Its match begins, and the room hears of that.
    if (table.match !== undefined) return;
    room.visitors = event === 'closed' ? [] : table.sitters.slice(room.body.seats.length);
    const abandoned = room.body.ownerHash === null && room.body.seats.length + room.visitors.length === 0;
    if (abandoned) this.#drop(room);
    else if (event === 'changed') room.changed();
  }

  /** The room of a table that a queue opened. It is stored when it gives out a token or its game begins. */
  #roomOf({ id, size, options, terms, reserved, sitters }: TableInfo): Room | undefined {
    if (reserved || sitters.length === 0) return undefined;
    const { turnLimit } = options as { turnLimit: number };
    const wish = { name: '', maxPlayers: size, turnLimit, speed: speedOf(terms.pace ?? 0), ownerHash: null };
    const room = newRoom(id, this.store.newCode(), this.#parts.clock.now(), wish);
    this.store.add(room);
    this.#await(room);
    return room;
  }

  /** A room that waits, until it is idle. */
  #await(room: Room): void {
    const { lobby } = this.#parts.arena;
    room.changed = () => void lobby.welcome(room.id, room.welcomesQueue).catch(this.#parts.fault);
    room.changed();
    this.#later(room, IDLE, () => this.#dropIdle(room));
  }

  /** The room's table, with those who sit there. A full one begins by itself. */
  async #open(room: Room, sitters: Sitter[]): Promise<void> {
    const { lobby } = this.#parts.arena;
    const { maxPlayers: size, turnLimit, speed, name } = room.body;
    const terms = termsAt(speed);
    await lobby.open({ game: GAME, id: room.id, reserved: true, size, options: { turnLimit }, terms, label: { name } });
    this.#await(room);
    for (const sitter of sitters) await lobby.sit(room.id, sitter);
  }

  async #reopen(room: Room): Promise<void> {
    const sitters = room.body.seats.map((seat) => {
      const bot = seat.kind === 'bot' ? this.#parts.house.sitter(GAME) : undefined;
      if (!bot) return this.#sitter(room, seat);
      seat.agent = bot.agent;
      seat.name = bot.name;
      return this.#announcing(room, bot);
    });
    await this.#open(room, sitters);
  }

  #seatBot(room: Room): Sitter {
    const { seats } = room.body;
    const bot = this.#parts.house.sitter(GAME);
    if (!bot) throw new Error('the house has no bots for clawpoly');
    const { agent, name, kind } = bot;
    seats.push({ name, piece: freePiece(seats), agent, kind, tokenHash: null });
    return this.#announcing(room, bot);
  }

  #sitter(room: Room, { agent, name, kind }: RoomSeat): Sitter {
    const begin: Sitter['begin'] = (match, seat) => {
      this.#play(room, match);
      room.agents.get(seat)?.begin(match);
    };
    return { agent, name, kind, via: VIA, begin, dismiss: (reason) => this.#dismissed(room, reason) };
  }

  /** A bot plays by itself, but the room has to know. */
  #announcing(room: Room, bot: Sitter): Sitter {
    const begin: Sitter['begin'] = (match, seat) => {
      this.#play(room, match);
      bot.begin(match, seat);
    };
    return { ...bot, begin, dismiss: (reason) => this.#dismissed(room, reason) };
  }

  #play(room: Room, match: MatchHandle): void {
    if (room.match || room.body.result) return;
    room.changed = () => {};
    room.play(match);
    for (const spectator of room.spectators) spectator.begin(match);
    this.#started(room, true);
    this.#timers.get(room)?.();
    this.#timers.delete(room);
    this.store.save(room);
  }

  #finish(room: Room, { view, status, at }: Update): void {
    const { turnNumber } = view as View;
    room.body.result = {
      ...resultOf(view as View, status.kind === 'void' ? status.reason : undefined),
      at,
      turns: turnNumber,
    };
    if (room.log) this.#keepLog(room, room.log);
    room.leaveMatch();
    this.store.save(room);
  }

  /** The match could not begin: the room waits on, and if it is full it tries again. */
  #dismissed(room: Room, reason: string): void {
    if (reason !== 'error') return;
    this.#started(room, false);
    this.#later(room, TRY_AGAIN, () => void this.#reopen(room).catch(this.#parts.fault));
  }

  #started(room: Room, begun: boolean): void {
    this.#starting.get(room)?.(begun);
    this.#starting.delete(room);
  }

  #later(room: Room, ms: number, call: () => void): void {
    this.#timers.get(room)?.();
    this.#timers.set(room, this.#parts.clock.after(ms, call));
  }

  #dropIdle(room: Room): void {
    if (room.connections + room.visitors.length > 0) return this.#later(room, IDLE, () => this.#dropIdle(room));
    this.#drop(room);
    void this.#parts.arena.lobby.close(room.id, 'idle');
  }

  #drop(room: Room): void {
    this.#timers.get(room)?.();
    this.#timers.delete(room);
    this.store.remove(room);
  }
}
