import type { WatchOptions } from './arena.ts';
import type { Attendance } from './attendance.ts';
import { Broadcast } from './broadcast.ts';
import { Crowd } from './crowd.ts';
import type { AnyGame, Seat, Viewer } from './game.ts';
import { History } from './history.ts';
import { PerViewer } from './per-viewer.ts';
import type { MatchRecord } from './record.ts';
import type { Replays } from './replays.ts';
import { earlierThan, type Presence, type SpectatorsSee, type Step } from './step.ts';
import type { Posted } from './storage.ts';
import type { Submission } from './submission.ts';
import type { TurnClock } from './turn-clock.ts';
import type { Update } from './update.ts';

export type Tell = (update: Update) => void;

export interface TellingParts {
  game: AnyGame;
  record: MatchRecord;
  spectatorsSee: SpectatorsSee;
  /** Milliseconds of match time after which a game's broadcast is shown. */
  broadcastDelay: number;
  attendance: Attendance;
  clock: TurnClock;
  /** Plays past steps again behind the play. */
  replays: Replays;
  fault(error: unknown): void;
}

interface Watcher {
  viewer: Viewer;
  tell: Tell;
  legal: boolean;
}

/** Who watches a match, and what each is told: one update per kind of viewer and step. */
export class Telling implements Presence {
  readonly #parts: TellingParts;
  readonly #history: History;
  readonly #broadcast: Broadcast | undefined;
  /** Made anew when somebody comes or goes, since both may happen while they are told. */
  #seated: readonly Watcher[] = [];
  readonly #crowd = new Crowd<Watcher>();
  #step: Step;
  #spectators = 0;
  #stopped = false;
  effects: Posted[] | undefined;

  constructor(parts: TellingParts, step: Step, effects: Posted[] | undefined) {
    this.#parts = parts;
    this.#history = new History(parts.game, parts.record, parts.spectatorsSee);
    if (parts.game.broadcast && parts.spectatorsSee === 'spectator') {
      this.#broadcast = new Broadcast(parts.game, parts.record, parts.broadcastDelay);
    }
    this.#step = step;
    this.effects = effects;
    if (this.#isOver) this.#history.close();
  }

  get step(): Step {
    return this.#step;
  }

  // ── what updates say beside the step ──

  get watching(): number {
    return this.#spectators;
  }

  get clock(): Update['clock'] {
    return this.#parts.clock.reading;
  }

  get begun(): boolean {
    return this.#parts.clock.begun;
  }

  get startsIn(): number | undefined {
    return this.#parts.clock.startsIn;
  }

  get pacing(): boolean {
    return this.#parts.clock.pacing;
  }

  here(seat: Seat): boolean {
    return this.#parts.attendance.here(seat);
  }

  told(seat: Seat): boolean {
    return this.#parts.attendance.told(seat);
  }

  // ── following the match ──

  become(step: Step, effects: Posted[] | undefined): void {
    if (step.follows(this.#step)) {
      this.#history.add(step);
      this.#broadcast?.add(step);
    } else {
      this.#history.forget();
      this.#broadcast?.forget();
    }
    this.#step = step;
    this.effects = effects?.length ? effects : undefined;
    if (this.#isOver) {
      this.#history.close();
      this.#broadcast?.forget();
    }
  }

  crowd(change: number): void {
    this.#spectators += change;
  }

  /** From now on nobody who leaves is away. */
  stop(): void {
    this.#stopped = true;
  }

  /** Seats first, then everybody else. */
  tell(): void {
    if (this.#seated.length + this.#crowd.size === 0) return;
    const tellNow = this.#news();
    for (const watcher of this.#seated) tellNow(watcher);
    this.#crowd.tell(tellNow);
  }

  /** Tells of what is now, whenever it is called. */
  #news(): (watcher: Watcher) => void {
    const step = this.#step;
    const shared = step.shared(this);
    const plain = new PerViewer<Update>();
    let listing: PerViewer<Update> | undefined;
    return ({ viewer, tell, legal }) => {
      try {
        const made = legal ? (listing ??= new PerViewer()) : plain;
        tell(made.get(eyesOf(viewer, step), (eyes) => step.update(eyes, shared, legal, this.#shownTo(eyes, step))));
      } catch (error) {
        this.#parts.fault(error);
      }
    };
  }

  watch(viewer: Viewer, tell: Tell, { after, legal, unseen }: WatchOptions): () => void {
    const watcher: Watcher = { viewer, tell, legal: legal === true };
    const { attendance } = this.#parts;
    const seated = typeof viewer === 'number';
    if (!unseen) {
      if (!seated) this.#spectators++;
      else if (!this.#isOver) attendance.enter(viewer);
    }
    if (seated) this.#seated = [...this.#seated, watcher];
    else this.#crowd.add(watcher);
    this.#catchUp(watcher, after);
    return () => {
      if (!(seated ? this.#stand(watcher) : this.#crowd.delete(watcher)) || unseen) return;
      if (!seated) this.#spectators--;
      else if (!this.#isOver && !this.#stopped) attendance.leave(viewer);
    };
  }

  /** False: was not there. */
  #stand(watcher: Watcher): boolean {
    const left = this.#seated.filter((one) => one !== watcher);
    const was = left.length < this.#seated.length;
    this.#seated = left;
    return was;
  }

  async *past(viewer: Viewer, after: number): AsyncGenerator<Update, void, void> {
    const { replays, record } = this.#parts;
    let first = true;
    const told = (update: Update): Update => {
      const earlier = first ? earlierThan(update.step, record.entries) : undefined;
      first = false;
      return earlier ? Object.freeze({ ...update, earlier }) : update;
    };
    let next = Math.max(0, after + 1);
    if (next < this.#now) {
      const steps = this.#history.from(next);
      for await (const step of this.#isOver ? replays.each(steps) : replays.eachOfLive(steps)) {
        if (step.position.step < next) continue;
        if (step.position.step >= this.#now) break;
        yield told(step.past(eyesOf(viewer, this.#step)));
        next++;
      }
    }
    if (next === this.#now) yield told(this.#present(viewer, false));
  }

  /** Whether a seat's own decision of that turn was just this. */
  hasDecided(submission: Submission, turn: number): boolean {
    return this.#history.decided(submission, turn);
  }

  #catchUp({ viewer, tell, legal }: Watcher, after: number | undefined): void {
    const eyes = eyesOf(viewer, this.#step);
    const now = this.#now;
    let first = true;
    const tellFirst = (update: Update): void => {
      const earlier = first ? earlierThan(update.step, this.#parts.record.entries) : undefined;
      first = false;
      tell(earlier ? Object.freeze({ ...update, earlier }) : update);
    };
    if (after !== undefined) for (const past of this.#history.updates(eyes, after, now)) tellFirst(past);
    if (after !== now) tellFirst(this.#present(viewer, legal));
  }

  #present(viewer: Viewer, legal: boolean): Update {
    const eyes = eyesOf(viewer, this.#step);
    return this.#step.update(eyes, this.#step.shared(this), legal, this.#shownTo(eyes, this.#step));
  }

  get #now(): number {
    return this.#step.position.step;
  }

  #shownTo(eyes: Viewer, step: Step): Update['broadcast'] {
    return eyes === 'spectator' && !isEnd(step) ? this.#broadcast?.shown(step) : undefined;
  }

  get #isOver(): boolean {
    return isEnd(this.#step);
  }
}

const isEnd = ({ position }: Step): boolean => position.status.kind !== 'turn';

/** Everything is shown only once the match is over. */
const eyesOf = (viewer: Viewer, step: Step): Viewer => (viewer === 'replay' && !isEnd(step) ? 'spectator' : viewer);
