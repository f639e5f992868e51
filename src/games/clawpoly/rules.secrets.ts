import fc from 'fast-check';
import type { Random, Viewer } from '../../core/game.ts';
import { clawpoly } from './rules.ts';
import type { State } from './state.ts';

const SEATS = 4;
const STEPS = 120;

/** Numbers from a list, round and round: chance that fast-check can choose. */
const randomFrom = (numbers: readonly number[]): Random => {
  let at = 0;
  const int = (below: number) => numbers[at++ % numbers.length]! % below;
  return {
    int,
    pick: (list) => list[int(list.length)]!,
    shuffle: (list) => [...list],
  };
};

function stateAfter(numbers: readonly number[]): State {
  const random = randomFrom(numbers);
  let state = clawpoly.start({}, SEATS, random);
  for (let step = 0; step < numbers.length; step++) {
    const status = clawpoly.status(state);
    if (status.kind !== 'turn') break;
    const seat = status.must[0]!;
    state = clawpoly.play(state, [{ seat, move: random.pick(clawpoly.moves!(state, seat)) }], random);
  }
  return state;
}

const rank = (keys: readonly number[], cards: readonly number[]): number[] =>
  [...cards].sort((a, b) => keys[a]! - keys[b]! || a - b);

const keys = fc.array(fc.nat(1000), { minLength: 16, maxLength: 16 });
const viewer: fc.Arbitrary<Viewer> = fc.oneof(fc.nat(SEATS - 1), fc.constant('spectator' as const));

/** Positions of random games, each beside one with its decks in another order. */
export const secretPairs: fc.Arbitrary<{ a: State; b: State; viewer: Viewer }> = fc
  .record({
    numbers: fc.array(fc.nat(0xffff), { minLength: 17, maxLength: STEPS }),
    tide: keys,
    treasure: keys,
    viewer,
  })
  .map(({ numbers, tide, treasure, viewer }) => {
    const a = stateAfter(numbers);
    const decks = {
      tide_card: rank(tide, a.decks.tide_card),
      treasure_chest: rank(treasure, a.decks.treasure_chest),
    };
    return { a, b: { ...a, decks }, viewer };
  });
