// Longer than most files: how rooms come to be, fill, play and end, premium ones too.
import { randomUUID } from 'node:crypto';
import { hashKey } from '../../../accounts/keys.ts';
import type { Arena, MatchHandle, Sitter, TableEvent, TableInfo, Unseated } from '../../../core/arena.ts';
import type { Cancel, Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import type { Asset, Hex } from '../../../core/money.ts';
import type { PurseDesk } from '../../../core/purse-desk.ts';
import type { SeatHolder } from '../../../core/record.ts';
import type { DocumentStore } from '../../../core/storage.ts';
import type { Update } from '../../../core/update.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import type { HouseBots } from '../../gateway.ts';
import { nowOf } from '../../now.ts';
import type { Piece } from '../notation/players.ts';
import { resultOf } from '../notation/prompts.ts';
import { speedOf, termsAt } from '../terms.ts';
import { Cashier } from './cashier.ts';
import { Openers } from './openers.ts';
import { freePiece, newRoom, type Premium, type Room, type RoomBody, type RoomSeat, VIA } from './room.ts';
import { RoomGames } from './room-games.ts';
import { RoomStore } from './room-store.ts';

const GAME = 'clawpoly';

const IDLE = 60 * 60 * 1000;
const TRY_AGAIN = 1000;
/** Each has addresses that are watched for ever. */
const MOST_PREMIUM = 500;
const UNREACHED = 'The chain cannot be reached now. Try again later';

const UNSEATED: { [why in Unseated]?: string } = {
  already: 'You are in this room already',
  busy: 'You are in too many games already',
};

export interface RoomsParts {
  arena: Arena;
  clock: Clock;
  documents: DocumentStore;
  house: Pick<HouseBots, 'sitter'>;
  /** Undefined: there are no premium rooms. */
  purse?: PurseDesk | undefined;
  fault(error: unknown): void;
}

export type Wish = Pick<RoomBody, 'name' | 'maxPlayers' | 'turnLimit' | 'speed'> & {
  bots: number;
  entryFee?: { asset: Asset; amount: bigint };
};
export type Guest = Pick<SeatHolder, 'agent' | 'name' | 'kind'> & { piece: unknown };
export type Joined = { seat: Seat; token: string; piece: Piece; deposit?: Hex } | { refused: string; later?: true };

/** How rooms come to be, fill, play and end, premium ones too. */
export class Rooms {
  readonly store: RoomStore;
  readonly games: RoomGames;
  readonly cashier: Cashier | undefined;
  readonly #parts: RoomsParts;
  readonly #openers = new Openers();
  readonly #starting = new Map<Room, (begun: boolean) => void>();
  /** Rooms whose agents were called into a match of another table, by match. */
  readonly #called = new Map<string, Room[]>();
  /** What is to be done with rooms that wait, unless their game begins. */
  readonly #timers = new Map<Room, Cancel>();

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.store = new RoomStore(parts.documents, parts.fault);
    this.games = new RoomGames(parts.arena);
    const { purse, clock, fault } = parts;
    this.cashier =
      purse &&
      new Cashier({
        purse,
        clock,
        room: (id) => this.store.byId(id),
        rooms: () => this.store.all,
        write: (room) => this.store.write(room),
        paid: (room) => void this.#whenPaid(room).catch(fault),
        fault,
      });
    parts.arena.watch((event, match) => {
      const own = this.store.byId(match.header.table ?? '');
      if (event === 'begun') return own && this.#play(own, match);
      for (const room of this.#called.get(match.id) ?? (own ? [own] : [])) {
        if (room.now && room.match === match) this.#finish(room, room.now);
      }
      this.#called.delete(match.id);
    });
    parts.arena.lobby.watch((event, table) => {
      if (table.game === GAME) this.#follow(event, table);
    });
  }

  // ── life of a room ──

  /** @param by the address that asks */
  async create(
    { bots, entryFee, ...wish }: Wish,
    by: string,
  ): Promise<{ room: Room; ownerToken: string } | { refused: string; tooMany?: true }> {
    const { clock } = this.#parts;
    if (this.#openers.hasEnough(by, bots === wish.maxPlayers)) {
      return { refused: 'Too many rooms of this address are open', tooMany: true };
    }
    if (this.store.isFull) return { refused: 'Too many rooms are waiting' };
    const ownerToken = randomUUID();
    const id = randomUUID();
    if (entryFee && this.#waitingPremium >= MOST_PREMIUM) return { refused: 'Too many premium rooms are waiting' };
    const premium = entryFee && (await this.cashier?.open(id, entryFee.asset, entryFee.amount));
    if (entryFee && !premium) return { refused: UNREACHED };
    const ownerHash = hashKey(ownerToken);
    const room = newRoom(id, this.store.newCode(), clock.now(), { ...wish, ownerHash, ...(premium && { premium }) });
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
      if (room.body.premium) return this.#joinPremium(room, { agent, name, kind, piece: wish }, token);
      const piece = freePiece(room.body.seats, wish);
      const seat = { name, piece, agent, kind, tokenHash: hashKey(token) };
      const taken = await this.#take(room, seat, this.#sitter(room, seat));
      return 'refused' in taken ? taken : { ...taken, token, piece };
    });
  }

  /** There is no table before all have paid, so nobody comes by another door. */
  async #joinPremium(room: Room, { agent, name, kind, piece: wish }: Guest, token: string): Promise<Joined> {
    const { seats, maxPlayers } = room.body;
    const { cashier } = this;
    if (!cashier || room.status !== 'waiting' || !this.store.byId(room.id)) return { refused: 'Game already started' };
    if (seats.some((seat) => seat.agent === agent)) return { refused: UNSEATED.already! };
    const lapsed = seats.length < maxPlayers ? undefined : room.lapsedSeat(this.#parts.clock.now());
    if (seats.length >= maxPlayers && lapsed === undefined) return { refused: 'Room is full' };
    const tooMuch = cashier.tooMuchToday(room, agent);
    if (tooMuch) return { refused: tooMuch };
    const payment = await cashier.payment(room);
    if (!payment) return { refused: UNREACHED, later: true };
    const place = lapsed ?? seats.length;
    const before = seats[place];
    const others = seats.filter((seat) => seat !== before);
    const seat: RoomSeat = {
      ...{ name, piece: freePiece(others, wish), agent, kind },
      tokenHash: hashKey(token),
      payment,
    };
    seats[place] = seat;
    try {
      await this.store.write(room);
    } catch (error) {
      if (before) seats[place] = before;
      else seats.splice(place, 1);
      throw error;
    }
    if (before?.payment) {
      room.agents.get(place)?.turnedOut('Your seat was not paid for in time.');
      await cashier.giveBackSeat(before.payment);
    }
    room.tellSeats(place);
    return { seat: place, token, piece: seat.piece, deposit: payment.address };
  }

  get #waitingPremium(): number {
    return this.store.all.filter(({ status, body }) => body.premium && status === 'waiting').length;
  }

  /** The game of a premium room begins when it is full and all have paid. */
  #whenPaid(room: Room): Promise<unknown> {
    return room.exclusively(async () => {
      if (room.body.seats.length === room.body.maxPlayers) await this.#beginPremium(room);
    });
  }

  async #beginPremium(room: Room): Promise<{ refused: string } | undefined> {
    const { seats, turnLimit, speed, name } = room.body;
    if (room.status !== 'waiting' || !this.store.byId(room.id)) return { refused: 'Game not in waiting phase' };
    if (seats.length < 2) return { refused: 'Need at least 2 players' };
    if (seats.some((_, seat) => room.owesFee(seat)) || !(await this.cashier!.stands(room))) {
      return { refused: 'Not everyone has paid' };
    }
    const opening = { game: GAME, id: room.id, options: { turnLimit }, terms: termsAt(speed), label: { name } };
    const sitters = seats.map((seat) => this.#sitter(room, seat));
    try {
      await this.#parts.arena.lobby.begin(opening, sitters);
    } catch (error) {
      this.#parts.fault(error);
      return { refused: 'The game could not start. Try again' };
    }
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
      if (room.body.premium) return this.#beginPremium(room);
      const table = await this.#table(room);
      if (table?.status !== 'open') return { refused: 'Game not in waiting phase' };
      if (table.sitters.length < 2) return { refused: 'Need at least 2 players' };
      const begun = new Promise<boolean>((resolve) => this.#starting.set(room, resolve));
      await this.#parts.arena.lobby.start(room.id);
      return (await begun) ? undefined : { refused: 'The game could not start. Try again' };
    });
  }

  /** The only agent of a room is called into a match that was arranged elsewhere. */
  call(room: Room, match: MatchHandle, seat: Seat): void {
    room.become(match, seat);
    this.#play(room, match);
    room.agents.get(seat)?.begin(match);
    void this.#parts.arena.lobby.close(room.id, 'called').catch(this.#parts.fault);
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
    await this.cashier?.start();
  }

  stop(): void {
    this.cashier?.stop();
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
    const { maxPlayers: size, turnLimit, speed, name, premium } = room.body;
    if (premium) return this.#awaitFees(room, premium);
    const terms = termsAt(speed);
    await lobby.open({ game: GAME, id: room.id, reserved: true, size, options: { turnLimit }, terms, label: { name } });
    this.#await(room);
    for (const sitter of sitters) await lobby.sit(room.id, sitter);
  }

  #awaitFees(room: Room, { until }: Premium): void {
    const left = Math.max(0, until - this.#parts.clock.now());
    this.#later(room, left, () => void this.#giveUp(room).catch(this.#parts.fault));
    const { cashier } = this;
    if (!cashier) return;
    const recounted = room.exclusively(() => cashier.recount(room));
    void recounted.then(() => this.#whenPaid(room)).catch(this.#parts.fault);
  }

  /** It never filled: everyone gets back what was paid. */
  #giveUp(room: Room): Promise<void> {
    return room.exclusively(async () => {
      // Without a purse nothing can go back: the room waits for the day when there is one again.
      if (room.status !== 'waiting' || !this.cashier) return;
      await this.cashier.giveBack(room);
      this.#drop(room);
      for (const agent of [...room.agents.values()]) agent.turnedOut('The room never filled: what was paid goes back.');
    });
  }

  async #reopen(room: Room): Promise<void> {
    const sitters = room.body.seats.map((seat, place) => {
      const bot = seat.kind === 'bot' ? this.#parts.house.sitter(GAME, undefined, place) : undefined;
      if (!bot) return this.#sitter(room, seat);
      seat.agent = bot.agent;
      seat.name = bot.name;
      return this.#announcing(room, bot);
    });
    await this.#open(room, sitters);
  }

  #bot(room: Room): { seat: RoomSeat; sitter: Sitter } {
    const bot = this.#parts.house.sitter(GAME, undefined, room.body.seats.length);
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
    if (match.header.table !== room.id) this.#called.set(match.id, [...(this.#called.get(match.id) ?? []), room]);
    if (room.body.premium) this.cashier?.hold(room, match);
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
    if (room.body.premium) this.cashier?.giveBack(room).catch(this.#parts.fault);
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
