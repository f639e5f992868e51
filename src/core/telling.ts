import type { WatchOptions } from './arena.ts';
import type { Attendance } from './attendance.ts';
import type { AnyGame, Seat, Viewer } from './game.ts';
import { History } from './history.ts';
import { PerViewer } from './per-viewer.ts';
import type { MatchRecord } from './record.ts';
import { earlierThan, type Presence, type SpectatorsSee, type Step } from './step.ts';
import type { Posted } from './storage.ts';
import type { TurnClock } from './turn-clock.ts';
import type { Update } from './update.ts';

export type Tell = (update: Update) => void;

export interface TellingParts {
  game: AnyGame;
  record: MatchRecord;
  spectatorsSee: SpectatorsSee;
  attendance: Attendance;
  clock: TurnClock;
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
  readonly #watchers = new Set<Watcher>();
  #step: Step;
  #spectators = 0;
  #stopped = false;
  effects: Posted[] | undefined;

  constructor(parts: TellingParts, step: Step, effects: Posted[] | undefined) {
    this.#parts = parts;
    this.#history = new History(parts.game, parts.record, parts.spectatorsSee);
    this.#step = step;
    this.effects = effects;
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
    if (step.follows(this.#step)) this.#history.add(step);
    else this.#history.forget();
    this.#step = step;
    this.effects = effects?.length ? effects : undefined;
  }

  crowd(change: number): void {
    this.#spectators += change;
  }

  /** From now on nobody who leaves is away. */
  stop(): void {
    this.#stopped = true;
  }

  tell(): void {
    if (this.#watchers.size === 0) return;
    const shared = this.#step.shared(this);
    const plain = new PerViewer<Update>();
    let listing: PerViewer<Update> | undefined;
    for (const { viewer, tell, legal } of [...this.#watchers]) {
      try {
        const made = legal ? (listing ??= new PerViewer()) : plain;
        tell(made.get(this.#eyes(viewer), (eyes) => this.#step.update(eyes, shared, legal)));
      } catch (error) {
        this.#parts.fault(error);
      }
    }
  }

  watch(viewer: Viewer, tell: Tell, { after, legal, unseen }: WatchOptions): () => void {
    const watcher: Watcher = { viewer, tell, legal: legal === true };
    const { attendance } = this.#parts;
    const seated = typeof viewer === 'number';
    if (!unseen) {
      if (!seated) this.#spectators++;
      else if (!this.#isOver) attendance.enter(viewer);
    }
    this.#watchers.add(watcher);
    this.#catchUp(watcher, after);
    return () => {
      if (!this.#watchers.delete(watcher) || unseen) return;
      if (!seated) this.#spectators--;
      else if (!this.#isOver && !this.#stopped) attendance.leave(viewer);
    };
  }

  #catchUp({ viewer, tell, legal }: Watcher, after: number | undefined): void {
    const eyes = this.#eyes(viewer);
    const now = this.#step.position.step;
    let first = true;
    const tellFirst = (update: Update): void => {
      const earlier = first ? earlierThan(update.step, this.#parts.record.entries) : undefined;
      first = false;
      tell(earlier ? Object.freeze({ ...update, earlier }) : update);
    };
    if (after !== undefined) for (const past of this.#history.updates(eyes, after, now)) tellFirst(past);
    if (after === undefined || after < now) tellFirst(this.#step.update(eyes, this.#step.shared(this), legal));
  }

  /** Everything is shown only once the match is over. */
  #eyes(viewer: Viewer): Viewer {
    return viewer === 'replay' && !this.#isOver ? 'spectator' : viewer;
  }

  get #isOver(): boolean {
    return this.#step.position.status.kind !== 'turn';
  }
}
