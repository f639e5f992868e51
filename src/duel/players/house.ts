import type { Bots } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import type { Player } from './player.ts';

/** A bot of the house, in this thread: no wire, no wait. */
export function housePlayer({ play }: Bots[number]): Player {
  let seed = '';
  return {
    fresh: false,
    begin(beginning) {
      seed = beginning.seed;
    },
    answer: ({ view, turn, seat, step }) => ({ move: play(view, turn, seat, stepRandom(seed, step)) }),
    end() {},
    drop() {},
    lastWords: () => [],
    close: async () => {},
  };
}
