import type { EntryRow } from './engine.ts';
import type { Work } from './statement.ts';
import type { Watch } from './watch.ts';

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
  /** How many jobs are not in a commit yet. */
  waiting(): number;
  /** Takes no more jobs; resolves when those under way are done. */
  close(): Promise<void>;
}

/** A commit alone costs as much as twenty jobs together, most of it the disk's. */
export const COMMITS_APART = 2;
/** When so much of the time between two commits has passed, the next is not put off for company. */
const SOON = 0.5;
/** What is put off waits at least so many milliseconds: less would be a wake for little. */
const LEAST_WAIT = 1;
/** What has arrived at a socket needs as many turns of the loop until it is here. */
const TURNS_TO_ARRIVE = 2;
const MOST_ENTRIES = 500;
/** Strangers' registrations, tables and beginnings may be many: whoever moves waits for a few of them at most. */
const MOST_OTHERS = 32;
/** So many are told in one turn of the loop. */
const TOLD_AT_ONCE = 32;

/**
 * Runs the jobs that wait in one transaction. If that fails, each runs in a transaction of its own, so that a job that
 * cannot succeed fails alone.
 * @param transact runs the jobs in one transaction and returns their values once they are durable
 * @param apart so many milliseconds after a commit began the next one does, while jobs wait, so that under load many share one
 */
export function commitQueue(
  transact: (jobs: readonly Job[]) => Promise<unknown[]>,
  apart: number,
  watch?: Watch,
): CommitQueue {
  let waiting: Waiting[] = [];
  let under: Promise<void> | undefined;
  let began = -Infinity;
  let commits = 0;
  let closed = false;

  async function commit(batch: readonly Waiting[]): Promise<void> {
    began = performance.now();
    let values: unknown[];
    try {
      values = await transact(batch.map(({ job }) => job));
    } catch (error) {
      if (batch.length === 1 || error instanceof ConnectionLost) for (const { reject } of batch) reject(error);
      else for (const one of batch) await commit([one]);
      return;
    }
    commits++;
    watch?.committed(performance.now() - began, batch.length);
    for (let index = 0; index < batch.length; index++) {
      if (index > 0 && index % TOLD_AT_ONCE === 0) await moment(0);
      batch[index]!.resolve(values[index]);
    }
  }

  /** Jobs that come in a rush share a commit, and so do those that follow another closely; else nobody waits for company. */
  async function gather(): Promise<void> {
    const since = performance.now() - began;
    if (since < apart * SOON) await moment(Math.max(apart - since, LEAST_WAIT));
    else await arrivals();
  }

  /** Ends when turns of the loop have brought nothing more, or the first job has waited as long as commits are apart. */
  async function arrivals(): Promise<void> {
    const until = performance.now() + apart;
    let empty = 0;
    do {
      const known = waiting.length;
      await moment(0);
      empty = waiting.length > known ? 0 : empty + 1;
    } while (empty < TURNS_TO_ARRIVE && performance.now() < until);
  }

  /** In order, but that entries go past others when there are too many of those. */
  function nextBatch(): Waiting[] {
    if (waiting.length <= MOST_OTHERS) {
      const all = waiting;
      waiting = [];
      return all;
    }
    let [entries, others] = [0, 0];
    const isNext = ({ job }: Waiting): boolean =>
      'entry' in job ? ++entries <= MOST_ENTRIES : ++others <= MOST_OTHERS;
    const { next = [], later = [] } = Object.groupBy(waiting, (one) => (isNext(one) ? 'next' : 'later'));
    waiting = later;
    return next;
  }

  async function commitAll(): Promise<void> {
    while (waiting.length) {
      await gather();
      await commit(nextBatch());
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
    waiting: () => waiting.length,
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
