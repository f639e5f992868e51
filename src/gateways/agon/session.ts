import type { Cancel } from '../../core/clock.ts';
import type { Seat } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import type { Wire } from '../sockets.ts';
import { isEmoji } from './emoji.ts';
import { type Guest, type Hall, VIA } from './hall.ts';
import { Playing } from './playing.ts';
import { type Action, decode, encode, encodeError, type Fields, type Problem, refusal } from './protocol.ts';
import { Rate } from './rate.ts';
import type { Room } from './rooms.ts';
import type { WagerAction } from './wagers.ts';
import { Watched } from './watched.ts';

const HEARTBEAT = 30_000;
const HEARTBEATS_MISSED = 3;
const ACTIONS_PER_SECOND = 20;
const ACTIONS_AT_ONCE = 40;
const REACTIONS_PER_SECOND = 2;
const REACTIONS_AT_ONCE = 5;

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
  readonly #rate: Rate;
  readonly #reactions: Rate;
  readonly #watched: Watched;
  readonly agent: string;
  #open = true;
  #room: Room | undefined;
  #table: string | undefined;
  #playing: Playing | undefined;
  #heardAt: number;
  #listening: Cancel | undefined;

  constructor(hall: Hall, { id, name }: Agent, wire: Wire) {
    this.#hall = hall;
    this.agent = id;
    this.#name = name;
    this.#wire = wire;
    this.#rate = new Rate(hall.clock, ACTIONS_PER_SECOND, ACTIONS_AT_ONCE);
    this.#reactions = new Rate(hall.clock, REACTIONS_PER_SECOND, REACTIONS_AT_ONCE);
    this.#heardAt = hall.clock.ticks();
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
    if (!this.#rate.take()) return this.#refuse(refusal('RATE_LIMITED', 'At most 20 actions a second, please.'));
    const action = decode(text);
    if ('refused' in action) return this.#refuse(action.refused);
    try {
      this.#act(action);
    } catch (error) {
      this.#hall.fault(error);
      this.#refuse(refusal('VALIDATION_FAILED', 'Something went wrong here; this was not carried out.'));
    }
  }

  tell(frame: string): void {
    if (this.#open) this.#wire.send(frame);
  }

  /** The connection is gone. The match goes on without it, for a while. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#listening?.();
    this.#stand();
    this.#leaveRoom();
    this.#playing?.stop();
    this.#hall.depart(this);
  }

  replaced(): void {
    this.close();
    this.#wire.close(REPLACED, 'replaced by a newer connection');
  }

  get idle(): boolean {
    return this.#playing === undefined && this.#table === undefined;
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
    this.tell(more ? encode({ event: 'error', ...refused, ...more }) : encodeError(refused));
  }

  readonly #answer = (refused: Problem | undefined, more?: object): void => {
    if (refused) this.#refuse(refused, more);
  };

  // ── actions ──

  #act(action: Action): void {
    switch (action.action) {
      case 'heartbeat':
        return;
      case 'enter_room':
        return this.#enterRoom(action.room);
      case 'leave_room':
        this.#stand();
        return this.#leaveRoom();
      case 'sit_table':
        return this.#sit(action);
      case 'watch_match':
        return this.#watched.watch(action.match_id, this.#answer);
      case 'vote':
        return this.#vote(action);
      case 'react':
        return this.#react(action);
      case 'send_message':
        if (action.content.trim() === '') return this.#refuse(refusal('EMPTY_CONTENT', 'content is empty.'));
        return this.#seated(action.match_id)?.say(action.content, this.#answer);
      case 'leave_match':
        return this.#seated(action.match_id)?.leave(action.parting_shot ?? '', this.#answer);
      case 'propose_trade': {
        const { offer, request } = action;
        return this.#seated(action.match_id)?.trade({ propose: { offer, request } }, this.#answer);
      }
      case 'accept_trade':
        return this.#seated(action.match_id)?.trade({ accept: true }, this.#answer);
      case 'reject_trade':
        return this.#seated(action.match_id)?.trade({ reject: true }, this.#answer);
      case 'propose_wager':
      case 'accept_wager':
      case 'decline_wager':
      case 'cancel_wager':
        return this.#wager(action);
    }
  }

  /** Where this agent plays, or it is told that it does not. Acting in a match takes it up again. */
  #seated(match: string): Playing | undefined {
    const unfinished = this.#unfinished();
    if (unfinished?.match.id === match) {
      this.#playing = this.#play(unfinished.match, unfinished.seat);
      this.#playing.takeUp();
    }
    if (this.#playing?.match.id === match) return this.#playing;
    this.#refuse(refusal('NOT_IN_MATCH', 'You are not in this match.'));
  }

  // ── rooms and tables ──

  #enterRoom(named: string): void {
    const room = this.#hall.rooms.named(named);
    if (!room) return this.#refuse(refusal('VALIDATION_FAILED', this.#hall.rooms.unknown));
    if (room === this.#room) return this.#refuse(refusal('ALREADY_IN_ROOM', `You are in ${room.slug} already.`));
    if (this.#room) {
      this.#stand();
      this.#leaveRoom();
    }
    this.#room = room;
    this.#hall.enter(room, this);
    const unfinished = this.#unfinished();
    if (unfinished) this.#playing = this.#play(unfinished.match, unfinished.seat);
    if (this.#playing?.isUntold) {
      this.#playing.resume().then(() => this.tell(this.#hall.roomState(room)), this.#hall.fault);
      return;
    }
    const ended = this.#hall.expired.take(this.agent);
    if (ended !== undefined) {
      const where = `its result is at /api/v1/matches/${ended}/result`;
      this.#refuse(refusal('RECONNECT_EXPIRED', `Match ${ended} ended while you were away; ${where}.`));
    }
    this.tell(this.#hall.roomState(room));
  }

  /** A match of this agent whose seat was taken here and that no connection follows. */
  #unfinished(): { match: Match; seat: Seat } | undefined {
    if (this.#playing) return undefined;
    for (const match of this.#hall.arena.unfinished(this.agent)) {
      const seat = match.record.seats.findIndex(({ agent, via }) => agent === this.agent && via === VIA);
      if (seat >= 0 && this.#hall.rooms.of(match.record.game)) return { match, seat };
    }
  }

  #leaveRoom(): void {
    this.#watched.stop();
    if (this.#room) this.#hall.leave(this.#room, this);
    this.#room = undefined;
  }

  #sit({ room: named, table_id }: Fields<'sit_table'>): void {
    const failed = (message: string) => this.#refuse(refusal('VALIDATION_FAILED', message));
    const room = this.#hall.rooms.named(named);
    if (!room) return failed(this.#hall.rooms.unknown);
    const table = this.#hall.tables.at(room, table_id);
    if (!table) return failed('No such table in this room.');
    if (this.#playing || this.#isBeginning() || this.#unfinished()) return failed('You are in a match.');
    if (table.sitters.some(({ agent }) => agent === this.agent)) return failed('You sit at this table already.');
    if (table.status !== 'open' || table.sitters.length >= table.size) return failed('This table is full.');
    this.#stand();
    if (room !== this.#room) {
      this.#leaveRoom();
      this.#room = room;
      this.#hall.enter(room, this);
    }
    const { title, body } = this.#hall.tables.prompt(room, table);
    const seated = this.#hall.arena.lobby.sit(table.id, {
      agent: this.agent,
      name: this.#name,
      kind: 'agent',
      via: VIA,
      begin: (match, seat) => this.#hall.guest(this.agent)?.begin(match, seat),
      dismiss: (reason) => this.#dismissed(reason),
    });
    if ('refused' in seated) return failed('This table is closed.');
    this.#table = table.id;
    this.tell(encode({ event: 'seated', table_id: table.id, prompt_title: title, prompt_body: body }));
  }

  #stand(): void {
    if (this.#table !== undefined && this.#hall.arena.lobby.stand(this.#table, this.agent)) this.#table = undefined;
  }

  /** The table that this agent sits at is full, and its match is being made. */
  #isBeginning(): boolean {
    return this.#table !== undefined && this.#hall.arena.lobby.table(this.#table)?.status === 'begun';
  }

  #dismissed(reason: string): void {
    this.#table = undefined;
    if (reason === 'stopping') return;
    this.#refuse(refusal('VALIDATION_FAILED', 'The match could not begin; please take a seat again.'));
  }

  begin(match: Match, seat: Seat): void {
    this.#stand();
    this.#table = undefined;
    if (this.#playing) return;
    this.#playing = this.#play(match, seat);
    this.#playing.begin();
  }

  #play(match: Match, seat: Seat): Playing {
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
    this.#hall.crowds.tellAll(match_id, encode({ event: 'reaction', match_id, emoji, from: this.#name }));
  }

  #wager(action: WagerAction): void {
    const playing = this.#seated(action.match_id);
    if (!playing) return;
    this.#hall.wagers.act(playing.match, playing.seat, action).then(this.#answer, this.#hall.fault);
  }
}
