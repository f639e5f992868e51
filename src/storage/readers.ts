import { StorageBusy } from '../core/storage.ts';
import type { Reading } from './engine.ts';
import { Reader } from './reader.ts';
import type { Work } from './statement.ts';

export interface ReadLimits {
  /** So many at once. */
  readers: number;
  /** So many more may wait for one of them. */
  waiting: number;
  /** Milliseconds that a read may take, waiting included. */
  longest: number;
}

/** A thread that starts on a busy machine takes longer than any read, and a server that starts waits for it. */
const TO_START = 30_000;

export const READ_LIMITS: ReadLimits = { readers: 2, waiting: 200, longest: 2000 };

export interface Readers extends Reading {
  /** Ends the threads; reads under way fail. */
  close(): Promise<void>;
}

interface Read {
  /** Resolves when it is answered, one way or the other. */
  answer(reader: Reader): Promise<void>;
  fail(error: Error): void;
}

/** Reads of a SQLite database on threads of their own: whoever reads holds nobody up who plays. Started when first needed. */
export function readers(path: string, { readers: most, waiting: longestQueue, longest }: ReadLimits): Readers {
  const started = new Set<Reader>();
  const idle: Reader[] = [];
  const waiting: Read[] = [];
  let closed = false;
  let answered = false;

  function start(): Reader {
    const reader = new Reader(path);
    started.add(reader);
    void reader.ended.then(() => {
      started.delete(reader);
      if (idle.includes(reader)) idle.splice(idle.indexOf(reader), 1);
      serve();
    });
    return reader;
  }

  function serve(): void {
    while (waiting.length > 0) {
      const reader = idle.pop() ?? (started.size < most ? start() : undefined);
      if (!reader) return;
      const read = waiting.shift()!;
      void read.answer(reader).then(() => {
        if (!reader.isEnding) idle.push(reader);
        serve();
      });
    }
  }

  function take<T>(work: () => Work<T>, oneMoment: boolean): Promise<T> {
    if (closed) return Promise.reject(new Error('The storage is closed.'));
    if (waiting.length >= longestQueue) return Promise.reject(new StorageBusy());
    const patience = answered ? longest : Math.max(longest, TO_START);
    return new Promise<T>((resolve, fail) => {
      const read: Read = {
        async answer(reader) {
          // A thread is ended only if this one read holds it up: to start another takes longer than most reads. The new
          // one takes its place when it is gone, so that there are never more.
          const stuck = setTimeout(() => void reader.end(), patience);
          const answer = reader.run(work(), oneMoment).finally(() => (answered = true));
          await answer.then(resolve, fail);
          clearTimeout(stuck);
          clearTimeout(limit);
        },
        fail(error) {
          clearTimeout(limit);
          fail(error);
        },
      };
      const limit = setTimeout(() => {
        fail(new StorageBusy());
        const place = waiting.indexOf(read);
        if (place >= 0) waiting.splice(place, 1);
      }, patience);
      waiting.push(read);
      serve();
    });
  }

  return {
    read: (work) => take(work, false),
    snapshot: (work) => take(work, true),
    async close() {
      closed = true;
      for (const read of waiting.splice(0)) read.fail(new Error('The storage is closed.'));
      await Promise.all([...started].map((reader) => reader.end()));
    },
  };
}
