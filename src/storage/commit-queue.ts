import type { EntryRow } from './engine.ts';
import type { Work } from './statement.ts';

/** Some work, or the adding of one entry: so many of these that a database may have a faster way for them. */
export type Job = { work: () => Work<unknown>; agents?: readonly string[] | undefined } | { entry: EntryRow };

interface Waiting {
  job: Job;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** The database went away in the middle of a commit: nobody knows whether it is in. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** Others have declared this node gone: it may write nothing more. */
export class Fenced extends ConnectionLost {
  override name = 'Fenced';
}

export interface CommitQueue {
  /** Resolves with the value of the work, or with what became of the entry, once that is durable. */
  add(job: Job): Promise<unknown>;
  commits(): number;
  /** Takes no more jobs; resolves when those under way are done. */
  close(): Promise<void>;
}

export interface Pace {
  /** Commits begin at least so many milliseconds apart, and one more for every two jobs of the last, so that under load many share one. */
  apart: number;
  /** The commit stops the whole process while it lasts, so the next waits as long again. */
  blocking: boolean;
}

const LONGEST_REST = 20;
const FARTHEST_APART = 15;
const LARGEST_BATCH = 500;

/**
 * Runs all jobs that wait in one transaction. If that fails, each runs in a transaction of its own, so that a job that
 * cannot succeed fails alone.
 * @param transact runs the jobs in one transaction and returns their values once they are durable
 */
export function commitQueue(transact: (jobs: readonly Job[]) => Promise<unknown[]>, pace: Pace): CommitQueue {
  let waiting: Waiting[] = [];
  let under: Promise<void> | undefined;
  let next = 0;
  let commits = 0;
  let closed = false;

  async function commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const values = await transact(batch.map(({ job }) => job));
      commits++;
      for (const [index, { resolve }] of batch.entries()) resolve(values[index]);
    } catch (error) {
      if (batch.length === 1 || error instanceof ConnectionLost) for (const { reject } of batch) reject(error);
      else for (const one of batch) await commit([one]);
    }
  }

  async function commitAll(): Promise<void> {
    while (waiting.length) {
      await moment(next - performance.now());
      const began = performance.now();
      const batch = waiting.slice(0, LARGEST_BATCH);
      waiting = waiting.slice(LARGEST_BATCH);
      await commit(batch);
      const ended = performance.now();
      const rest = pace.blocking ? Math.min(ended - began, LONGEST_REST) : 0;
      const apart = pace.apart && Math.min(pace.apart + batch.length / 2, FARTHEST_APART);
      next = Math.max(began + apart, ended + rest);
    }
    under = undefined;
  }

  return {
    add(job) {
      if (closed) return Promise.reject(new Error('The storage is closed.'));
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        under ??= commitAll();
      });
    },
    commits: () => commits,
    async close() {
      closed = true;
      await under;
    },
  };
}

const moment = (ms: number): Promise<void> =>
  new Promise((done) => {
    if (ms > 0) setTimeout(done, ms);
    else setImmediate(done);
  });
