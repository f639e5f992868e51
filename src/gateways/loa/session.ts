// Longer than most files: one connection, and every message that it may send.
import { keyIdOf } from '../../accounts/keys.ts';
import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Cancel, Clock } from '../../core/clock.ts';
import { AUDIENCE } from '../../core/game.ts';
import type { Refused } from '../../core/judge.ts';
import { StorageBusy } from '../../core/storage.ts';
import type { Submission } from '../../core/submission.ts';
import { COST } from '../budget.ts';
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
  /** @param key the id of the key that was shown */
  belongTo(agent: string, key: string): void;
  /** Pays for work. False: the connection ends. */
  charge(cost: number): boolean;
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
      this.#connection.belongTo(agent.id, keyIdOf(token));
      this.#reply({ type: 'authenticated', agentId: agent.id, agentName: agent.name });
      for (const [id, follower] of this.#watched) if (seatOf(follower.match, agent.id) >= 0) this.#unsubscribe(id);
      const { line, ready } = this.#parts.lines.connect(agent, this.#send);
      this.#line = line;
      return ready;
    });
  }

  #joinQueue(line: AgentLine, frame: ClientFrame): Promise<void> | void {
    const gameType = textField(frame, 'gameType');
    if (gameType === undefined) return this.#error(ERRORS.missingGameType);
    return this.#parts.lines.join(line, gameType, this.#send).then((refused) => {
      if (refused) this.#reply({ type: 'error', ...refused });
    });
  }

  #submitMove(line: AgentLine, frame: ClientFrame): Promise<void> | void {
    const gameId = textField(frame, 'gameId');
    if (gameId === undefined) return this.#error(ERRORS.missingGameId);
    const { move } = frame.fields;
    if (move === undefined) return this.#error(ERRORS.missingMove);
    const { following } = line;
    if (following?.match.id === gameId) return this.#submit(following.match, line.agent, move, following.turn);
    if (!this.#connection.charge(COST.lookup)) return;
    return this.#find(gameId).then(({ match, isOver }) => {
      if (!match || isOver) return this.#rejectMove(MOVE_ERRORS.notActive);
      this.#submit(match, line.agent, move, 0);
    });
  }

  #submit(match: MatchHandle, agent: Agent, move: unknown, turn: number): void {
    const seat = seatOf(match, agent.id);
    if (seat < 0) return this.#vote(match, agent, move);
    const takesText = this.#parts.arena.game(match.header.game)?.text ?? false;
    match.submit(takesText ? submission(match, seat, move) : { seat, move }, turn, (refused) => {
      if (refused) this.#rejectMove(moveError(refused));
      else this.#reply({ type: 'move_result', success: true });
    });
  }

  /** Whoever watches may have a say where the audience decides; the match refuses those who are seated. */
  #vote(match: MatchHandle, { id }: Agent, move: unknown): void {
    if (!this.#watched.has(match.id)) return this.#rejectMove(MOVE_ERRORS.notAPlayer);
    const cast = { seat: AUDIENCE, move: bySeat(match, move), by: id };
    match.submit(cast, 0, (refused) => {
      if (refused) this.#rejectMove(moveError(refused));
      else this.#reply({ type: 'move_result', success: true });
    });
  }

  async #find(gameId: string): Promise<{ match: MatchHandle | undefined; isOver: boolean }> {
    const { arena } = this.#parts;
    const [match, result] = await Promise.all([arena.find(gameId), arena.result(gameId)]);
    return { match, isOver: result !== undefined };
  }

  #subscribe(frame: ClientFrame): Promise<void> | void {
    const gameId = textField(frame, 'gameId');
    if (gameId === undefined) return this.#error(ERRORS.missingGameId);
    const watched = this.#watched.get(gameId);
    if (watched) return watched.tellAgain(this.#send);
    if (!this.#connection.charge(COST.lookup)) return;
    return this.#find(gameId).then(({ match, isOver }) => {
      if (this.#closed || (isOver && !this.#connection.charge(COST.replay))) return;
      if (match) this.#follow(match, isOver ? 'replay' : 'spectator');
      else this.#error(ERRORS.gameNotFound);
    });
  }

  #follow(match: MatchHandle, viewer: 'replay' | 'spectator'): void {
    const own = this.#line?.following;
    if (own?.match === match) return own.tellAgain(this.#send);
    if (this.#watched.size >= MOST_SUBSCRIPTIONS) return this.#error(ERRORS.tooManySubscriptions);
    const follower = new Follower({
      match,
      viewer,
      frames: this.#parts.frames,
      send: this.#send,
      ended: () => this.#watched.delete(match.id),
    });
    if (!follower.hasEnded) this.#watched.set(match.id, follower);
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
    if (this.#connection.charge(COST.refusal)) this.#reply({ type: 'error', message });
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

/** A move as the match takes it: as text where the game's notation says so and nothing else is said. */
function submission({ header }: MatchHandle, seat: number, move: unknown): Submission {
  const { text: takesText } = notationOf(header.game);
  if (!takesText || !isPlainObject(move)) return { seat, move };
  const { text, ...rest } = move;
  return typeof text === 'string' && Object.keys(rest).length === 0 ? { seat, text } : { seat, move };
}

/** A vote may name whom it is for by seat or by agent id. */
function bySeat({ header }: MatchHandle, move: unknown): unknown {
  if (!isPlainObject(move) || typeof move.vote !== 'string') return move;
  const seat = header.seats.findIndex(({ agent }) => agent === move.vote);
  return seat < 0 ? move : { ...move, vote: seat };
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
