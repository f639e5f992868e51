import { hashKey } from '../../accounts/keys.ts';
import type { Seat } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import type { SeatKind } from '../../core/record.ts';
import type { Update } from '../../core/update.ts';
import type { View } from '../../games/clawpoly/view.ts';
import { PIECES, type Piece, playerId } from './notation/players.ts';
import type { Result } from './notation/prompts.ts';
import { type GamePhase, stateJson } from './notation/state.ts';
import { RoomLog } from './room-log.ts';
import { type Speed, speedOf } from './terms.ts';

/** A seat that was given out. */
export interface RoomSeat {
  name: string;
  piece: Piece;
  agent: string;
  kind: SeatKind;
  /** Null: a house bot, which has no token. */
  tokenHash: string | null;
  /** Has been told that the game started. */
  greeted?: true;
}

/** All that a restart needs of a room. */
export interface RoomBody {
  code: string;
  name: string;
  maxPlayers: number;
  turnLimit: number;
  speed: Speed;
  ownerHash: string;
  createdAt: number;
  /** In order of joining. */
  seats: RoomSeat[];
  match: string | null;
  result: (Result & { at: number; turns: number }) | null;
}

/** A connection that waits for the room's game. */
export interface Listener {
  begin(match: Match): void;
}

export interface ConnectedAgent extends Listener {
  /** A newer connection took over. */
  replaced(): void;
}

/** Agents with tokens, spectators with the code, an owner, and one game. */
export class Room {
  readonly id: string;
  readonly body: RoomBody;
  /** Of the stored document; 0: not stored yet. */
  version: number;
  /** While the game is on. */
  match: Match | undefined;
  log: RoomLog | undefined;
  /** The connected agents, by seat. */
  readonly agents = new Map<Seat, ConnectedAgent>();
  readonly spectators = new Set<Listener>();
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

  /** The game is on, from now or from before a restart. */
  play(match: Match): void {
    this.match = match;
    this.body.match = match.id;
    this.log = new RoomLog(this.id, this.body.seats);
  }

  /** The players as everyone sees them before and beside the game. */
  get players() {
    return this.body.seats.map(({ name, piece }, seat) => ({
      id: playerId(seat),
      name,
      token: piece,
      color: PIECES[piece],
      connected: this.isConnected(seat),
    }));
  }

  isConnected(seat: Seat): boolean {
    return this.agents.has(seat) || (this.body.seats[seat]?.kind === 'bot' && this.status !== 'finished');
  }

  summary(gameSpeed = this.#speed()) {
    const { code, name, maxPlayers, turnLimit, createdAt, seats } = this.body;
    return {
      id: this.id,
      roomId: this.id,
      roomCode: code,
      name,
      status: this.status,
      playerCount: seats.length,
      maxPlayers,
      turnLimit,
      gameSpeed,
      createdAt: new Date(createdAt).toISOString(),
    };
  }

  /** @param beginning how the game looks before anybody moved */
  state(update: Pick<Update, 'view' | 'status' | 'paused' | 'pace'> | undefined, beginning: View) {
    const { code, turnLimit, seats, speed } = this.body;
    const facts = {
      roomId: this.id,
      roomCode: code,
      gamePhase: phaseOf(update),
      gameSpeed: update ? speedOf(update.pace) : speed,
      players: seats,
      connected: seats.map((_, seat) => this.isConnected(seat)),
    };
    return stateJson(facts, update ? (update.view as View) : { ...beginning, turnLimit });
  }

  #speed(): Speed {
    return this.match ? speedOf(this.match.position.pace) : this.body.speed;
  }
}

function phaseOf(update: Pick<Update, 'status' | 'paused'> | undefined): GamePhase {
  if (!update) return 'waiting';
  if (update.status.kind !== 'turn') return 'finished';
  return update.paused ? 'paused' : 'playing';
}
