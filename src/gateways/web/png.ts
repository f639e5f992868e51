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
/** Megabytes of what is soon garbage. */
const YOUNG = 8;
/** The thread holds some fifty megabytes. */
const REST_FOR = 5000;

/** Draws SVG as PNG in a thread of its own, which is there while pictures are asked for. */
export class Png {
  #worker: Worker | undefined;
  #serial = 0;
  readonly #open = new Map<number, Asked>();
  #rest: NodeJS.Timeout | undefined;

  /** Undefined: too many wait already. */
  async draw(svg: string): Promise<Uint8Array | undefined> {
    if (this.#open.size >= MOST_WAITING) return undefined;
    const id = this.#serial++;
    clearTimeout(this.#rest);
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#start().postMessage({ id, svg } satisfies ToDraw);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest);
    await this.#worker?.terminate();
  }

  /** Nobody waits for it; the next who asks gets another. */
  #end(worker: Worker): void {
    this.#worker = undefined;
    void worker.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./png-thread.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    worker.unref();
    worker.on('message', (drawn: Drawn) => {
      const asked = this.#open.get(drawn.id);
      this.#open.delete(drawn.id);
      if (this.#open.size === 0) this.#rest = setTimeout(() => this.#end(worker), REST_FOR).unref();
      if ('png' in drawn) asked?.resolve(drawn.png);
      else asked?.reject(new Error(drawn.error));
    });
    const lost = (error: Error): void => {
      if (this.#worker !== worker) return;
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
