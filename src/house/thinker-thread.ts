import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { giveWay } from '../core/give-way.ts';
import { stepRandom } from '../core/random.ts';
import { manifestOf } from '../games/manifests.ts';
import type { Answer, Question } from './thinker.ts';

giveWay(setPriority);
parentPort!.on('message', async ({ id, question }: { id: number; question: Question }) => {
  parentPort!.postMessage(await answer(id, question));
});

async function answer(id: number, { game, bot, view, turn, seat, seed, step }: Question): Promise<Answer> {
  try {
    const bots = await manifestOf(game)!.bots();
    const { play } = bots.find(({ name }) => name === bot)!;
    return { id, move: play(view, turn, seat, stepRandom(seed, step)) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
