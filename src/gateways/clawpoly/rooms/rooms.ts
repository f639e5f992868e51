import { randomUUID } from 'node:crypto';
import { hashKey } from '../../../accounts/keys.ts';
import type { Arena, MatchHandle, Sitter, TableEvent, TableInfo, Unseated } from '../../../core/arena.ts';
import type { Cancel, Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import type { SeatHolder } from '../../../core/record.ts';
import type { DocumentStore } from '../../../core/storage.ts';
import type { Update } from '../../../core/update.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import type { HouseBots } from '../../gateway.ts';
import { nowOf } from '../../now.ts';
import type { Piece } from '../notation/players.ts';
import { resultOf } from '../notation/prompts.ts';
import { speedOf, termsAt } from '../terms.ts';
import { Openers } from './openers.ts';
import { freePiece, newRoom, type Room, type RoomBody, type RoomSeat, VIA } from './room.ts';
import { RoomGames } from './room-games.ts';
import { RoomStore } from './room-store.ts';

const GAME = 'clawpoly';

const IDLE = 60 * 60 * 1000;
const TRY_AGAIN = 1000;

const UNSEATED: { [why in Unseated]?: string } = {
  already: 'You are in this room already',
  busy: 'You are in too many games already',
};

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

/** How rooms come to be, fill, play and end: one story, so it is one file. */
export class Rooms {
  readonly store: RoomStore;
  readonly games: RoomGames;
  readonly #parts: RoomsParts;
  readonly #openers = new Openers();
  readonly #starting = new Map<Room, (begun: boolean) => void>();
  /** What is to be done with rooms that wait, unless their game begins. */
  readonly #timers = new Map<Room, Cancel>();

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.store = new RoomStore(parts.documents, parts.fault);
    this.games = new RoomGames(parts.arena);
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

  // ── life of a room ──

  /** @param by the address that asks */
  async create(
    { bots, ...wish }: Wish,
    by: string,
  ): Promise<{ room: Room; ownerToken: string } | { refused: string; tooMany?: true }> {
    const { clock } = this.#parts;
    if (this.#openers.hasEnough(by, bots === wish.maxPlayers)) {
      return { refused: 'Too many rooms of this address are open', tooMany: true };
    }
    if (this.store.isFull) return { refused: 'Too many rooms are waiting' };
    const ownerToken = randomUUID();
    const room = newRoom(randomUUID(), this.store.newCode(), clock.now(), { ...wish, ownerHash: hashKey(ownerToken) });
    const sitters = Array.from({ length: bots }, () => {
      const { seat, sitter } = this.#bot(room);
      room.body.seats.push(seat);
      return sitter;
    });
    this.#openers.add(by, room);
    await this.store.write(room).catch((error) => {
      this.#openers.forget(room);
      throw error;
    });
    this.store.add(room);
    await this.#open(room, sitters);
    return { room, ownerToken };
  }

  join(room: Room, { agent, name, kind, piece: wish }: Guest): Promise<Joined> {
    return room.exclusively(async () => {
      const token = randomUUID();
      const piece = freePiece(room.body.seats, wish);
      const seat = { name, piece, agent, kind, tokenHash: hashKey(token) };
      const taken = await this.#take(room, seat, this.#sitter(room, seat));
      return 'refused' in taken ? taken : { ...taken, token, piece };
    });
  }

  addBots(room: Room, count: number): Promise<{ refused: string } | undefined> {
    return room.exclusively(async () => {
      for (let i = 0; i < count; i++) {
        const { seat, sitter } = this.#bot(room);
        const taken = await this.#take(room, seat, sitter);
        if ('refused' in taken) return taken;
        room.changed();
      }
      return undefined;
    });
  }

  /** Taken before it is stored, so that no queue takes it meanwhile; everyone hears of it when it is durable. */
  async #take(room: Room, seat: RoomSeat, sitter: Sitter): Promise<{ seat: Seat } | { refused: string }> {
    const { lobby } = this.#parts.arena;
    const { seats } = room.body;
    if ((await this.#table(room))?.status !== 'open') return { refused: 'Game already started' };
    const place = seats.push(seat) - 1;
    const seated = await lobby.sit(room.id, sitter, place);
    if ('refused' in seated) {
      seats.splice(place, 1);
      return { refused: UNSEATED[seated.refused] ?? 'Game already started' };
    }
    try {
      await this.store.write(room);
    } catch (error) {
      if (await lobby.stand(room.id, seat.agent)) seats.splice(place, 1);
      throw error;
    }
    room.tellSeats(place);
    return { seat: place };
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
    const before = room.visitors.length;
    room.visitors = event === 'closed' ? [] : table.sitters.slice(room.body.seats.length);
    if (room.visitors.length > before) room.tellSeats(room.seated.length - 1);
    else if (room.visitors.length < before) room.tellSeats();
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

  #bot(room: Room): { seat: RoomSeat; sitter: Sitter } {
    const bot = this.#parts.house.sitter(GAME);
    if (!bot) throw new Error('the house has no bots for clawpoly');
    const { agent, name, kind } = bot;
    const seat = { name, piece: freePiece(room.body.seats), agent, kind, tokenHash: null };
    return { seat, sitter: this.#announcing(room, bot) };
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
    const { turnNumber, standings, players } = view as View;
    const placements = players.map(({ seat }) => standings?.find((one) => one.seat === seat)?.placement);
    room.body.result = {
      ...resultOf(view as View, status.kind === 'void' ? status.reason : undefined),
      at,
      turns: turnNumber,
      ...(standings && { placements: placements as number[] }),
    };
    if (room.log) this.games.keepLog(room, room.log);
    room.leaveMatch();
    this.#openers.forget(room);
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
    this.#openers.forget(room);
    this.#timers.get(room)?.();
    this.#timers.delete(room);
    this.store.remove(room);
  }
}
