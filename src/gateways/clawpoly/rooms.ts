import { randomUUID } from 'node:crypto';
import { hashKey } from '../../accounts/keys.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { Sitter, Table, TableEvent } from '../../core/lobby/table.ts';
import type { LocalArena as Arena } from '../../core/local-arena.ts';
import type { Match } from '../../core/match.ts';
import type { SeatHolder } from '../../core/record.ts';
import type { DocumentStore } from '../../core/storage.ts';
import type { Update } from '../../core/update.ts';
import type { View } from '../../games/clawpoly/view.ts';
import type { HouseBots } from '../gateway.ts';
import type { Piece } from './notation/players.ts';
import { resultOf } from './notation/prompts.ts';
import { freePiece, newRoom, type Room, type RoomBody, type RoomSeat, VIA } from './room.ts';
import { nowOf, RoomLog } from './room-log.ts';
import { RoomShelf } from './room-shelf.ts';
import { speedOf, termsAt } from './terms.ts';

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
  readonly shelf: RoomShelf;
  readonly #parts: RoomsParts;
  readonly #byMatch = new Map<string, Room>();
  /** Of finished games that were asked for lately. */
  readonly #logs = new Map<string, RoomLog>();
  readonly #starting = new Map<Room, (begun: boolean) => void>();
  /** What is to be done with rooms that wait, unless their game begins. */
  readonly #timers = new Map<Room, Cancel>();

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.shelf = new RoomShelf(parts.documents, parts.fault);
    parts.arena.watch((event, match) => {
      const room = this.#byMatch.get(match.id);
      if (event === 'over' && room) this.#finish(room, match);
    });
    parts.arena.lobby.watch((event, table) => {
      if (table.game === GAME) this.#follow(event, table);
    });
  }

  // ── looking ──

  /** Where the room's game is now, and all that happened; nothing before it started. */
  async game(room: Room): Promise<{ match: Match; update: Update; log: RoomLog } | undefined> {
    const { arena } = this.#parts;
    const match = room.match ?? (room.body.match === null ? undefined : await arena.find(room.body.match));
    if (!match) return undefined;
    const update = nowOf(match);
    const log = room.log ?? this.#logs.get(room.id) ?? new RoomLog(room.id, room.body.seats);
    log.take(match, update);
    if (!room.log) this.#keepLog(room, log);
    return { match, update, log };
  }

  #keepLog(room: Room, log: RoomLog): void {
    this.#logs.delete(room.id);
    this.#logs.set(room.id, log);
    if (this.#logs.size > LOGS_KEPT) this.#logs.delete(this.#logs.keys().next().value!);
  }

  // ── life of a room ──

  async create({ bots, ...wish }: Wish): Promise<{ room: Room; ownerToken: string } | { refused: string }> {
    const { clock } = this.#parts;
    if (this.shelf.all.filter(({ status }) => status === 'waiting').length >= MOST_WAITING) {
      return { refused: 'Too many rooms are waiting' };
    }
    const ownerToken = randomUUID();
    const room = newRoom(randomUUID(), this.shelf.newCode(), clock.now(), { ...wish, ownerHash: hashKey(ownerToken) });
    const sitters = Array.from({ length: bots }, () => this.#seatBot(room));
    await this.shelf.write(room);
    this.shelf.add(room);
    this.#open(room, sitters);
    return { room, ownerToken };
  }

  join(room: Room, { agent, name, kind, piece: wish }: Guest): Promise<Joined> {
    return room.exclusively(async () => {
      const { lobby } = this.#parts.arena;
      const { seats } = room.body;
      if (this.#table(room)?.status !== 'open') return { refused: 'Game already started' };
      const token = randomUUID();
      const piece = freePiece(seats, wish);
      const seat = seats.push({ name, piece, agent, kind, tokenHash: hashKey(token) }) - 1;
      // Taken before it is stored, so that no queue takes it meanwhile; the agent hears of it when it is durable.
      const seated = lobby.sit(room.id, this.#sitter(room, seats[seat]!), seat);
      if ('refused' in seated) {
        seats.splice(seat, 1);
        return { refused: seated.refused === 'already' ? 'You are in this room already' : 'Game already started' };
      }
      try {
        await this.shelf.write(room);
      } catch (error) {
        if (lobby.stand(room.id, agent)) seats.splice(seat, 1);
        throw error;
      }
      return { seat, token, piece };
    });
  }

  /** Resolves when the game is on. */
  start(room: Room): Promise<{ refused: string } | undefined> {
    return room.exclusively(async () => {
      const table = this.#table(room);
      if (table?.status !== 'open') return { refused: 'Game not in waiting phase' };
      if (table.sitters.length < 2) return { refused: 'Need at least 2 players' };
      const begun = new Promise<boolean>((resolve) => this.#starting.set(room, resolve));
      this.#parts.arena.lobby.start(room.id);
      return (await begun) ? undefined : { refused: 'The game could not start. Try again' };
    });
  }

  /** Takes up what was there when the server stopped. */
  async load(): Promise<void> {
    const rooms = await this.shelf.load();
    // Those that know their match come first: what is left belongs to the others.
    for (const room of rooms.sort((a, b) => Number(a.body.match === null) - Number(b.body.match === null))) {
      if (room.body.result) continue;
      const match = this.#matchOf(room);
      if (match) this.#play(room, match);
      else if (room.body.match === null) this.#reopen(room);
      else {
        const over = await this.#parts.arena.find(room.body.match);
        if (over?.outcome) this.#finish(room, over);
      }
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
  #follow(event: TableEvent, table: Table): void {
    const room = this.shelf.byId(table.id) ?? (event === 'changed' ? this.#roomOf(table) : undefined);
    if (!room) return;
    const match = event === 'closed' && table.match !== undefined ? this.#parts.arena.match(table.match) : undefined;
    if (match) return this.#play(room, match);
    room.visitors = event === 'closed' ? [] : table.sitters.slice(room.body.seats.length);
    const abandoned = room.body.ownerHash === null && room.body.seats.length + room.visitors.length === 0;
    if (abandoned) this.#drop(room);
  }

  /** The room of a table that a queue opened. It is stored when it gives out a token or its game begins. */
  #roomOf({ id, size, options, terms, reserved, sitters }: Table): Room | undefined {
    if (reserved || sitters.length === 0) return undefined;
    const { turnLimit } = options as { turnLimit: number };
    const wish = { name: '', maxPlayers: size, turnLimit, speed: speedOf(terms.pace ?? 0), ownerHash: null };
    const room = newRoom(id, this.shelf.newCode(), this.#parts.clock.now(), wish);
    this.shelf.add(room);
    this.#await(room);
    return room;
  }

  /** A room that waits, until it is idle. */
  #await(room: Room): void {
    this.#parts.arena.lobby.welcome(room.id, () => room.welcomesQueue);
    this.#later(room, IDLE, () => this.#dropIdle(room));
  }

  /** The room's table, with those who sit there. A full one begins by itself. */
  #open(room: Room, sitters: Sitter[]): void {
    const { lobby } = this.#parts.arena;
    const { maxPlayers: size, turnLimit, speed, name } = room.body;
    const terms = termsAt(speed);
    lobby.open({ game: GAME, id: room.id, reserved: true, size, options: { turnLimit }, terms, label: { name } });
    this.#await(room);
    for (const sitter of sitters) lobby.sit(room.id, sitter);
  }

  #reopen(room: Room): void {
    const sitters = room.body.seats.map((seat) => {
      const bot = seat.kind === 'bot' ? this.#parts.house.sitter(GAME) : undefined;
      if (!bot) return this.#sitter(room, seat);
      seat.agent = bot.agent;
      seat.name = bot.name;
      return this.#announcing(room, bot);
    });
    this.#open(room, sitters);
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

  #play(room: Room, match: Match): void {
    if (room.match) return;
    room.play(match);
    this.#byMatch.set(match.id, room);
    for (const spectator of room.spectators) spectator.begin(match);
    this.#started(room, true);
    this.#timers.get(room)?.();
    this.#timers.delete(room);
    this.shelf.save(room);
  }

  /** The match of a room that was in play, also if the server died before the room had noted it. */
  #matchOf(room: Room): Match | undefined {
    const { arena } = this.#parts;
    if (room.body.match !== null) return arena.match(room.body.match);
    return arena.live.find((match) => room.couldPlay(match) && !this.#byMatch.has(match.id));
  }

  #finish(room: Room, match: Match): void {
    const { view, status, at } = nowOf(match);
    const { turnNumber } = view as View;
    room.body.result = {
      ...resultOf(view as View, status.kind === 'void' ? status.reason : undefined),
      at,
      turns: turnNumber,
    };
    if (room.log) this.#keepLog(room, room.log);
    room.match = room.log = undefined;
    this.#byMatch.delete(match.id);
    this.shelf.save(room);
  }

  /** The match could not begin: the room waits on, and if it is full it tries again. */
  #dismissed(room: Room, reason: string): void {
    if (reason !== 'error') return;
    this.#started(room, false);
    this.#later(room, TRY_AGAIN, () => this.#reopen(room));
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
    this.#parts.arena.lobby.close(room.id, 'idle');
  }

  #drop(room: Room): void {
    this.#timers.get(room)?.();
    this.#timers.delete(room);
    this.shelf.remove(room);
  }
}
