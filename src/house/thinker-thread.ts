import { parentPort } from 'node:worker_threads';
import { stepRandom } from '../core/random.ts';
import { bots } from '../games/bots.ts';
import type { Answer, Question } from './thinker.ts';

parentPort!.on('message', ({ id, question }: { id: number; question: Question }) => {
  parentPort!.postMessage(answer(id, question));
});

function answer(id: number, { game, bot, view, turn, seat, seed, step }: Question): Answer {
  try {
    const { play } = bots[game]!.find(({ name }) => name === bot)!;
    return { id, move: play(view, turn, seat, stepRandom(seed, step)) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
