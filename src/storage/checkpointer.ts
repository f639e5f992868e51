import { Worker } from 'node:worker_threads';

export interface Checkpointer {
  /** After each commit. */
  committed(): void;
  close(): Promise<void>;
}

/** So much is folded at once that it is worth waking a thread, and so little that it takes but a moment. */
const COMMITS = 16;
const APART = 250;

/**
 * Folds the write-ahead log into the database on a thread of its own, while commits go on. Without it they would stop
 * for that, all matches with them; the writer's own checkpoint only finds what is left, and starts the log anew.
 */
export function checkpointer(path: string): Checkpointer {
  let worker: Worker | undefined;
  let since = 0;
  let next = 0;
  let busy = false;

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    });
    started.unref();
    started.on('message', () => {
      busy = false;
    });
    // It stays busy then, and the writer does all of it.
    started.on('error', () => {});
    return started;
  }

  return {
    committed() {
      if (++since < COMMITS || busy || performance.now() < next) return;
      since = 0;
      next = performance.now() + APART;
      busy = true;
      worker ??= start();
      worker.postMessage('checkpoint');
    },
    async close() {
      await worker?.terminate();
    },
  };
}
