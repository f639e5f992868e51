// Longer than most files: one connection, and every action that it may ask for.
import { Bucket } from '../../accounts/bucket.ts';
import type { MatchHandle, Sitter, Unseated } from '../../core/arena.ts';
import type { Cancel } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import { StorageBusy } from '../../core/storage.ts';
import { COST } from '../budget.ts';
import type { Wire } from '../sockets.ts';
import { isEmoji } from './emoji.ts';
import { InOrder } from './in-order.ts';
import { Playing } from './match/playing.ts';
import { Watched } from './match/watched.ts';
import { type Action, decode, encode, encodeError, type Fields, type Problem, refusal } from './protocol.ts';
import { type Guest, type Hall, VIA } from './rooms/hall.ts';
import { Place } from './rooms/place.ts';
import type { Room } from './rooms/rooms.ts';

const HEARTBEAT = 30_000;
const HEARTBEATS_MISSED = 3;
const ACTIONS = { burst: 40, perSecond: 20 };
const REACTIONS = { burst: 5, perSecond: 2 };

const UNSEATED: { [why in Unseated]?: string } = {
  full: 'Table is full',
  begun: 'Table is full',
  busy: 'You have too many seats already.',
};

/** A connection that was closed by us. */
export const REPLACED = 4000;
export const SILENT = 4008;

/** An account that showed its key. */
export interface Agent {
  id: string;
  name: string;
}

/** One connected agent. */
export class Session implements Guest {
  readonly #hall: Hall;
  readonly #name: string;
  readonly #wire: Wire;
  readonly #actions: Bucket;
  readonly #reactions: Bucket;
  readonly #watched: Watched;
  readonly #place: Place;
  readonly #doing = new InOrder((error) => this.#fail(error));
  readonly agent: string;
  #open = true;
  #room: Room | undefined;
  #playing: Playing | undefined;
  #heardAt: number;
  #listening: Cancel | undefined;

  constructor(hall: Hall, { id, name }: Agent, wire: Wire) {
    this.#hall = hall;
    this.agent = id;
    this.#name = name;
    this.#wire = wire;
    this.#actions = new Bucket(hall.real, ACTIONS);
    this.#reactions = new Bucket(hall.real, REACTIONS);
    this.#heardAt = hall.clock.ticks();
    this.#place = new Place(hall, id);
    this.#watched = new Watched(hall, id, (frame) => this.tell(frame));
    hall.arrive(this);
    this.tell(encode({ event: 'welcome', rooms: hall.summaries() }));
    this.#listen(HEARTBEATS_MISSED * HEARTBEAT);
  }

  // ── the connection ──

  /** @param text undefined: a frame that is not text */
  receive(text: string | undefined): void {
    if (!this.#open) return;
    this.#heardAt = this.#hall.clock.ticks();
    if (!this.#actions.take() || this.#doing.length >= ACTIONS.burst)
      return this.#refuse(refusal('RATE_LIMITED', 'At most 20 actions a second, please.'));
    this.#doing.add(() => {
      const action = decode(text);
      if (!('refused' in action)) return this.#act(action);
      this.#refuse(action.refused);
    });
  }

  #fail(error: unknown): void {
    if (error instanceof StorageBusy) return this.#refuse(refusal('VALIDATION_FAILED', error.message));
    this.#hall.fault(error);
    this.#refuse(refusal('VALIDATION_FAILED', 'Something went wrong here; this was not carried out.'));
  }

  tell(frame: string): void {
    if (this.#open) this.#wire.send(frame);
  }

  /** The connection is gone. The match goes on without it, for a while. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#doing.clear();
    this.#listening?.();
    this.#place.leave().catch(this.#hall.fault);
    this.#leaveRoom();
    this.#playing?.stop();
    this.#hall.depart(this);
  }

  replaced(): void {
    this.close();
    this.#wire.close(REPLACED, 'replaced by a newer connection');
  }

  get idle(): boolean {
    return this.#playing === undefined && !this.#place.isTaken;
  }

  /** Any frame shows that the agent is alive; whoever stays silent for three heartbeats is gone. */
  #listen(ms: number): void {
    this.#listening = this.#hall.clock.after(ms, () => {
      const left = this.#heardAt + HEARTBEATS_MISSED * HEARTBEAT - this.#hall.clock.ticks();
      if (left > 0) return this.#listen(left);
      this.close();
      this.#wire.close(SILENT, 'no heartbeat');
    });
  }

  #refuse(refused: Problem, more?: object): void {
    if (!this.#wire.charge(COST.refusal)) return;
    this.tell(more ? encode({ event: 'error', ...refused, ...more }) : encodeError(refused));
  }

  readonly #answer = (refused: Problem | undefined, more?: object): void => {
    if (refused) this.#refuse(refused, more);
  };

  // ── actions ──

  /** @returns when it is done, if that takes asking the arena */
  #act(action: Action): Promise<void> | undefined {
    switch (action.action) {
      case 'heartbeat':
        return undefined;
      case 'enter_room':
        return this.#enterRoom(action.room);
      case 'leave_room':
        return this.#place.leave().then(() => this.#leaveRoom());
      case 'sit_table':
        return this.#sit(action);
      case 'watch_match':
        return this.#watched.watch(action.match_id, this.#answer);
      case 'vote':
        return void this.#vote(action);
      case 'react':
        return void this.#react(action);
      case 'send_message':
        if (action.content.trim() === '') return void this.#refuse(refusal('EMPTY_CONTENT', 'content is empty.'));
        return this.#seated(action, (playing) => playing.say(action.content, this.#answer));
      case 'leave_match':
        return this.#seated(action, (playing) => playing.leave(action.parting_shot ?? '', this.#answer));
      case 'propose_trade': {
        const { offer, request } = action;
        return this.#seated(action, (playing) => playing.trade({ propose: { offer, request } }, this.#answer));
      }
      case 'accept_trade':
        return this.#seated(action, (playing) => playing.trade({ accept: true }, this.#answer));
      case 'reject_trade':
        return this.#seated(action, (playing) => playing.trade({ reject: true }, this.#answer));
      case 'propose_wager':
      case 'accept_wager':
      case 'decline_wager':
      case 'cancel_wager':
        return this.#seated(action, ({ match, seat }) => {
          this.#hall.wagers.act(match, seat, action).then(this.#answer, this.#hall.fault);
        });
    }
  }

  /** Acts where this agent plays, or tells it that it does not. Acting in a match takes it up again. */
  #seated({ match_id }: { match_id: string }, act: (playing: Playing) => void): Promise<void> | undefined {
    const actThere = () => {
      if (this.#playing?.match.id === match_id) act(this.#playing);
      else this.#refuse(refusal('NOT_IN_MATCH', 'You are not in this match.'));
    };
    if (!this.#playing) return this.#takeUp(match_id).then(actThere);
    actThere();
  }

  async #takeUp(match: string): Promise<void> {
    const unfinished = await this.#unfinished();
    if (unfinished?.match.id !== match) return;
    this.#playing = this.#play(unfinished.match, unfinished.seat);
    await this.#playing.takeUp();
  }

  // ── rooms and tables ──

  async #enterRoom(named: string): Promise<void> {
    const room = this.#hall.rooms.named(named);
    if (!room) return this.#refuse(refusal('VALIDATION_FAILED', this.#hall.rooms.unknown));
    if (room === this.#room) return this.#refuse(refusal('ALREADY_IN_ROOM', `You are in ${room.slug} already.`));
    if (this.#room) {
      await this.#place.leave();
      if (!this.#open) return;
      this.#leaveRoom();
    }
    this.#room = room;
    this.#hall.enter(room, this);
    const unfinished = await this.#unfinished();
    if (!this.#open) return;
    if (unfinished) this.#playing = this.#play(unfinished.match, unfinished.seat);
    if (this.#playing?.isUntold) {
      await this.#playing.resume();
      return this.tell(this.#hall.roomState(room));
    }
    const ended = this.#hall.expired.take(this.agent);
    if (ended !== undefined) {
      const where = `its result is at /api/v1/matches/${ended}/result`;
      this.#refuse(refusal('RECONNECT_EXPIRED', `Match ${ended} ended while you were away; ${where}.`));
    }
    this.tell(this.#hall.roomState(room));
  }

  /** A match of this agent that no connection follows. */
  async #unfinished() {
    if (this.#playing) return undefined;
    const unfinished = await this.#hall.unfinished(this.agent);
    // It may have gone, or been called into a match, meanwhile.
    return this.#open && !this.#playing ? unfinished : undefined;
  }

  #leaveRoom(): void {
    this.#watched.stop();
    if (this.#room) this.#hall.leave(this.#room, this);
    this.#room = undefined;
  }

  async #sit({ room: named, table_id }: Fields<'sit_table'>): Promise<void> {
    const failed = (message: string) => this.#refuse(refusal('VALIDATION_FAILED', message));
    const room = this.#hall.rooms.named(named);
    if (!room) return failed(this.#hall.rooms.unknown);
    const [elsewhere] = await this.#hall.arena.seatsOf(this.agent);
    const { tables } = this.#hall;
    const table = tables.at(room, table_id);
    if (!table) return failed(tables.isInPlay(room, table_id) ? 'Table is full' : 'No such table in this room.');
    if (this.#playing || this.#place.isBeginning) return failed('You are in a match.');
    if (elsewhere) return failed(`You are in a match: ${elsewhere.match.id}.`);
    if (table.sitters.some(({ agent }) => agent === this.agent)) return failed('You sit at this table already.');
    if (table.status !== 'open' || table.sitters.length >= table.size) return failed('Table is full');
    await this.#place.leave();
    if (!this.#open || this.#playing) return failed('You are in a match.');
    if (room !== this.#room) {
      this.#leaveRoom();
      this.#room = room;
      this.#hall.enter(room, this);
    }
    const { title, body } = this.#hall.tables.prompt(room, table);
    const sitter: Sitter = {
      agent: this.agent,
      name: this.#name,
      kind: 'agent',
      via: VIA,
      begin: (match, seat) => this.#hall.guest(this.agent)?.begin(match, seat),
      dismiss: (reason) => this.#dismissed(reason),
    };
    const seated = await this.#place.take(table.id, sitter, () =>
      this.tell(encode({ event: 'seated', table_id: table.id, prompt_title: title, prompt_body: body })),
    );
    if ('refused' in seated) return failed(UNSEATED[seated.refused] ?? 'This table is closed.');
    if (!this.#open) await this.#place.leave();
  }

  #dismissed(reason: string): void {
    if (reason === 'stopping') return;
    this.#refuse(refusal('VALIDATION_FAILED', 'The match could not begin; please take a seat again.'));
  }

  begin(match: MatchHandle, seat: Seat): void {
    this.#place.leave().catch(this.#hall.fault);
    this.#place.forget();
    if (this.#playing) return;
    this.#playing = this.#play(match, seat);
    this.#playing.begin();
  }

  #play(match: MatchHandle, seat: Seat): Playing {
    return new Playing(
      this.#hall,
      match,
      seat,
      (frame) => this.tell(frame),
      () => {
        this.#playing = undefined;
      },
    );
  }

  #vote({ match_id, participant_id }: Fields<'vote'>): void {
    if (this.#playing?.match.id === match_id) {
      return this.#refuse(refusal('VALIDATION_FAILED', 'Participants do not vote.'));
    }
    this.#watched.vote(match_id, participant_id, this.#answer);
  }

  #react({ match_id, emoji }: Fields<'react'>): void {
    if (this.#playing?.match.id !== match_id && !this.#watched.has(match_id)) {
      return this.#refuse(refusal('NOT_IN_MATCH', 'You are not at this match.'));
    }
    if (!isEmoji(emoji)) return this.#refuse(refusal('VALIDATION_FAILED', 'emoji must be a single emoji.'));
    if (!this.#reactions.take()) return this.#refuse(refusal('RATE_LIMITED', 'Not so many reactions at once, please.'));
    this.#hall.attendance.tellAll(match_id, encode({ event: 'reaction', match_id, emoji, from: this.#name }));
  }
}
