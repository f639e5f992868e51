import type { MatchHandle } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import type { Seat, Turn } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { View } from '../../games/clawpoly/view.ts';
import { COST } from '../budget.ts';
import type { Wire } from '../sockets.ts';
import { type Data, readMove } from './notation/moves.ts';
import { playerId } from './notation/players.ts';
import { overFrame, promptFrame, startedFrame, tradeFrame } from './notation/prompts.ts';
import { problemOf } from './notation/refused.ts';
import { CLOSE, decodeAction, encode, errorFrame, type Frame, type Problem, quoteNamed } from './protocol.ts';
import type { ConnectedAgent, Room } from './rooms/room.ts';
import { WARN_AT } from './terms.ts';

export interface SessionParts {
  clock: Clock;
  /** Keeps a change to what a room has to remember. */
  save(room: Room): void;
}

const LAST_EVENTS = 20;
const MOST_WAITING = 64;

/** One connected agent. Its actions are taken one at a time, in order, each judged by the game as it then is. */
export class AgentSession implements ConnectedAgent {
  readonly #parts: SessionParts;
  readonly #room: Room;
  #seat: Seat;
  readonly #wire: Wire;
  readonly #waiting: { action: string; data: Data }[] = [];
  #busy = false;
  /** An action was handed in and is not answered yet. */
  #handedIn = false;
  /** The prompt did not come again because an action was on its way. */
  #owed = false;
  #closed = false;
  #promptly = false;
  #match: MatchHandle | undefined;
  #unwatch: (() => void) | undefined;
  /** The last update. */
  #seen: Update | undefined;
  /** The decision that was asked last, and the trades. */
  #prompted = -1;
  #trades: string[] = [];

  /** A second connection of the same agent takes over. */
  constructor(parts: SessionParts, room: Room, seat: Seat, wire: Wire) {
    this.#parts = parts;
    this.#room = room;
    this.#seat = seat;
    this.#wire = wire;
    const before = room.agents.get(seat);
    room.connect(seat, this);
    this.#send(this.#welcome());
    if (room.match) this.#follow(room.match, true);
    before?.replaced();
  }

  /** @param text undefined: a binary frame */
  receive(text: string | undefined): void {
    if (this.#closed) return;
    const message = decodeAction(text);
    if ('code' in message) return this.#error(message);
    if (this.#waiting.length >= MOST_WAITING) {
      return this.#error({ code: 'INVALID_ACTION', message: 'Too many actions at once.' });
    }
    this.#waiting.push(message);
    this.#work();
  }

  begin(match: MatchHandle): void {
    this.#follow(match, false);
  }

  moved(seat: Seat): void {
    this.#seat = seat;
    this.#send(this.#welcome());
  }

  missed(why: string): void {
    this.#error({ code: 'AGENT_TIMEOUT', message: why });
  }

  turnedOut(why: string): void {
    this.#error({ code: 'PAYMENT_REQUIRED', message: why });
    this.#hangUp(CLOSE.unpaid, 'PAYMENT_REQUIRED');
  }

  replaced(): void {
    this.#hangUp(CLOSE.replaced, 'replaced by a newer connection');
  }

  /** The connection is gone, or the server stops. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#waiting.length = 0;
    this.#room.disconnect(this.#seat, this);
    this.#unwatch?.();
  }

  // ── what the game tells ──

  /** @param promptly whoever connects gets the open prompt at once */
  #follow(match: MatchHandle, promptly: boolean): void {
    this.#match = match;
    this.#promptly = promptly;
    const unwatch = match.watch(this.#seat, (update) => {
      this.#told(update);
      this.#promptly = false;
    });
    if (this.#closed) unwatch();
    else this.#unwatch = unwatch;
  }

  #told(update: Update): void {
    const seen = this.#seen;
    this.#seen = update;
    // Seats are told before spectators: what led here is in the log when the prompt quotes it.
    this.#room.log?.take(this.#match!, update);
    const view = update.view as View;
    const { status } = update;
    if (!seen) this.#greet(view);
    if (status.kind === 'turn') {
      if (seen && seen.step !== update.step) this.#warn(update);
      this.#askTrades(status, view);
      this.#askDecision(status, update, seen);
    } else {
      this.#send(overFrame(view, status.reason));
      this.#hangUp(CLOSE.over, 'game over');
    }
  }

  #greet(view: View): void {
    const seat = this.#room.body.seats[this.#seat]!;
    if (seat.greeted) return;
    seat.greeted = true;
    this.#parts.save(this.#room);
    this.#send(startedFrame(view, this.#room.body.seats));
  }

  #warn({ late, seats }: Update): void {
    const consecutiveTimeouts = seats[this.#seat]!.strikes;
    if (!late.includes(this.#seat) || consecutiveTimeouts < WARN_AT) return;
    const message = `You missed ${consecutiveTimeouts} decisions in a row.`;
    this.#error({ code: 'AGENT_TIMEOUT', message, context: { consecutiveTimeouts } });
  }

  #askTrades(turn: Turn, view: View): void {
    const open = (turn.asks ?? []).filter(({ seat }) => seat === this.#seat).map(({ id }) => id);
    for (const trade of view.trades) {
      if (open.includes(trade.id) && !this.#trades.includes(trade.id)) {
        this.#send(tradeFrame(trade, this.#room.body.seats));
      }
    }
    this.#trades = open;
  }

  /**
   * Asked when its events were shown, again after every step that leaves it open, and after a pause; not to an agent
   * whose answer is on its way, unless that is refused.
   */
  #askDecision(turn: Turn, update: Update, seen: Update | undefined): void {
    const { prompt } = update.view as View;
    if (prompt?.seat !== this.#seat) {
      this.#owed = false;
      return;
    }
    if (update.pacing && !this.#promptly) return;
    const step = seen?.step !== update.step;
    const stirred = step && (!update.note || update.note.topic === 'resume');
    if (this.#prompted === turn.number && !stirred) return;
    this.#owed = this.#prompted === turn.number && this.#handedIn;
    this.#prompted = turn.number;
    if (!this.#owed) this.#prompt(update);
  }

  #prompt({ view }: Update): void {
    const { prompt } = view as View;
    const lastEvents = () => this.#room.log?.textOfLast(LAST_EVENTS) ?? '[]';
    if (prompt) this.#send(promptFrame(view as View, prompt, this.#room.body.seats, lastEvents));
    this.#owed = false;
  }

  #welcome(): Frame {
    const { id, body, speed: gameSpeed } = this.#room;
    const { maxPlayers, turnLimit } = body;
    return {
      type: 'agent:welcome',
      data: { playerId: playerId(this.#seat), roomId: id, gameConfig: { maxPlayers, turnLimit, gameSpeed } },
    };
  }

  // ── what the agent does ──

  #work(): void {
    while (!this.#busy && !this.#closed) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#act(next.action, next.data);
    }
  }

  #act(action: string, data: Data): void {
    const match = this.#match;
    const status = this.#seen?.status;
    if (!match || status?.kind !== 'turn') {
      return this.#error({ code: 'INVALID_ACTION', message: 'The game has not started yet.' });
    }
    const move = readMove(action, data, match.header.seats.length);
    const named = quoteNamed(data);
    if ('wrong' in move) return this.#error({ code: 'INVALID_ACTION', message: move.wrong, context: named });
    this.#busy = this.#handedIn = true;
    match.submit({ seat: this.#seat, move }, status.number, (refused) => {
      this.#handedIn = false;
      if (refused) {
        const problem = problemOf(move, refused);
        this.#error({ ...problem, context: { ...problem.context, ...named } });
      }
      if (refused && this.#owed && this.#seen) this.#prompt(this.#seen);
      // An accepted move is told by the update that comes next; only then the following action is judged.
      queueMicrotask(() => {
        this.#busy = false;
        this.#work();
      });
    });
  }

  // ── the wire ──

  #error(problem: Problem): void {
    if (this.#wire.charge(COST.refusal)) this.#send(errorFrame(problem));
  }

  #send(frame: Frame): void {
    if (!this.#closed) this.#wire.send(encode(frame, this.#parts.clock.now()));
  }

  #hangUp(code: number, reason: string): void {
    this.#wire.close(code, reason);
    // Not inside an update: the match is still telling.
    queueMicrotask(() => this.close());
  }
}
