// Longer than most files: one mailbox owns the position, its clocks and its watchers, and reads best in one place.
import { Attendance } from './attendance.ts';
import { Audience } from './audience.ts';
import type { Clock } from './clock.ts';
import {
  type AnyGame,
  type Ask,
  AUDIENCE,
  type Over,
  type Seat,
  type SeatMove,
  type Turn,
  type Viewer,
  type Why,
} from './game.ts';
import { History } from './history.ts';
import { judge, type Refused } from './judge.ts';
import { awayTooLong, missedAsk, missedDeadline, neverReturned, type Overdue } from './overdue.ts';
import { PerViewer } from './per-viewer.ts';
import { advance, begin, type Entry, type MatchRecord, type Outcome, type Position, replay } from './record.ts';
import { closing, type Settle } from './settle/settle.ts';
import type { Append, Appended, MatchStore, Posted, Settlement } from './storage.ts';
import { TurnClock } from './turn-clock.ts';
import { happened, type Update, type Watcher } from './update.ts';

export type { Refused } from './judge.ts';
export type Done = (refused?: Refused) => void;

export interface MatchParts {
  game: AnyGame;
  store: MatchStore;
  clock: Clock;
  validMove: (move: unknown) => boolean;
  /** What live spectators see: what every seat sees, or all of it where the host trusts its audience. */
  spectatorsSee: 'spectator' | 'replay';
  settles: Settle[];
  /** After the last update went out. */
  over(match: Match): void;
  /** An entry became durable after so many milliseconds. */
  moved(match: Match, ms: number): void;
  /** Something that should not happen did; the match has mended itself or ended void. */
  fault(match: Match, error: unknown): void;
}

interface Write {
  entry: Entry;
  settlement?: Settlement;
  done?: Done;
  since: number;
}

type Job = () => Write | undefined;

const RELOAD_AFTER = 1000;
const NOBODY: Seat[] = [];

/**
 * One match in progress. It takes one thing at a time, moves and clocks alike, in order of arrival: check → compute the
 * next position → append durably → it becomes the position → clock → done → watchers. The next waits until the last is durable.
 */
export class Match {
  readonly record: MatchRecord;
  readonly #parts: MatchParts;
  readonly #jobs: Job[] = [];
  readonly #watchers = new Set<Watcher>();
  readonly #turnClock: TurnClock;
  readonly #attendance: Attendance;
  readonly #audience: Audience;
  readonly #illegal: number[];
  readonly #history: History;
  #position: Position;
  #views = new PerViewer<unknown>();
  #legal: string[][] = [];
  #lastEntry: Entry | undefined;
  #effects: Posted[] | undefined;
  #spectators = 0;
  #busy = false;
  #stopped = false;

  /** @param position where the record leads, if it was replayed already */
  constructor(parts: MatchParts, record: MatchRecord, position?: Position, effects?: Posted[]) {
    this.#parts = parts;
    this.record = record;
    this.#position = position ?? replay(parts.game, record);
    this.#lastEntry = record.entries.at(-1);
    this.#effects = effects;
    this.#illegal = record.seats.map(() => 0);
    this.#history = new History(parts.game, record, parts.spectatorsSee);
    this.#turnClock = new TurnClock(parts.clock, record.terms, {
      late: (turn) => this.#enqueue(() => this.#late(turn)),
      askLate: (ask) => this.#enqueue(() => this.#askLate(ask)),
      changed: () => this.#news(),
    });
    this.#attendance = new Attendance(parts.clock, record.terms.away, record.seats.length, {
      changed: () => this.#news(),
      expired: (seat) => this.#enqueue(() => this.#awayTooLong(seat)),
      missing: (seats) => this.#enqueue(() => this.#neverReturned(seats)),
    });
    this.#audience = new Audience(parts.clock, (votes) => this.#enqueue(() => this.#count(votes)));
  }

  get id(): string {
    return this.record.id;
  }

  get game(): AnyGame {
    return this.#parts.game;
  }

  get position(): Position {
    return this.#position;
  }

  /** Set once the match is over. */
  get outcome(): Outcome | undefined {
    const { status } = this.#position;
    return status.kind === 'turn' ? undefined : status;
  }

  // ── life ──

  /** A fresh match: its clocks start, after the countdown if there is one. */
  start(): void {
    this.#turnClock.countDown();
    this.#followPosition();
    this.#work();
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
    this.#work();
  }

  /** The server stops: nothing is played or timed any more, what is under way is finished. */
  stop(): void {
    this.#stopped = true;
    this.#turnClock.stop();
    this.#attendance.close();
    this.#audience.close();
    this.#jobs.length = 0;
  }

  // ── what seats and others may do ──

  /** @param turn the number of the turn that is answered; it counts only where the turn waits for this seat */
  submit(move: SeatMove, turn: number, done: Done): void {
    if (move.seat === AUDIENCE) return this.#vote(move, done);
    const since = performance.now();
    this.#enqueue(() => {
      const refused = judge(this.#judged(), move, turn);
      if (!refused) {
        this.#illegal[move.seat] = 0;
        return { entry: { at: this.#now(), kind: 'move', moves: [move] }, done, since };
      }
      const { illegal } = this.record.terms;
      const counts = refused.code === 'illegal' || refused.code === 'malformed';
      if (illegal && counts && (this.#turn()?.must.includes(move.seat) ?? false)) {
        this.#illegal[move.seat]!++;
        const entry: Entry = { at: this.#now(), kind: 'forfeit', seats: [move.seat], why: 'illegal' };
        if (this.#illegal[move.seat]! >= illegal) return this.#write(entry, () => done(refused));
      }
      done(refused);
    });
  }

  forfeit(seats: Seat[], why: Why, words?: string, done?: Done): void {
    this.#enqueue(() => {
      if (!this.#turn()) return void done?.({ code: 'over', reason: 'The match is over.' });
      return this.#write({ at: this.#now(), kind: 'forfeit', seats, why, ...(words !== undefined && { words }) }, done);
    });
  }

  /**
   * Keeps something with the match. `allow` is asked in the mailbox, `settlement` runs in the note's transaction; either
   * may refuse. The topics 'pause', 'resume' and 'pace' steer the match.
   */
  note(
    topic: string,
    data: unknown,
    allow: (position: Position) => string | undefined,
    settlement?: Settlement,
    done?: Done,
  ): void {
    this.#enqueue(() => {
      const reason = this.#turn() ? allow(this.#position) : 'The match is over.';
      if (reason !== undefined) return void done?.({ code: 'illegal', reason });
      const entry: Entry = { at: this.#now(), kind: 'note', topic, data };
      return { ...this.#write(entry, done), ...(settlement && { settlement }) };
    });
  }

  /** Decides the match outside the rules. No `over`: void. */
  end(over: Over | undefined, reason: string, source: string, done?: Done): void {
    this.#enqueue(() => {
      if (!this.#turn()) return void done?.({ code: 'over', reason: 'The match is over.' });
      return this.#write({ at: this.#now(), kind: 'end', reason, source, ...(over && { over }) }, done);
    });
  }

  /** The legal moves of a seat as text, where the game can list them. */
  legal(seat: Seat): string[] {
    const known = this.#legal[seat];
    if (known) return known;
    const { game } = this;
    const moves = game.moves?.(this.#position.state, seat) ?? [];
    const texts = game.text
      ? moves.map((move) => game.text!.print(this.#position.state, move))
      : moves.map((move) => JSON.stringify(move));
    this.#legal[seat] = texts;
    return texts;
  }

  /** What a text means as a move of that seat now. */
  parse(seat: Seat, text: string): unknown {
    return this.game.text?.parse(this.#position.state, seat, text);
  }

  /**
   * Tells of the current step at once, or with `after` of every later step, then of each new one. Watching a seat is being here.
   * @returns stops watching
   */
  watch(viewer: Viewer, tell: (update: Update) => void, after?: number): () => void {
    if (viewer === 'replay' && !this.outcome) throw new Error('the replay opens when the match is over');
    const watcher: Watcher = { viewer, tell };
    const seated = typeof viewer === 'number';
    if (!seated) this.#spectators++;
    else if (!this.outcome) this.#attendance.enter(viewer);
    this.#watchers.add(watcher);
    if (after !== undefined) for (const past of this.#history.updates(viewer, after, this.#position.step)) tell(past);
    if (after === undefined || after < this.#position.step) tell(this.#update(viewer));
    return () => {
      if (!this.#watchers.delete(watcher)) return;
      if (!seated) this.#spectators--;
      else if (!this.outcome && !this.#stopped) this.#attendance.leave(viewer);
    };
  }

  // ── the mailbox ──

  #enqueue(job: Job): void {
    if (this.#stopped) return;
    this.#jobs.push(job);
    this.#work();
  }

  #work(): void {
    while (!this.#busy) {
      const job = this.#jobs.shift();
      if (!job) return;
      const write = job();
      if (write) this.#commit(write);
    }
  }

  #commit(write: Write): void {
    const { store } = this.#parts;
    let next: Position;
    try {
      next = advance(this.game, this.record, this.#position, write.entry);
    } catch (error) {
      write.done?.({ code: 'error', reason: 'The rules failed on this move.' });
      this.#parts.fault(this, error);
      if (write.entry.kind !== 'end') this.end(undefined, 'error', 'server');
      return;
    }
    this.#busy = true;
    const { status } = next;
    const close = status.kind === 'turn' ? undefined : status;
    const settlement = close
      ? closing(this.#parts.settles, this.record, write.entry, close, next.state)
      : write.settlement;
    const append: Append = { match: this.id, step: this.#position.step, entry: write.entry };
    if (close) append.close = close;
    if (settlement) append.settle = settlement;
    store.append(append).then(
      (appended) => this.#appended(write, next, appended),
      (error) => this.#lost(write, error),
    );
  }

  #appended(write: Write, next: Position, appended: Appended): void {
    if (appended.done === 'conflict')
      return this.#lost(write, new Error(`entry ${this.#position.step} is there already`));
    this.#busy = false;
    if (appended.done === 'refused') {
      write.done?.({ code: 'illegal', reason: appended.reason });
    } else {
      this.record.entries.push(write.entry);
      this.#become(next, write.entry, appended.effects);
      this.#parts.moved(this, performance.now() - write.since);
      write.done?.();
      this.#tell();
      if (this.outcome) this.#parts.over(this);
    }
    this.#work();
  }

  /** Nobody knows whether the entry is in: only the storage does, so the match is loaded anew. */
  #lost(write: Write, error: unknown): void {
    this.#parts.fault(this, error);
    const { store } = this.#parts;
    Promise.all([store.load(this.id), store.result(this.id)]).then(
      ([record, result]) => {
        if (!record) return;
        const isIn = JSON.stringify(record.entries[this.#position.step]) === JSON.stringify(write.entry);
        this.record.entries.splice(0, Infinity, ...record.entries);
        this.#history.forget();
        this.#become(replay(this.game, this.record), this.record.entries.at(-1), result?.effects);
        this.#busy = false;
        if (isIn) write.done?.();
        else write.done?.({ code: 'error', reason: 'The server could not store this. Please try again.' });
        this.#tell();
        if (this.outcome) this.#parts.over(this);
        this.#work();
      },
      () => void this.#parts.clock.after(RELOAD_AFTER, () => this.#lost(write, error)),
    );
  }

  #become(next: Position, entry: Entry | undefined, effects: Posted[] | undefined): void {
    this.#position = next;
    this.#lastEntry = entry;
    this.#effects = effects?.length ? effects : undefined;
    this.#views = new PerViewer();
    this.#legal = [];
    this.#history.add(next);
    // An absence does not count while the match is paused, so it begins anew.
    if (entry?.kind === 'note' && entry.topic === 'resume') this.#attendance.open();
    this.#followPosition(entry?.kind === 'late' && entry.moves.length === 0);
  }

  #followPosition(again = false): void {
    const { status } = this.#position;
    if (status.kind !== 'turn' || this.#stopped) {
      this.#turnClock.stop();
      this.#attendance.close();
      this.#audience.close();
      return;
    }
    this.#attendance.setOut(status.out ?? NOBODY);
    this.#turnClock.follow(this.#position, again);
    this.#runClocks();
    if (status.skipUnwatched && this.#spectators === 0 && status.must.includes(AUDIENCE)) {
      const { number } = status;
      this.#jobs.push(() => this.#late(number));
    }
  }

  #runClocks(): void {
    this.#turnClock.set({
      held: this.#position.paused || this.#attendance.awaitingReturn,
      away: this.#attendance.holdsUp,
    });
  }

  // ── what the clocks do ──

  #late(number: number): Write | undefined {
    const turn = this.#turn();
    if (turn?.number !== number) return;
    const votes = this.#audience.take();
    if (votes.length === 0) return this.#write(missedDeadline(this.#overdue(), turn));
    this.#jobs.unshift(
      () => this.#count(votes),
      () => this.#late(number),
    );
  }

  #askLate(ask: Ask): Write | undefined {
    const open = this.#turn()?.asks?.some(({ id }) => id === ask.id);
    if (open && this.game.fallback) return this.#write(missedAsk(this.#overdue(), ask));
  }

  #awayTooLong(seat: Seat): Write | undefined {
    const gone = this.#attendance.missing().includes(seat);
    if (this.#turn() && gone && !this.#position.paused) return this.#write(awayTooLong(this.#overdue(), seat));
  }

  #neverReturned(seats: Seat[]): Write | undefined {
    const turn = this.#turn();
    if (turn && seats.length) return this.#write(neverReturned(this.#overdue(), turn, seats));
  }

  #overdue(): Overdue {
    return {
      game: this.game,
      record: this.record,
      position: this.#position,
      here: (seat) => this.#attendance.here(seat),
      missing: this.#attendance.missing(),
      at: this.#now(),
    };
  }

  #write(entry: Entry, done: Done | undefined = undefined): Write {
    return { entry, since: performance.now(), ...(done && { done }) };
  }

  // ── the audience ──

  #vote(move: SeatMove, done: Done): void {
    const turn = this.#turn();
    const own = this.record.seats.some(({ agent }) => agent === move.by);
    if (own) return done({ code: 'not-your-turn', reason: 'Those who play do not vote.' });
    const refused = judge(this.#judged(), move, turn?.number ?? 0);
    if (refused) return done(refused);
    if (!this.#audience.add(move, done)) done({ code: 'already-moved', reason: 'You voted already.' });
  }

  #count(votes: { move: SeatMove; done: Done }[]): Write | undefined {
    const taken = votes.filter(({ move, done }) => {
      const refused = judge(this.#judged(), move, this.#turn()?.number ?? 0);
      if (refused) done(refused);
      return !refused;
    });
    if (taken.length === 0) return;
    const entry: Entry = { at: this.#now(), kind: 'move', moves: taken.map(({ move }) => move) };
    const done: Done = (refused) => {
      for (const vote of taken) vote.done(refused);
    };
    return this.#write(entry, done);
  }

  // ── telling ──

  #tell(): void {
    if (this.#watchers.size === 0) return;
    const shared = this.#shared();
    const made = new PerViewer<Update>();
    for (const watcher of [...this.#watchers]) {
      try {
        watcher.tell(made.get(watcher.viewer, (viewer) => this.#update(viewer, shared)));
      } catch (error) {
        this.#parts.fault(this, error);
      }
    }
  }

  /** Presence, clock or pause changed, not the step. */
  #news(): void {
    if (!this.outcome && !this.#stopped) this.#runClocks();
    this.#tell();
  }

  #update(viewer: Viewer, shared = this.#shared()): Update {
    return Object.freeze({ ...shared, view: this.#view(viewer) });
  }

  /** What every viewer is told alike. On the path of a move, so it is one literal with few branches. */
  #shared(): Omit<Update, 'view'> {
    const position = this.#position;
    const { moved, late, waiting, left, note } = happened(position, this.#lastEntry);
    const shared: Omit<Update, 'view'> = {
      match: this.id,
      step: position.step,
      at: this.#lastEntry?.at ?? this.record.at,
      status: position.status,
      moved,
      late,
      waiting,
      clock: this.#turnClock.reading,
      seats: position.strikes.map((strikes, seat) => ({
        here: this.#attendance.here(seat),
        told: this.#attendance.told(seat),
        strikes,
      })),
      watching: this.#spectators,
      begun: this.#turnClock.begun,
      paused: position.paused,
      pace: position.pace,
    };
    if (left) shared.left = left;
    if (note) shared.note = note;
    if (this.#turnClock.pacing) shared.pacing = true;
    if (this.#effects) shared.effects = this.#effects;
    return shared;
  }

  #view(viewer: Viewer): unknown {
    return this.#views.get(viewer, () => {
      const eyes = viewer === 'spectator' ? this.#parts.spectatorsSee : viewer;
      return this.game.view(this.#position.state, eyes);
    });
  }

  #turn(): Turn | undefined {
    const { status } = this.#position;
    return status.kind === 'turn' ? status : undefined;
  }

  #judged() {
    return {
      game: this.game,
      position: this.#position,
      begun: this.#turnClock.begun,
      validMove: this.#parts.validMove,
    };
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}

/** A match that begins now. */
export const newMatch = (parts: MatchParts, record: MatchRecord): Match =>
  new Match(parts, record, begin(parts.game, record));
