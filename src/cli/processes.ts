import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../config.ts';

const START_AGAIN_AFTER = 1000;

/** What a process tells the first one when it serves. */
export interface Serving {
  serving: string;
}

/** Starts so many nodes behind the same ports, and starts again whichever dies. Resolves when all serve. */
export async function runProcesses(count: number, { cluster: settings }: Config): Promise<void> {
  let stopping = false;
  let left = count;
  const serving = Promise.withResolvers<string>();
  const start = (nth: number): void => {
    const worker: Worker = cluster.fork({ CROSSPLAY_NODE: `${settings!.node}.${nth}` });
    let served = false;
    worker.on('message', (message: Serving) => {
      served = true;
      if (--left === 0) serving.resolve(message.serving);
    });
    worker.on('exit', (code) => {
      if (stopping) return;
      // What cannot begin has said why.
      if (!served) process.exit(code ?? 1);
      setTimeout(() => !stopping && start(nth), START_AGAIN_AFTER);
    });
  };
  for (let nth = 1; nth <= count; nth++) start(nth);
  const stop = (): void => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker!.process.kill('SIGTERM');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  console.log(`crossplay: serving ${await serving.promise} with ${count} processes`);
}
