import { Worker } from 'node:worker_threads';
import type { Query, Result, Work } from './statement.ts';

/** A query, before which the thread begins what sees one moment if it is to; or the end of that. */
export type Question = { sql: string; values: readonly unknown[]; begin: boolean } | 'end';
/** 'ready' comes once, before all others. */
export type Answer = { rows: unknown[] } | { error: string } | 'ready';

/** Megabytes of what is soon garbage: rows are, and a thread would take a hundred for them. */
const YOUNG = 8;

/** A thread with a connection of its own that can only read. It does one piece of work at a time. */
export class Reader {
  readonly #worker: Worker;
  /** Resolves when the thread is no more, whatever ended it. */
  readonly ended: Promise<void>;
  /** Resolves when the thread takes questions, or never will. */
  readonly started: Promise<void>;
  #isEnding = false;
  #asked: PromiseWithResolvers<Result> | undefined;

  constructor(path: string) {
    this.#worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    this.#worker.unref();
    const started = Promise.withResolvers<void>();
    this.started = started.promise;
    this.#worker.on('message', (answer: Answer) => {
      if (answer === 'ready') started.resolve();
      else if ('error' in answer) this.#asked?.reject(new Error(answer.error));
      else this.#asked?.resolve({ rows: answer.rows, changed: 0 });
    });
    this.#worker.on('error', (error) => this.#asked?.reject(error));
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isEnding = true;
        this.#asked?.reject(new Error('The reading thread ended.'));
        started.resolve();
        resolve();
      });
    });
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** @param oneMoment all queries of the work see the same */
  async run<T>(work: Work<T>, oneMoment: boolean): Promise<T> {
    let begin = oneMoment;
    try {
      let next = work.next();
      while (!next.done) {
        next = work.next(await this.#ask(next.value, begin));
        begin = false;
      }
      return next.value;
    } finally {
      if (oneMoment) this.#worker.postMessage('end');
    }
  }

  /** Whatever it does. The database's own code is not interrupted: the thread ends when that returns. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  #ask({ statement, values }: Query, begin: boolean): Promise<Result> {
    this.#asked = Promise.withResolvers();
    this.#worker.postMessage({ sql: statement.sql, values, begin } satisfies Question);
    return this.#asked.promise;
  }
}
