import { Bucket } from '../../accounts/bucket.ts';
import type { MatchHandle, MatchHeader } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import type { View } from '../../games/clawpoly/view.ts';
import { COST } from '../budget.ts';
import type { Wire } from '../sockets.ts';
import { type LogEntry, liveEvent } from './notation/events.ts';
import { playersJson, stateText } from './notation/state.ts';
import { decodeCommand, encode, errorFrame, type Problem } from './protocol.ts';
import type { Room, Watcher } from './rooms/room.ts';
import type { RoomLog } from './rooms/room-log.ts';
import { isSpeed, paceOf, SPEEDS } from './terms.ts';

export interface SpectatorParts {
  clock: Clock;
  /** How a game looks before anybody moved. */
  beginning: View;
  /** `game:state` of an update, written once for all who watch. */
  stateFrames: WeakMap<Update, string>;
  /** An entry of the log as a live event, likewise. */
  eventFrames: WeakMap<LogEntry, string>;
}

/** So much of the past is sent at once; the rest is in the log. */
const MOST_HISTORY = 2000;

const COMMANDS = { burst: 10, perSecond: 4 };
const NEVER_PAUSED: Problem = {
  code: 'INVALID_ACTION',
  message: 'A rated game is not paused: its owner may sit in it.',
};

/** Somebody who watches a room: its state, its past, then each event as it happens. */
export class SpectatorSession implements Watcher {
  readonly #parts: SpectatorParts;
  readonly #room: Room;
  readonly #wire: Wire;
  readonly #owner: boolean;
  readonly #commands: Bucket;
  #unwatch: (() => void) | undefined;
  /** How many entries of the log were sent. */
  #sent = 0;
  #step = -1;

  /** @param past of a game that is over: its last update and its log */
  constructor(
    parts: SpectatorParts,
    room: Room,
    wire: Wire,
    { owner, past }: { owner: boolean; past?: { update: Update; log: RoomLog } },
  ) {
    this.#parts = parts;
    this.#room = room;
    this.#wire = wire;
    this.#owner = owner;
    this.#commands = new Bucket(parts.clock, COMMANDS);
    room.spectators.add(this);
    if (past) this.#introduce(past.update, past.log);
    else if (room.match) this.#watch(room.match, true);
    else this.#introduce(undefined, undefined);
  }

  receive(text: string | undefined): void {
    const message = decodeCommand(text);
    if ('code' in message) return this.#error(message);
    if (!this.#owner) return this.#error({ code: 'NOT_OWNER', message: "This needs the room's ownerToken." });
    const { match } = this.#room;
    if (!match) return this.#error({ code: 'INVALID_ACTION', message: 'There is no game going on.' });
    if (!this.#commands.take()) return this.#error({ code: 'RATE_LIMITED', message: 'Not so many commands at once.' });
    if (message.command === 'pause' && isRated(match.header)) return this.#error(NEVER_PAUSED);
    if (message.command === 'set_speed') {
      const { speed } = message;
      if (isSpeed(speed)) return this.#note(match, 'pace', paceOf(speed));
      return this.#error({ code: 'INVALID_ACTION', message: `speed must be one of ${SPEEDS.join(', ')}.` });
    }
    this.#note(match, message.command, null);
  }

  begin(match: MatchHandle): void {
    this.#watch(match, false);
  }

  seatsChanged(newcomer?: Seat): void {
    if (newcomer === undefined) return this.#wire.send(this.#stateFrame(undefined));
    const { facts, view } = this.#room.shown(undefined, this.#parts.beginning);
    const players = playersJson(facts, view);
    const data = { player: players[newcomer], players };
    this.#wire.send(encode({ type: 'room:player_joined', data }, this.#parts.clock.now()));
  }

  /** The connection is gone, or the server stops. */
  close(): void {
    this.#room.spectators.delete(this);
    this.#unwatch?.();
  }

  #watch(match: MatchHandle, introduce: boolean): void {
    let first = introduce;
    this.#unwatch = match.watch('spectator', (update) => {
      const log = this.#room.log;
      if (!log) return;
      if (first) this.#introduce(update, log);
      else this.#follow(update, log);
      first = false;
    });
  }

  #introduce(update: Update | undefined, log: RoomLog | undefined): void {
    const json = `{"events":${log?.textOfLast(MOST_HISTORY) ?? '[]'}}`;
    this.#wire.send(this.#stateFrame(update));
    this.#wire.send(encode({ type: 'game:history', json }, this.#parts.clock.now()));
    this.#sent = log?.entries.length ?? 0;
    this.#step = update?.step ?? -1;
  }

  #follow(update: Update, log: RoomLog): void {
    while (this.#sent < log.entries.length) this.#wire.send(this.#eventFrame(log.entries[this.#sent++]!, update));
    if (update.step === this.#step) return;
    this.#step = update.step;
    this.#wire.send(this.#stateFrame(update));
  }

  #eventFrame(entry: LogEntry, update: Update): string {
    const { eventFrames, beginning } = this.#parts;
    let text = eventFrames.get(entry);
    if (text !== undefined) return text;
    const { facts, view } = this.#room.shown(update, beginning);
    eventFrames.set(entry, (text = JSON.stringify(liveEvent(entry, facts, view))));
    return text;
  }

  #stateFrame(update: Update | undefined): string {
    const { stateFrames, beginning, clock } = this.#parts;
    const known = update && stateFrames.get(update);
    if (known) return known;
    const { facts, view } = this.#room.shown(update, beginning);
    const text = encode({ type: 'game:state', json: stateText(facts, view) }, clock.now());
    if (update) stateFrames.set(update, text);
    return text;
  }

  #note(match: MatchHandle, topic: string, data: unknown): void {
    match.note(topic, data, (refused) => {
      if (refused) this.#error({ code: 'INVALID_ACTION', message: refused.reason });
    });
  }

  #error(problem: Problem): void {
    if (this.#wire.charge(COST.refusal)) this.#wire.send(encode(errorFrame(problem), this.#parts.clock.now()));
  }
}

const isRated = ({ terms, seats }: MatchHeader): boolean => terms.rated && seats.every(({ kind }) => kind === 'agent');
