import type { Bots } from '../../core/game.ts';
import { seededRandom } from '../../core/random.ts';
import type { Player } from './player.ts';

/** A bot of the house, in this thread: no wire, no wait. */
export function housePlayer({ play }: Bots[number]): Player {
  let random = seededRandom('');
  return {
    fresh: false,
    begin(beginning) {
      random = seededRandom(beginning.seed);
    },
    answer: ({ view, turn, seat, step }) => ({ move: play(view, turn, seat, random(step)) }),
    end() {},
    drop() {},
    lastWords: () => [],
    close: async () => {},
  };
}
