import type { Clock } from './clock.ts';
import type { AnyGame } from './game.ts';
import type { Refused } from './judge.ts';
import { advance, type Entry, type MatchRecord, type Position } from './record.ts';
import { closing, type Settle } from './settle/settle.ts';
import { whyUnrated } from './settle/unrated.ts';
import { lastStep, type SpectatorsSee, type Step } from './step.ts';
import type { Append, Appended, MatchStore, Posted, Settlement } from './storage.ts';

export type Done = (refused?: Refused) => void;

/** An entry to be stored, and whom to tell. */
export interface Write {
  entry: Entry;
  settlement?: Settlement;
  done?: Done;
  /** When it arrived. */
  since: number;
}

export const writing = (entry: Entry, done?: Done): Write => ({
  entry,
  since: performance.now(),
  ...(done && { done }),
});

/** Decides when its turn comes what is written, if anything. */
export type Job = () => Write | undefined;

/** A seat, or the topic of a note: what it may have waiting is bounded. */
export type Sender = number | string;

export interface MailboxParts {
  game: AnyGame;
  record: MatchRecord;
  store: MatchStore;
  settles: Settle[];
  clock: Clock;
  spectatorsSee: SpectatorsSee;
  /** Where the match is. */
  step(): Step;
  /** An entry is stored: the match is there now. */
  become(step: Step, entry: Entry | undefined, effects: Posted[] | undefined): void;
  /** Whoever wrote the entry knows; now everybody else may. */
  tell(): void;
  /** An entry became durable after so many milliseconds. */
  moved(ms: number): void;
  fault(error: unknown): void;
}

const RELOAD_AFTER = 1000;
const MOST_WAITING = 64;

export const TOO_MUCH: Refused = { code: 'error', reason: 'Too much at once: what came before is still being taken.' };

/**
 * Takes one thing at a time, moves and clocks alike, in order of arrival: check → compute the next position → append
 * durably → it becomes the position → done → watchers. The next waits until the last is durable.
 */
export class Mailbox {
  readonly #parts: MailboxParts;
  readonly #jobs: { job: Job; from?: Sender }[] = [];
  readonly #waiting = new Map<Sender, number>();
  #busy = false;
  #closed = false;

  constructor(parts: MailboxParts) {
    this.#parts = parts;
  }

  /** @returns false if the sender has too much waiting already, so that this is not taken */
  take(job: Job, from?: Sender): boolean {
    if (this.#closed) return true;
    if (from === undefined) this.#jobs.push({ job });
    else {
      const waiting = this.#waiting.get(from) ?? 0;
      if (waiting >= MOST_WAITING) return false;
      this.#waiting.set(from, waiting + 1);
      this.#jobs.push({ job, from });
    }
    this.work();
    return true;
  }

  /** Comes next, when the job at hand is done. */
  takeFirst(...jobs: Job[]): void {
    this.#jobs.unshift(...jobs.map((job) => ({ job })));
  }

  /** Comes last, when `work` is called again or something else arrives. */
  takeLater(job: Job): void {
    this.#jobs.push({ job });
  }

  /** What is being written is finished, nothing else is taken. */
  close(): void {
    this.#closed = true;
    this.#jobs.length = 0;
    this.#waiting.clear();
  }

  work(): void {
    while (!this.#busy) {
      const next = this.#jobs.shift();
      if (!next) return;
      if (next.from !== undefined) this.#waiting.set(next.from, this.#waiting.get(next.from)! - 1);
      const write = next.job();
      if (write) this.#commit(write);
    }
  }

  #commit(write: Write): void {
    const { game, record, store, settles } = this.#parts;
    const { position } = this.#parts.step();
    let next: Position;
    try {
      next = advance(game, record, position, write.entry);
    } catch (error) {
      write.done?.({ code: 'error', reason: 'The rules failed on this move.' });
      this.#parts.fault(error);
      if (write.entry.kind !== 'end') this.#endVoid();
      return;
    }
    this.#busy = true;
    const { status } = next;
    const close = status.kind === 'turn' ? undefined : status;
    const settlement = close ? closing(settles, record, write.entry, close, next.state) : write.settlement;
    const append: Append = { match: record.id, step: position.step, entry: write.entry };
    if (close) {
      append.close = close;
      const unrated = whyUnrated({ ...record, entries: [...record.entries, write.entry] });
      if (unrated) append.unrated = unrated;
    }
    if (settlement) append.settle = settlement;
    store.append(append).then(
      (appended) => this.#appended(write, next, appended),
      (error) => this.#lost(write, error),
    );
  }

  #appended(write: Write, next: Position, appended: Appended): void {
    const step = this.#parts.step();
    if (appended.done === 'conflict') {
      return this.#lost(write, new Error(`entry ${step.position.step} is there already`));
    }
    this.#busy = false;
    if (appended.done === 'refused') {
      write.done?.({ code: 'illegal', reason: appended.reason });
    } else {
      this.#parts.record.entries.push(write.entry);
      this.#parts.become(step.next(next, write.entry), write.entry, appended.effects);
      this.#parts.moved(performance.now() - write.since);
      write.done?.();
      this.#parts.tell();
    }
    this.work();
  }

  /** Nobody knows whether the entry is in: only the storage does, so the match is loaded anew. */
  #lost(write: Write, error: unknown): void {
    const { game, record, store, spectatorsSee, clock, fault, step } = this.#parts;
    fault(error);
    Promise.all([store.load(record.id), store.result(record.id)]).then(
      ([stored, result]) => {
        if (!stored) return;
        const isIn = JSON.stringify(stored.entries[step().position.step]) === JSON.stringify(write.entry);
        record.entries.splice(0, Infinity, ...stored.entries);
        this.#parts.become(lastStep(game, record, spectatorsSee), record.entries.at(-1), result?.effects);
        this.#busy = false;
        if (isIn) write.done?.();
        else write.done?.({ code: 'error', reason: 'The server could not store this. Please try again.' });
        this.#parts.tell();
        this.work();
      },
      () => void clock.after(RELOAD_AFTER, () => this.#lost(write, error)),
    );
  }

  #endVoid(): void {
    const at = this.#parts.clock.now();
    this.take(() =>
      this.#parts.step().position.status.kind === 'turn'
        ? writing({ at, kind: 'end', reason: 'error', source: 'server' })
        : undefined,
    );
  }
}
