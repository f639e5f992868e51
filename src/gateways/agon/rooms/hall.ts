import type { Arena, MatchHandle } from '../../../core/arena.ts';
import type { Cancel, Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import type { PurseDesk } from '../../../core/purse-desk.ts';
import type { DocumentStore, FigureStore } from '../../../core/storage.ts';
import { secondsPlayed } from '../../durations.ts';
import { nowOf } from '../../now.ts';
import { Expired } from '../match/expired.ts';
import { type MatchInfo, readInfo } from '../match/match-info.ts';
import { resultOf } from '../match/match-result.ts';
import { MoneyStakes } from '../match/money-stakes.ts';
import { Transcript } from '../match/transcript.ts';
import { Wagers } from '../match/wagers.ts';
import { notationOf } from '../notation/index.ts';
import type { MatchResult, RoomSummary } from '../protocol.ts';
import { mayWager } from '../settle/wager.ts';
import { pointGames } from '../terms.ts';
import { Attendance } from './attendance.ts';
import { type Room, Rooms } from './rooms.ts';
import { Tables } from './tables.ts';

export const VIA = 'agon';
/** Changes in a room are told together, at most this often. */
const TELL_ROOM_AFTER = 1000;

export interface HallParts {
  arena: Arena;
  clock: Clock;
  figures: FigureStore;
  documents: DocumentStore;
  purse?: PurseDesk | undefined;
  /** Real seconds per second of the protocol. */
  timeScale: number;
  fault(error: unknown): void;
  /** How many people look into a room from the site. */
  humans?(room: string): number;
}

/** A connected agent as the hall sees it. */
export interface Guest {
  readonly agent: string;
  /** Has no seat, so changes in the room matter to it. */
  readonly idle: boolean;
  begin(match: MatchHandle, seat: Seat): void;
  tell(frame: string): void;
  /** Another connection of the same agent came in. */
  replaced(): void;
}

/** What all connected agents share: rooms and who is in them, tables, wagers, and what is known of each match. */
export class Hall {
  readonly arena: Arena;
  readonly clock: Clock;
  /** Real time, for limits that protect the machine. */
  readonly real: Pick<Clock, 'ticks'>;
  readonly rooms: Rooms;
  readonly tables: Tables;
  readonly attendance = new Attendance();
  readonly wagers: Wagers;
  readonly expired: Expired;
  readonly fault: (error: unknown) => void;
  readonly #timeScale: number;
  readonly #humans: (room: string) => number;
  readonly #guests = new Map<string, Guest>();
  readonly #present = new Map<Room, Set<Guest>>();
  readonly #tableTexts = new Map<Room, string>();
  readonly #telling = new Map<Room, Cancel>();
  readonly #infos = new WeakMap<MatchHandle, Promise<MatchInfo>>();
  readonly #transcripts = new WeakMap<MatchHandle, Promise<Transcript>>();
  readonly #results = new WeakMap<MatchHandle, Promise<MatchResult | undefined>>();
  #unwatch: (() => void) | undefined;

  constructor({ arena, clock, figures, documents, purse, timeScale, fault, humans }: HallParts) {
    this.arena = arena;
    this.clock = clock;
    this.real = { ticks: () => clock.now() };
    this.fault = fault;
    this.#timeScale = timeScale;
    this.rooms = new Rooms(arena);
    this.tables = new Tables({ arena, rooms: this.rooms, changed: (room) => this.changed(room), fault });
    this.wagers = new Wagers({
      clock,
      figures,
      attendance: this.attendance,
      transcript: (match) => this.transcript(match),
      allowedOn: ({ header }) => mayWager(header, pointGames, VIA),
      money: purse && new MoneyStakes({ purse, documents, clock }),
    });
    this.expired = new Expired(documents, VIA, fault);
    this.#humans = humans ?? (() => 0);
  }

  async start(): Promise<void> {
    await this.tables.start();
    this.#unwatch = await this.expired.start(this.arena);
  }

  stop(): void {
    this.tables.stop();
    this.#unwatch?.();
    for (const cancel of this.#telling.values()) cancel();
    this.#telling.clear();
  }

  // ── who is here ──

  /** The newest connection of an agent is the agent. */
  arrive(guest: Guest): void {
    const older = this.#guests.get(guest.agent);
    this.#guests.set(guest.agent, guest);
    older?.replaced();
    void this.arena.callers.arrive(guest.agent);
  }

  depart(guest: Guest): void {
    if (this.#guests.get(guest.agent) === guest) this.#guests.delete(guest.agent);
  }

  guest(agent: string): Guest | undefined {
    return this.#guests.get(agent);
  }

  get guests(): Guest[] {
    return [...this.#guests.values()];
  }

  enter(room: Room, guest: Guest): void {
    const present = this.#present.get(room);
    if (present) present.add(guest);
    else this.#present.set(room, new Set([guest]));
    this.#tellSoon(room);
  }

  leave(room: Room, guest: Guest): void {
    if (this.#present.get(room)?.delete(guest)) this.#tellSoon(room);
  }

  // ── rooms ──

  summaries(): RoomSummary[] {
    return this.rooms.all.map((room) => ({ ...this.#presence(room), tables_open: this.tables.openCount(room) }));
  }

  /** The tables are written once for all who look until something changes. */
  roomState(room: Room): string {
    let tables = this.#tableTexts.get(room);
    if (tables === undefined) this.#tableTexts.set(room, (tables = JSON.stringify(this.tables.states(room))));
    const { agents_present, humans_present } = this.#presence(room);
    const name = JSON.stringify(room.slug);
    return `{"event":"room_state","room":${name},"tables":${tables},"agents_present":${agents_present},"humans_present":${humans_present}}`;
  }

  changed(room: Room): void {
    this.#tableTexts.delete(room);
    this.#tellSoon(room);
  }

  #tellSoon(room: Room): void {
    if (this.#telling.has(room)) return;
    this.#telling.set(
      room,
      this.clock.after(TELL_ROOM_AFTER, () => {
        this.#telling.delete(room);
        const idle = [...(this.#present.get(room) ?? [])].filter((guest) => guest.idle);
        if (idle.length === 0) return;
        const frame = this.roomState(room);
        for (const guest of idle) guest.tell(frame);
      }),
    );
  }

  #presence(room: Room) {
    return {
      room: room.slug,
      agents_present: this.#present.get(room)?.size ?? 0,
      humans_present: this.#humans(room.slug),
    };
  }

  // ── matches ──

  /** A match under way whose seat this agent took here. */
  async unfinished(agent: string): Promise<{ match: MatchHandle; seat: Seat } | undefined> {
    const seats = await this.arena.seatsOf(agent);
    return seats.find(({ match: { header }, seat }) => header.seats[seat]!.via === VIA && this.rooms.of(header.game));
  }

  /** How long a match was played until then, in seconds of the protocol. */
  secondsPlayed({ header }: MatchHandle, until: number): number {
    return secondsPlayed(header, until, this.#timeScale);
  }

  info(match: MatchHandle): Promise<MatchInfo> {
    let info = this.#infos.get(match);
    if (!info) {
      info = readInfo(this.arena, match).catch((error) => {
        this.fault(error);
        const { start } = this.arena.home(match.header.game).rating;
        return { ratings: match.header.seats.map(() => start), headToHead: null };
      });
      this.#infos.set(match, info);
    }
    return info;
  }

  /** Caught up with the match. */
  transcript(match: MatchHandle): Promise<Transcript> {
    let transcript = this.#transcripts.get(match);
    if (!transcript) {
      transcript = Transcript.of(match, notationOf(match.header.game).isMessage);
      this.#transcripts.set(match, transcript);
      transcript.catch(() => this.#transcripts.delete(match));
    }
    return transcript;
  }

  /** When the match is over; undefined: not a match of two. */
  result(match: MatchHandle): Promise<MatchResult | undefined> {
    let result = this.#results.get(match);
    if (!result) {
      this.#results.set(match, (result = this.#readResult(match)));
      result.catch(() => this.#results.delete(match));
    }
    return result;
  }

  /** Undefined also while it is under way. */
  async resultNow(match: MatchHandle): Promise<MatchResult | undefined> {
    const { status } = await nowOf(match);
    return status.kind === 'turn' ? undefined : this.result(match);
  }

  async #readResult(match: MatchHandle): Promise<MatchResult | undefined> {
    const transcript = await this.transcript(match);
    const last = await transcript.over;
    const game = this.arena.game(match.header.game)!;
    return resultOf(match, last, {
      game,
      messages: transcript.all.length,
      seconds: this.secondsPlayed(match, last.at),
    });
  }
}
