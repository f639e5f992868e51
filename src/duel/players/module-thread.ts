import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Bot } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import type { ModuleAnswer, ModuleQuestion } from './module.ts';

const port = parentPort!;
const say = (answer: ModuleAnswer): void => port.postMessage(answer);
const complain = (error: unknown): void =>
  say({ error: `It threw: ${(error as Error)?.message ?? error}`, stack: String((error as Error)?.stack ?? error) });

/** Its default export or the one called `bot`: a function, or an object whose `play` is one. */
async function load(): Promise<Bot<unknown, unknown>> {
  const exported = await import(pathToFileURL(resolve(workerData)).href);
  const bot = exported.default ?? exported.bot;
  const play = typeof bot === 'function' ? bot : bot?.play;
  if (typeof play === 'function') return play;
  throw new Error('the file exports no bot: neither by default nor as "bot"');
}

try {
  const play = await load();
  port.on('message', async ({ view, turn, seat, seed, step }: ModuleQuestion) => {
    try {
      say({ said: await play(view, turn, seat, stepRandom(seed, step)) });
    } catch (error) {
      complain(error);
    }
  });
  say({ said: 'ready' });
} catch (error) {
  complain(error);
}
