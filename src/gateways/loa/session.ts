import type { Arena } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import type { Match, Refused } from '../../core/match.ts';
import { StorageBusy } from '../../core/storage.ts';
import { type Agent, type AgentLine, type AgentLines, seatOf } from './agent-lines.ts';
import { Follower } from './follower.ts';
import type { Frames } from './frames.ts';
import { notationOf } from './notation/index.ts';
import {
  CLOSE_UNAUTHENTICATED,
  type ClientFrame,
  decode,
  ERRORS,
  encode,
  MOVE_ERRORS,
  needsAuthentication,
  type ServerMessage,
  textField,
} from './protocol.ts';

export interface SessionParts {
  arena: Arena;
  clock: Clock;
  frames: Frames;
  lines: AgentLines;
  /** Whose key it is. */
  identify(key: string): Promise<Agent | undefined>;
  fault(error: unknown): void;
}

export interface Connection {
  send(frame: string): void;
  belongTo(agent: string): void;
  close(code: number, reason?: string): void;
}

const HEARTBEAT = 30_000;
const MOST_SUBSCRIPTIONS = 64;
/** Characters of frames that wait while one is worked on. */
const MOST_WAITING = 1024 * 1024;
const CLOSE_TOO_MUCH = 1008;

/** One connection. Frames are taken one at a time, in order; those that come while one is worked on wait. */
export class Session {
  readonly #parts: SessionParts;
  readonly #connection: Connection;
  readonly #send: (frame: string) => void;
  readonly #watched = new Map<string, Follower>();
  readonly #waiting: (string | undefined)[] = [];
  #line: AgentLine | undefined;
  #waitingSize = 0;
  #busy = false;
  #closed = false;
  #heartbeat: Cancel;

  constructor(parts: SessionParts, connection: Connection) {
    this.#parts = parts;
    this.#connection = connection;
    this.#send = (frame) => {
      if (!this.#closed) connection.send(frame);
    };
    this.#heartbeat = this.#beat();
  }

  /** @param text undefined: a binary frame */
  receive(text: string | undefined): void {
    if (this.#closed) return;
    if (this.#busy) {
      this.#waiting.push(text);
      this.#waitingSize += (text?.length ?? 0) + 1;
      if (this.#waitingSize > MOST_WAITING) this.#hangUp(CLOSE_TOO_MUCH, 'too many messages');
      return;
    }
    try {
      const work = this.#take(text);
      if (work) this.#hold(work);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The connection is gone. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#heartbeat();
    this.#waiting.length = 0;
    this.stop();
    if (this.#line) this.#parts.lines.disconnect(this.#line, this.#send);
  }

  /** Watches nothing any more. */
  stop(): void {
    for (const follower of this.#watched.values()) follower.stop();
    this.#watched.clear();
  }

  #hold(work: Promise<void>): void {
    this.#busy = true;
    work
      .catch((error) => this.#failed(error))
      .then(() => {
        this.#busy = false;
        this.#takeWaiting();
      });
  }

  #takeWaiting(): void {
    let taken = 0;
    while (taken < this.#waiting.length && !this.#busy && !this.#closed) {
      const text = this.#waiting[taken++];
      this.#waitingSize -= (text?.length ?? 0) + 1;
      this.receive(text);
    }
    this.#waiting.splice(0, taken);
  }

  #take(text: string | undefined): Promise<void> | void {
    const frame = decode(text);
    if ('error' in frame) return this.#error(frame.error);
    if (needsAuthentication(frame.type) && !this.#line) return this.#error(ERRORS.notAuthenticated);
    switch (frame.type) {
      case 'authenticate':
        return this.#authenticate(frame);
      case 'join_queue':
        return this.#joinQueue(this.#line!, frame);
      case 'submit_move':
        return this.#submitMove(this.#line!, frame);
      case 'subscribe_game':
        return this.#subscribe(frame);
      case 'ping':
        return this.#pong();
    }
  }

  // ── the five messages ──

  #authenticate(frame: ClientFrame): Promise<void> | void {
    if (this.#line) return this.#error(ERRORS.alreadyAuthenticated);
    const token = textField(frame, 'token');
    if (token === undefined) return this.#refuse(ERRORS.missingToken);
    return this.#parts.identify(token).then((agent) => {
      if (this.#closed) return;
      if (!agent) return this.#refuse(ERRORS.invalidKey);
      this.#connection.belongTo(agent.id);
      this.#reply({ type: 'authenticated', agentId: agent.id, agentName: agent.name });
      for (const [id, follower] of this.#watched) if (seatOf(follower.match, agent.id) >= 0) this.#unsubscribe(id);
      this.#line = this.#parts.lines.connect(agent, this.#send);
    });
  }

  #joinQueue(line: AgentLine, frame: ClientFrame): void {
    const gameType = textField(frame, 'gameType');
    if (gameType === undefined) return this.#error(ERRORS.missingGameType);
    const refused = this.#parts.lines.join(line, gameType, this.#send);
    if (refused) this.#error(refused);
  }

  #submitMove(line: AgentLine, frame: ClientFrame): void {
    const gameId = textField(frame, 'gameId');
    if (gameId === undefined) return this.#error(ERRORS.missingGameId);
    const { move } = frame.fields;
    if (move === undefined) return this.#error(ERRORS.missingMove);
    const match = this.#parts.arena.match(gameId);
    if (!match) return this.#rejectMove(MOVE_ERRORS.notActive);
    const seat = seatOf(match, line.agent.id);
    if (seat < 0) return this.#rejectMove(MOVE_ERRORS.notAPlayer);
    const turn = line.following?.match === match ? line.following.turn : 0;
    match.submit({ seat, move: translated(match, seat, move) }, turn, (refused) => {
      if (refused) this.#rejectMove(moveError(refused));
      else this.#reply({ type: 'move_result', success: true });
    });
  }

  #subscribe(frame: ClientFrame): Promise<void> | void {
    const gameId = textField(frame, 'gameId');
    if (gameId === undefined) return this.#error(ERRORS.missingGameId);
    const watched = this.#watched.get(gameId);
    if (watched) return watched.tellAgain(this.#send);
    const live = this.#parts.arena.match(gameId);
    if (live) return this.#follow(live);
    return this.#parts.arena.find(gameId).then((match) => {
      if (this.#closed) return;
      if (match) this.#follow(match);
      else this.#error(ERRORS.gameNotFound);
    });
  }

  #follow(match: Match): void {
    const own = this.#line?.following;
    if (own?.match === match) return own.tellAgain(this.#send);
    if (this.#watched.size >= MOST_SUBSCRIPTIONS) return this.#error(ERRORS.tooManySubscriptions);
    const follower = new Follower({
      match,
      viewer: match.outcome ? 'replay' : 'spectator',
      frames: this.#parts.frames,
      send: this.#send,
      ended: () => this.#watched.delete(match.id),
    });
    if (!match.outcome) this.#watched.set(match.id, follower);
  }

  #unsubscribe(gameId: string): void {
    this.#watched.get(gameId)?.stop();
    this.#watched.delete(gameId);
  }

  // ── answers ──

  #pong(): void {
    this.#reply({ type: 'pong', timestamp: this.#parts.clock.now() });
  }

  #beat(): Cancel {
    return this.#parts.clock.after(HEARTBEAT, () => {
      this.#pong();
      this.#heartbeat = this.#beat();
    });
  }

  #reply(message: ServerMessage): void {
    this.#send(encode(message));
  }

  #error(message: string): void {
    this.#reply({ type: 'error', message });
  }

  #rejectMove(error: string): void {
    this.#reply({ type: 'move_result', success: false, error });
  }

  #refuse(message: string): void {
    this.#error(message);
    this.#hangUp(CLOSE_UNAUTHENTICATED, message);
  }

  #hangUp(code: number, reason: string): void {
    this.#connection.close(code, reason);
    this.close();
  }

  #failed(error: unknown): void {
    if (error instanceof StorageBusy) return this.#error(error.message);
    this.#parts.fault(error);
    this.#error(ERRORS.internal);
  }
}

const isPlainObject = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function translated(match: Match, seat: number, move: unknown): unknown {
  const { move: translate } = notationOf(match.record.game);
  return translate && isPlainObject(move) ? translate(match, seat, move) : move;
}

function moveError({ code, reason }: Refused): string {
  switch (code) {
    case 'over':
      return MOVE_ERRORS.notActive;
    case 'already-moved':
    case 'stale':
      return MOVE_ERRORS.alreadyMoved;
    case 'error':
      return reason;
    default:
      return MOVE_ERRORS.invalid;
  }
}
