import { Worker } from 'node:worker_threads';
import { pair } from '../formats/index.ts';
import type { Next } from '../formats/rules.ts';

type Situation = Parameters<typeof pair>;

/** From so many entrants on pairing takes long enough to be done on a thread of its own. */
const MANY = 100;

/** Pairs without holding the server up. */
export const pairAside = (...situation: Situation): Next | Promise<Next> =>
  situation[1].length < MANY ? pair(...situation) : inThread(situation);

const inThread = (situation: Situation): Promise<Next> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pairing-thread.ts', import.meta.url), { workerData: situation });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the pairing thread ended')));
  });
