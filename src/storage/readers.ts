import { StorageBusy } from '../core/storage.ts';
import type { Reading } from './engine.ts';
import { Reader } from './reader.ts';
import type { Work } from './statement.ts';

export interface ReadLimits {
  /** So many at once. */
  readers: number;
  /** So many more may wait for one of them. */
  waiting: number;
  /** Milliseconds that a read may take, waiting included; what a thread takes to start is not. */
  longest: number;
}

export const READ_LIMITS: ReadLimits = { readers: 2, waiting: 200, longest: 2000 };

/** After so many milliseconds without a read only one thread is left: each holds some twenty megabytes. */
const REST = 10_000;

export interface Readers extends Reading {
  /** Ends the threads; reads under way fail. */
  close(): Promise<void>;
}

interface Read {
  /** Resolves when it is answered, one way or the other. */
  answer(reader: Reader): Promise<void>;
  fail(error: Error): void;
}

/** What came while this process stood still is heard first. Gives back how to call it off. */
function unlessHeard(ms: number, act: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(act);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

/** Reads of a SQLite database on threads of their own: whoever reads holds nobody up who plays. Started when first needed. */
export function readers(
  path: string,
  { readers: most, waiting: longestQueue, longest }: ReadLimits,
  rest = REST,
): Readers {
  const threads = new Set<Reader>();
  const idle: Reader[] = [];
  const waiting: Read[] = [];
  let starting = 0;
  let firstStarted: Promise<void> | undefined;
  let closed = false;
  let resting: NodeJS.Timeout | undefined;

  function restAll(): void {
    clearTimeout(resting);
    if (waiting.length > 0 || idle.length < threads.size || threads.size < 2) return;
    resting = setTimeout(() => {
      for (const reader of idle.splice(1)) void reader.end();
    }, rest).unref();
  }

  function start(): void {
    const reader = new Reader(path);
    threads.add(reader);
    starting++;
    const started = reader.started.then(() => {
      starting--;
      if (!reader.isEnding) idle.push(reader);
      else for (const read of waiting.splice(0)) read.fail(new Error('A reading thread could not start.'));
      serve();
    });
    firstStarted ??= started;
    void reader.ended.then(() => {
      threads.delete(reader);
      if (idle.includes(reader)) idle.splice(idle.indexOf(reader), 1);
      serve();
    });
  }

  function serve(): void {
    while (waiting.length > 0) {
      const reader = idle.pop();
      if (!reader) {
        if (waiting.length > starting && threads.size < most) start();
        return;
      }
      const read = waiting.shift()!;
      clearTimeout(resting);
      void read.answer(reader).then(() => {
        if (!reader.isEnding) idle.push(reader);
        serve();
        restAll();
      });
    }
  }

  function take<T>(work: () => Work<T>, oneMoment: boolean): Promise<T> {
    if (closed) return Promise.reject(new Error('The storage is closed.'));
    if (waiting.length >= longestQueue + starting) return Promise.reject(new StorageBusy());
    return new Promise<T>((resolve, reject) => {
      let disarm = (): void => {};
      let settled = false;
      const settle = (): void => {
        settled = true;
        disarm();
      };
      const read: Read = {
        async answer(reader) {
          // A thread is ended only if this one read holds it up: to start another takes longer than most reads. The new
          // one takes its place when it is gone, so that there are never more.
          const freed = unlessHeard(longest, () => void reader.end());
          await reader.run(work(), oneMoment).then(resolve, reject);
          freed();
          settle();
        },
        fail(error) {
          settle();
          reject(error);
        },
      };
      const giveUp = (): void => {
        read.fail(new StorageBusy());
        const place = waiting.indexOf(read);
        if (place >= 0) waiting.splice(place, 1);
      };
      waiting.push(read);
      serve();
      void firstStarted!.then(() => {
        if (!settled) disarm = unlessHeard(longest, giveUp);
      });
    });
  }

  return {
    read: (work) => take(work, false),
    snapshot: (work) => take(work, true),
    async close() {
      closed = true;
      clearTimeout(resting);
      for (const read of waiting.splice(0)) read.fail(new Error('The storage is closed.'));
      await Promise.all([...threads].map((reader) => reader.end()));
    },
  };
}
