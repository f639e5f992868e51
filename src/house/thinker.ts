import { Worker } from 'node:worker_threads';
import type { Seat, Turn } from '../core/game.ts';

export interface Question {
  game: string;
  bot: string;
  view: unknown;
  turn: Turn;
  seat: Seat;
  seed: string;
  step: number;
}

export type Answer = { id: number; move: unknown } | { id: number; error: string };

/** Slow bots think here, in a thread of their own, one question after another. */
export class Thinker {
  #worker: Worker | undefined;
  #serial = 0;
  readonly #open = new Map<number, { resolve(move: unknown): void; reject(error: Error): void }>();

  think(question: Question): Promise<unknown> {
    const id = this.#serial++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#start().postMessage({ id, question });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./thinker-thread.ts', import.meta.url));
    worker.unref();
    worker.on('message', (answer: Answer) => {
      const asked = this.#open.get(answer.id);
      this.#open.delete(answer.id);
      if ('error' in answer) asked?.reject(new Error(answer.error));
      else asked?.resolve(answer.move);
    });
    worker.on('error', (error) => this.#fail(error as Error));
    worker.on('exit', () => this.#fail(new Error('the thinking thread ended')));
    this.#worker = worker;
    return worker;
  }

  #fail(error: Error): void {
    this.#worker = undefined;
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }
}
