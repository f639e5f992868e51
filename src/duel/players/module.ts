import { Worker } from 'node:worker_threads';
import type { Seat, Turn } from '../../core/game.ts';
import { LastWords } from './last-words.ts';
import { Faulty, type Player } from './player.ts';

/** What a module's thread is asked, and what it says. */
export interface ModuleQuestion {
  view: unknown;
  turn: Turn;
  seat: Seat;
  seed: string;
  step: number;
}
export type ModuleAnswer = { said: unknown } | { error: string; stack: string };

/** A bot from a file, in a thread of its own: it can hang, throw or exit without taking anybody along, and shares no state. */
export function modulePlayer(file: string): Player {
  let thread: ModuleThread | undefined;
  let seed = '';
  let asked = 0;
  let answered = 0;
  return {
    fresh: false,
    async begin(beginning) {
      seed = beginning.seed;
      if (thread?.alive) return;
      thread = new ModuleThread(file);
      asked = answered = 0;
      await thread.hear();
    },
    async answer({ view, turn, seat, step }) {
      thread!.say({ view, turn, seat, seed, step });
      const mine = ++asked;
      let move = await thread!.hear();
      // It may still owe an answer to a question for which the clock has played.
      while (++answered < mine) move = await thread!.hear();
      return { move };
    },
    end() {},
    drop() {
      thread?.drop();
      thread = undefined;
    },
    lastWords: () => thread?.lastWords ?? [],
    close: async () => thread?.drop(),
  };
}

class ModuleThread {
  readonly #worker: Worker;
  readonly #words = new LastWords();
  #fault: Faulty | undefined;
  #waiting: PromiseWithResolvers<unknown> | undefined;

  constructor(file: string) {
    const worker = new Worker(new URL('./module-thread.ts', import.meta.url), {
      workerData: file,
      stdout: true,
      stderr: true,
    });
    this.#worker = worker;
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => this.#words.add(text));
    }
    worker.on('message', (answer: ModuleAnswer) => {
      if ('said' in answer) this.#waiting?.resolve(answer.said);
      else this.#fail(answer.error, answer.stack);
    });
    worker.on('error', (error) => this.#fail(`It threw: ${(error as Error).message}`, String((error as Error).stack)));
    worker.on('exit', (code) => this.#fail(`It ended its thread with exit code ${code}.`));
  }

  say(question: ModuleQuestion): void {
    this.#worker.postMessage(question);
  }

  /** @throws Faulty */
  hear(): Promise<unknown> {
    this.#waiting = Promise.withResolvers();
    if (this.#fault) this.#waiting.reject(this.#fault);
    return this.#waiting.promise;
  }

  get alive(): boolean {
    return this.#fault === undefined;
  }

  get lastWords(): string[] {
    return this.#words.lines;
  }

  drop(): void {
    void this.#worker.terminate();
  }

  #fail(message: string, stack = ''): void {
    if (stack) this.#words.add(`${stack}\n`);
    this.#fault ??= new Faulty('crash', message);
    this.#waiting?.reject(this.#fault);
  }
}
