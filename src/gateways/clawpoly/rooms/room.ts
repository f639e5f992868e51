// Longer than most files: all that a room is, before, during and after its game.
import { hashKey } from '../../../accounts/keys.ts';
import { shortAmount } from '../../../core/amounts.ts';
import type { MatchHandle } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import type { Asset, Hex } from '../../../core/money.ts';
import type { SeatHolder, SeatKind } from '../../../core/record.ts';
import type { Update } from '../../../core/update.ts';
import type { View } from '../../../games/clawpoly/view.ts';
import { assignPiece, PIECES, type Piece, type Player, playerId } from '../notation/players.ts';
import type { Result } from '../notation/prompts.ts';
import type { GamePhase, RoomFacts } from '../notation/state.ts';
import { MAX_PLAYERS, type Speed, speedOf, TURN_LIMIT } from '../terms.ts';
import { RoomLog } from './room-log.ts';

export const VIA = 'clawpoly';

/** For so long an unpaid seat is nobody else's. */
const TO_PAY = 10 * 60 * 1000;

/** A seat that was given out. */
export interface RoomSeat {
  name: string;
  piece: Piece;
  agent: string;
  kind: SeatKind;
  /** Null: a house bot or a visitor, who has no token. */
  tokenHash: string | null;
  /** Plays by another door. */
  visitor?: true;
  /** Has been told that the game started. */
  greeted?: true;
  /** In a premium room. */
  payment?: SeatPayment;
}

/** What is known of the entry fee of a seat. */
export interface SeatPayment {
  account: string;
  /** The seat's own, where the sender does not matter. */
  address: Hex;
  /** Where prizes and refunds go. */
  payTo?: Hex;
  paid?: true;
  /** Since when the seat waits for it. */
  at: number;
}

/** What makes a room a premium one. */
export interface Premium {
  asset: Asset;
  /** In units. */
  fee: string;
  chain: number;
  address: Hex;
  /** The house's part, in ten-thousandths. */
  cut: number;
  /** How many seats were ever given out. */
  issued: number;
  /** Then it gives everything back, unless it plays. */
  until: number;
}

/** All that a restart needs of a room. */
export interface RoomBody {
  code: string;
  name: string;
  maxPlayers: number;
  turnLimit: number;
  speed: Speed;
  /** Null: nobody's, the room was opened by a queue. */
  ownerHash: string | null;
  createdAt: number;
  premium?: Premium;
  /** In order of joining; visitors are added behind them when the game begins. */
  seats: RoomSeat[];
  match: string | null;
  startedAt?: number;
  /** `placements` by seat; none of a game that was broken off. */
  result: (Result & { at: number; turns: number; placements?: number[] }) | null;
}

/** A connection that waits for the room's game. */
export interface Listener {
  begin(match: MatchHandle): void;
}

export interface Watcher extends Listener {
  /** Who sits here has changed while the room waits. */
  seatsChanged(newcomer?: Seat): void;
}

export interface ConnectedAgent extends Listener {
  /** An arranged match of it was not played. */
  missed(why: string): void;
  /** It was called into a match in which it has another seat. */
  moved(seat: Seat): void;
  /** A newer connection took over. */
  replaced(): void;
  /** The seat is not paid for any more, or the room is given up. */
  turnedOut(why: string): void;
}

/** Agents with tokens, spectators with the code, an owner, and one game. */
export class Room {
  readonly id: string;
  readonly body: RoomBody;
  /** Of the stored document; 0: not stored yet. */
  version: number;
  /** While the game is on. */
  match: MatchHandle | undefined;
  /** Where it is now. */
  now: Update | undefined;
  log: RoomLog | undefined;
  /** The entry fees are the stakes of the game. */
  feesHeld = false;
  /** Called when somebody comes or goes while the room waits. */
  changed: () => void = () => {};
  /** The connected agents, by seat. */
  readonly agents = new Map<Seat, ConnectedAgent>();
  readonly spectators = new Set<Watcher>();
  /** Those whom other doors brought to a room that waits. They may leave, so they sit behind the others. */
  visitors: Pick<SeatHolder, 'name' | 'kind'>[] = [];
  readonly #expired = new Set<Seat>();
  #unwatch: (() => void) | undefined;
  #kept = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(id: string, body: RoomBody, version: number) {
    this.id = id;
    this.body = body;
    this.version = version;
  }

  get status(): 'waiting' | 'playing' | 'finished' {
    if (this.body.result) return 'finished';
    return this.match ? 'playing' : 'waiting';
  }

  get isOfBots(): boolean {
    const { seats, maxPlayers } = this.body;
    return seats.length === maxPlayers && seats.every(({ kind }) => kind === 'bot');
  }

  owesFee(seat: Seat): boolean {
    return this.body.premium !== undefined && !this.body.seats[seat]?.payment?.paid;
  }

  /** The seat that a newcomer may have although the room is full: one that nobody has paid for in a while. */
  lapsedSeat(now: number): Seat | undefined {
    const lapsed = this.body.seats.findIndex(({ payment }) => payment && !payment.paid && now - payment.at >= TO_PAY);
    return lapsed < 0 ? undefined : lapsed;
  }

  get connections(): number {
    return this.agents.size + this.spectators.size;
  }

  /** One change at a time. */
  exclusively<Value>(change: () => Promise<Value>): Promise<Value> {
    const next = this.#last.then(change);
    this.#last = next.catch(() => {});
    return next;
  }

  isOwner(token: string | undefined): boolean {
    return token !== undefined && hashKey(token) === this.body.ownerHash;
  }

  seatOfToken(token: string | undefined): Seat | undefined {
    const hash = token === undefined ? undefined : hashKey(token);
    const seat = this.body.seats.findIndex(({ tokenHash }) => tokenHash !== null && tokenHash === hash);
    return seat < 0 ? undefined : seat;
  }

  /** Whose token it is. After the game, or for an agent that stayed away for too long, it is nobody's. */
  seatFor(token: string): Seat | undefined {
    const seat = this.status === 'finished' ? undefined : this.seatOfToken(token);
    return seat !== undefined && this.#expired.has(seat) ? undefined : seat;
  }

  /** Whether agents in a queue may be seated here: if they would play the usual game with agents who are there. */
  get welcomesQueue(): boolean {
    const { maxPlayers, turnLimit, seats, ownerHash } = this.body;
    if (this.#kept) return false;
    if (maxPlayers !== MAX_PLAYERS || turnLimit !== TURN_LIMIT || seats.some(({ kind }) => kind === 'bot'))
      return false;
    if (this.visitors.length > 0) return true;
    return (ownerHash === null || seats.length > 0) && seats.every((_, seat) => this.agents.has(seat));
  }

  /** Whether this account has the only seat that was given out, of a room that waits. */
  isOnly(agent: string): boolean {
    const { premium, seats } = this.body;
    const [only] = seats;
    const alone = seats.length === 1 && this.visitors.length === 0 && only!.agent === agent && only!.kind === 'agent';
    return alone && !premium && this.status === 'waiting';
  }

  waitsAlone(agent: string): boolean {
    return this.isOnly(agent) && this.agents.has(0);
  }

  get isKept(): boolean {
    return this.#kept;
  }

  /** An arranged match waits for its agent: no queue is to fill the room meanwhile. */
  keep(kept: boolean): void {
    if (this.#kept === kept) return;
    this.#kept = kept;
    this.changed();
  }

  /** Its only agent is called into a match that was arranged elsewhere, to that seat. */
  become({ header: { seats, options, terms } }: MatchHandle, seat: Seat): void {
    const own = this.body.seats[0]!;
    const given = [own];
    this.body.seats = seats.map(({ agent, name, kind }, i) => {
      if (i === seat) return own;
      const other: RoomSeat = { name, piece: freePiece(given), agent, kind, tokenHash: null, visitor: true };
      given.push(other);
      return other;
    });
    this.body.maxPlayers = seats.length;
    this.body.turnLimit = (options as { turnLimit?: number }).turnLimit ?? TURN_LIMIT;
    this.body.speed = speedOf(terms.pace ?? 0);
    const connected = this.agents.get(0);
    if (!connected) return;
    this.agents.delete(0);
    this.agents.set(seat, connected);
    connected.moved(seat);
  }

  connect(seat: Seat, agent: ConnectedAgent): void {
    this.agents.set(seat, agent);
    this.changed();
  }

  /** Unless a newer connection took over. */
  disconnect(seat: Seat, agent: ConnectedAgent): void {
    if (this.agents.get(seat) !== agent) return;
    this.agents.delete(seat);
    this.changed();
  }

  /** The game is on, from now or from before a restart. */
  play(match: MatchHandle): void {
    this.adopt(match);
    this.match = match;
    const log = new RoomLog(this.id, this.body.seats);
    this.log = log;
    this.#unwatch = match.watch(
      'spectator',
      (update) => {
        this.now = update;
        for (const left of [...(update.earlier?.left ?? []), ...(update.left ? [update.left] : [])]) {
          if (left.why === 'away') for (const seat of left.seats) this.#expired.add(seat);
        }
        log.take(match, update);
      },
      { unseen: true },
    );
  }

  /** Whoever came by another door has a seat of the room's game as well. */
  adopt(match: MatchHandle): void {
    const { seats } = this.body;
    for (const { agent, name, kind } of match.header.seats.slice(seats.length)) {
      seats.push({ name, piece: freePiece(seats), agent, kind, tokenHash: null, visitor: true });
    }
    this.visitors = [];
    this.body.match = match.id;
    this.body.startedAt = match.header.at;
  }

  /** The game is over. */
  leaveMatch(): void {
    this.#unwatch?.();
    // It holds on to the log and, with it, to the whole match.
    this.#unwatch = undefined;
    this.match = this.now = this.log = undefined;
  }

  /** Everyone who has a seat now. */
  get seated(): Player[] {
    const seated: Player[] = [...this.body.seats];
    for (const { name } of this.visitors) seated.push({ name, piece: freePiece(seated) });
    return seated;
  }

  /** Those who watch while the room waits are told who came, or that somebody went. */
  tellSeats(newcomer?: Seat): void {
    if (this.status === 'waiting') for (const watcher of this.spectators) watcher.seatsChanged(newcomer);
  }

  /** The players as everyone sees them before and beside the game. */
  get players() {
    return this.seated.map(({ name, piece }, seat) => ({
      id: playerId(seat),
      name,
      token: piece,
      color: PIECES[piece],
      connected: this.isConnected(seat),
    }));
  }

  isConnected(seat: Seat): boolean {
    if (this.agents.has(seat)) return true;
    const { kind, visitor } = this.body.seats[seat] ?? { visitor: true };
    if (this.status === 'finished') return false;
    if (kind === 'bot' || !visitor) return kind === 'bot';
    return this.now?.seats[seat]?.here ?? true;
  }

  summary(gameSpeed = this.speed) {
    const { code, name, maxPlayers, turnLimit, createdAt, seats } = this.body;
    return {
      id: this.id,
      roomId: this.id,
      roomCode: code,
      name,
      status: this.status,
      playerCount: seats.length + this.visitors.length,
      maxPlayers,
      turnLimit,
      gameSpeed,
      createdAt: new Date(createdAt).toISOString(),
      ...this.money,
    };
  }

  /** What a premium room says of itself. */
  get money() {
    const { premium, seats } = this.body;
    if (!premium) return {};
    const { asset, fee, chain, address } = premium;
    const paid = seats.filter(({ payment }) => payment?.paid).length;
    return {
      mode: 'premium',
      entryFee: { amount: shortAmount(BigInt(fee), asset), token: asset, chain },
      depositAddress: address,
      prizePool: shortAmount(BigInt(fee) * BigInt(paid), asset),
    };
  }

  /**
   * The room beside its game, and the game as everyone sees it.
   * @param beginning how the game looks before anybody moved
   */
  shown(update: Shown | undefined, beginning: View): { facts: RoomFacts; view: View } {
    const { code, name, speed, turnLimit } = this.body;
    const { seated } = this;
    const facts = {
      roomId: this.id,
      roomCode: code,
      roomName: name,
      gamePhase: phaseOf(update),
      gameSpeed: update ? speedOf(update.pace) : speed,
      players: seated,
      connected: seated.map((_, seat) => this.isConnected(seat)),
    };
    return { facts, view: update ? (update.view as View) : { ...beginning, turnLimit } };
  }

  get speed(): Speed {
    return this.now ? speedOf(this.now.pace) : this.body.speed;
  }
}

type Shown = Pick<Update, 'view' | 'status' | 'paused' | 'pace'>;
type RoomWish = Pick<RoomBody, 'name' | 'maxPlayers' | 'turnLimit' | 'speed' | 'ownerHash' | 'premium'>;

/** A room that waits, not stored yet. */
export const newRoom = (id: string, code: string, createdAt: number, wish: RoomWish): Room =>
  new Room(
    id,
    { ...wish, code, name: wish.name || `Room ${code}`, createdAt, seats: [], match: null, result: null },
    0,
  );

function phaseOf(update: Shown | undefined): GamePhase {
  if (!update) return 'waiting';
  if (update.status.kind !== 'turn') return 'finished';
  return update.paused ? 'paused' : 'playing';
}

/** The piece that was wished for, if nobody has it. */
export const freePiece = (taken: Player[], wish?: unknown): Piece =>
  assignPiece(
    wish,
    taken.map(({ piece }) => piece),
  );
