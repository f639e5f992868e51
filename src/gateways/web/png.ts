import { Worker } from 'node:worker_threads';

export interface ToDraw {
  id: number;
  svg: string;
}

export type Drawn = { id: number; png: Uint8Array } | { id: number; error: string };

interface Asked {
  resolve(png: Uint8Array): void;
  reject(error: Error): void;
}

/** So many wait to be drawn. */
const MOST_WAITING = 32;

/** Draws SVG as PNG in a thread of its own, which is there once the first is asked for. */
export class Png {
  #worker: Worker | undefined;
  #serial = 0;
  readonly #open = new Map<number, Asked>();

  /** Undefined: too many wait already. */
  async draw(svg: string): Promise<Uint8Array | undefined> {
    if (this.#open.size >= MOST_WAITING) return undefined;
    const id = this.#serial++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#start().postMessage({ id, svg } satisfies ToDraw);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./png-thread.ts', import.meta.url));
    worker.unref();
    worker.on('message', (drawn: Drawn) => {
      const asked = this.#open.get(drawn.id);
      this.#open.delete(drawn.id);
      if ('png' in drawn) asked?.resolve(drawn.png);
      else asked?.reject(new Error(drawn.error));
    });
    const lost = (error: Error): void => {
      this.#worker = undefined;
      for (const { reject } of this.#open.values()) reject(error);
      this.#open.clear();
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('the drawing thread has ended')));
    this.#worker = worker;
    return worker;
  }
}
