// Longer than most files: one match from its first turn to its end; mailbox, clock and telling have files of their own.
import type { MatchHandle, MatchHeader, WatchOptions } from './arena.ts';
import { Attendance } from './attendance.ts';
import { Audience } from './audience.ts';
import type { Clock } from './clock.ts';
import { type AnyGame, AUDIENCE, type Over, type Seat, type Turn, type Viewer, type Why } from './game.ts';
import { headerOf } from './header.ts';
import { type Judged, judge, type Refused } from './judge.ts';
import { type Done, Mailbox, TOO_MUCH, type Write, writing } from './mailbox.ts';
import { type NoteRules, ruleOf } from './notes.ts';
import { awayTooLong, missedAsk, missedDeadline, neverReturned, type Overdue } from './overdue.ts';
import { Pauses } from './pauses.ts';
import type { Entry, MatchRecord, Outcome, Position } from './record.ts';
import type { Replays } from './replays.ts';
import type { Settle } from './settle/settle.ts';
import { lastStep, type SpectatorsSee, type Step } from './step.ts';
import type { MatchStore, Posted } from './storage.ts';
import { readMove, type Submission } from './submission.ts';
import { type Tell, Telling } from './telling.ts';
import { TurnClock } from './turn-clock.ts';
import type { Update } from './update.ts';
import type { CountsFully } from './voters.ts';

export type { Refused } from './judge.ts';
export type { Done } from './mailbox.ts';

export interface MatchParts {
  game: AnyGame;
  store: MatchStore;
  clock: Clock;
  validMove: (move: unknown) => boolean;
  spectatorsSee: SpectatorsSee;
  broadcastDelay: number;
  settles: Settle[];
  notes: NoteRules;
  replays: Replays;
  /** Whose votes count fully; absent: everybody's. */
  countsFully?: CountsFully | undefined;
  /** After the last update went out. */
  over(match: Match): void;
  /** An entry became durable after so many milliseconds. */
  moved(match: Match, ms: number): void;
  /** A move was not taken. */
  refused(code: string): void;
  /** Something that should not happen did; the match has mended itself or ended void. */
  fault(match: Match, error: unknown): void;
}

const NOBODY: Seat[] = [];
const OVER: Refused = { code: 'over', reason: 'The match is over.' };
const REPEATED: Refused = { code: 'repeated', reason: 'This was taken already.' };

const isNamed = (entries: Entry[], seat: Seat, ref: string): boolean =>
  entries.some((entry) => entry.kind === 'move' && entry.ref === ref && entry.moves[0]!.seat === seat);

/**
 * One match in progress: what seats, clocks and others do to it goes through its mailbox, and is told to those who watch.
 * A few lines longer than a file should be, since it is the one place that knows all these parts.
 */
export class Match implements MatchHandle {
  readonly record: MatchRecord;
  readonly #parts: MatchParts;
  readonly #mailbox: Mailbox;
  readonly #telling: Telling;
  readonly #turnClock: TurnClock;
  readonly #attendance: Attendance;
  readonly #audience: Audience;
  readonly #pauses: Pauses;
  /** Illegal moves in a row, by seat. */
  readonly #illegal: number[];
  #header: MatchHeader | undefined;
  #stopped = false;

  /** @param step where the record leads, if it was replayed already */
  constructor(parts: MatchParts, record: MatchRecord, step?: Step, effects?: Posted[]) {
    const { game, spectatorsSee } = parts;
    this.#parts = parts;
    this.record = record;
    this.#illegal = record.seats.map(() => 0);
    this.#turnClock = new TurnClock(parts.clock, record.terms, {
      late: (turn) => this.#mailbox.take(() => this.#late(turn)),
      askLate: (ask) => this.#mailbox.take(() => this.#overdue((late, turn) => missedAsk(late, turn, ask))),
      changed: () => this.#news(),
    });
    this.#attendance = new Attendance(parts.clock, record.terms.away, record.seats.length, {
      changed: () => this.#news(),
      expired: (seat) => this.#mailbox.take(() => this.#overdue((late) => awayTooLong(late, seat))),
      missing: (seats) => this.#mailbox.take(() => this.#overdue((late, turn) => neverReturned(late, turn, seats))),
    });
    this.#audience = new Audience({
      clock: parts.clock,
      seats: record.seats,
      countsFully: parts.countsFully,
      judge: (vote) => judge(this.#judged(), vote, this.#turn()?.number ?? 0),
      gathered: (votes) => this.#mailbox.take(() => this.#audience.count(votes)),
    });
    this.#pauses = new Pauses(parts.clock, () => this.note('resume', null));
    const fault = (error: unknown) => parts.fault(this, error);
    this.#telling = new Telling(
      { ...parts, record, attendance: this.#attendance, clock: this.#turnClock, fault },
      step ?? lastStep(game, record, spectatorsSee),
      effects,
    );
    this.#mailbox = new Mailbox({
      ...parts,
      record,
      fault,
      moved: (ms) => parts.moved(this, ms),
      step: () => this.#telling.step,
      become: (step, entry, effects) => this.#become(step, entry, effects),
      tell: () => {
        this.#telling.tell();
        if (this.outcome) parts.over(this);
      },
    });
  }

  get id(): string {
    return this.record.id;
  }

  get header(): MatchHeader {
    return (this.#header ??= headerOf(this.record));
  }

  get game(): AnyGame {
    return this.#parts.game;
  }

  get position(): Position {
    return this.#telling.step.position;
  }

  /** Set once the match is over. */
  get outcome(): Outcome | undefined {
    const { status } = this.position;
    return status.kind === 'turn' ? undefined : status;
  }

  // ── life ──

  /** A fresh match: its clocks start, after the countdown if there is one. */
  start(): void {
    this.#turnClock.countDown();
    this.#followPosition();
    this.#mailbox.work();
  }

  /** From now on a seat that nobody watches is away. */
  open(): void {
    this.#attendance.open();
    this.#news();
  }

  /** A match that the server found in its storage: the seats have time to return, the open turn its whole time again. */
  resume(): void {
    this.#attendance.awaitReturn();
    this.#followPosition();
    this.#mailbox.work();
  }

  /** Seats are on their way, or have lost it and may return, as after a restart of the server. */
  awaitReturn(within?: number): void {
    if (this.outcome || this.#stopped || this.#attendance.awaitingReturn) return;
    this.#attendance.awaitReturn(within);
    this.#news();
  }

  /** So many spectators more or less, who are told elsewhere. */
  crowd(change: number): void {
    this.#telling.crowd(change);
  }

  /** The server stops: nothing is played or timed any more, what is under way is finished. */
  stop(): void {
    this.#stopped = true;
    this.#pauses.close();
    this.#telling.stop();
    this.#turnClock.stop();
    this.#attendance.close();
    this.#audience.close();
    this.#mailbox.close();
  }

  // ── what seats and others may do ──

  /** @param turn the number of the turn that is answered; it counts only where the turn waits for this seat */
  submit(submission: Submission, turn: number, done: Done): void {
    const read = () => readMove(this.game, this.position.state, submission);
    if (submission.seat === AUDIENCE) return this.#audience.vote(read(), done);
    const since = performance.now();
    const taken = this.#mailbox.take(() => {
      const { ref } = submission;
      if (ref !== undefined && isNamed(this.record.entries, submission.seat, ref)) return void done(REPEATED);
      const move = read();
      const refused = judge(this.#judged(), move, turn);
      if (!refused) {
        this.#illegal[move.seat] = 0;
        const entry: Entry = { at: this.#now(), kind: 'move', moves: [move] };
        if (ref !== undefined) entry.ref = ref;
        return { entry, done, since };
      }
      if (submission.again && this.#telling.hasDecided(submission, turn)) return void done(REPEATED);
      this.#parts.refused(refused.code);
      const { illegal } = this.record.terms;
      const counts = refused.code === 'illegal' || refused.code === 'malformed';
      if (illegal && counts && (this.#turn()?.must.includes(move.seat) ?? false)) {
        this.#illegal[move.seat]!++;
        const entry: Entry = { at: this.#now(), kind: 'forfeit', seats: [move.seat], why: 'illegal' };
        if (this.#illegal[move.seat]! >= illegal)
          return writing(entry, (lost) => done(lost ? refused : { ...refused, forfeited: true }));
      }
      done(refused);
    }, submission.seat);
    if (!taken) done(TOO_MUCH);
  }

  forfeit(seats: Seat[], why: Why, words?: string, done?: Done): void {
    this.#whileOn(done, (at) => ({ at, kind: 'forfeit', seats, why, ...(words !== undefined && { words }) }));
  }

  /** Keeps something with the match, by the rule of its topic. */
  note(topic: string, data: unknown, done?: Done): void {
    const taken = this.#mailbox.take(() => {
      if (!this.#turn()) return void done?.(OVER);
      if (topic === 'pause' && this.#pauses.refusal) return void done?.(this.#pauses.refusal);
      const rule = ruleOf(this.#parts.notes, topic);
      const reason = rule ? rule.allow(this.record, this.position, data) : `Nothing is noted about ${topic}.`;
      if (reason !== undefined) return void done?.({ code: 'illegal', reason });
      const write = writing({ at: this.#now(), kind: 'note', topic, data }, done);
      return rule?.settlement ? { ...write, settlement: rule.settlement(this.record, data) } : write;
    }, topic);
    if (!taken) done?.(TOO_MUCH);
  }

  /** Decides the match outside the rules. No `over`: void. */
  end(over: Over | undefined, reason: string, source: string, done?: Done): void {
    this.#whileOn(done, (at) => ({ at, kind: 'end', reason, source, ...(over && { over }) }));
  }

  /**
   * Tells of the current step at once, or with `after` of every later step, then of each new one; if it has not come so far,
   * of the current one. Watching a seat is being here, unless unseen. 'replay' is a spectator until the match is over.
   * @returns stops watching
   */
  watch(viewer: Viewer, tell: Tell, options: WatchOptions = {}): () => void {
    return this.#telling.watch(viewer, tell, options);
  }

  /** Every step after that one up to the present, made a little at a time behind the play. */
  past(viewer: Viewer, after: number): AsyncGenerator<Update, void, void> {
    return this.#telling.past(viewer, after);
  }

  // ── following the position ──

  #become(step: Step, entry: Entry | undefined, effects: Posted[] | undefined): void {
    this.#telling.become(step, effects);
    // An absence does not count while the match is paused, so it begins anew.
    if (entry?.kind === 'note' && entry.topic === 'resume') this.#attendance.open();
    this.#followPosition(entry?.kind === 'late' && entry.moves.length === 0);
  }

  #followPosition(again = false): void {
    const { status } = this.position;
    if (status.kind !== 'turn' || this.#stopped) {
      this.#pauses.close();
      this.#turnClock.stop();
      this.#attendance.close();
      this.#audience.close();
      return;
    }
    this.#pauses.follow(this.position.paused);
    this.#attendance.setOut(status.out ?? NOBODY);
    this.#turnClock.follow(this.position, again);
    this.#runClocks();
    if (status.skipUnwatched && this.#telling.watching === 0 && status.must.includes(AUDIENCE)) {
      const { number } = status;
      this.#mailbox.takeLater(() => this.#late(number));
    }
  }

  #runClocks(): void {
    this.#turnClock.set({
      held: this.position.paused || this.#attendance.awaitingReturn,
      away: this.#attendance.holdsUp,
    });
  }

  /** Presence, clock or pause changed, not the step. */
  #news(): void {
    if (!this.outcome && !this.#stopped) this.#runClocks();
    this.#telling.tell();
  }

  // ── what the clocks do ──

  #late(number: number): Write | undefined {
    const turn = this.#turn();
    if (turn?.number !== number) return;
    const votes = this.#audience.take();
    if (votes.length === 0) return this.#overdue(missedDeadline);
    this.#mailbox.takeFirst(
      () => this.#audience.count(votes),
      () => this.#late(number),
    );
  }

  #overdue(entryFor: (late: Overdue, turn: Turn) => Entry | undefined): Write | undefined {
    const turn = this.#turn();
    if (!turn) return undefined;
    const { game, record, position } = this;
    const here = (seat: Seat) => this.#attendance.here(seat);
    const missing = this.#attendance.missing();
    const entry = entryFor({ game, record, position, here, missing, at: this.#now() }, turn);
    return entry && writing(entry);
  }

  // ── inside ──

  #whileOn(done: Done | undefined, entry: (at: number) => Entry): void {
    this.#mailbox.take(() => {
      if (!this.#turn()) return void done?.(OVER);
      return writing(entry(this.#now()), done);
    });
  }

  #turn(): Turn | undefined {
    const { status } = this.position;
    return status.kind === 'turn' ? status : undefined;
  }

  #judged(): Judged {
    const { game, validMove } = this.#parts;
    return { game, position: this.position, begun: this.#turnClock.begun, validMove };
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}
