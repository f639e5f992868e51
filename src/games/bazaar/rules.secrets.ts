import fc from 'fast-check';
import type { Seat, Viewer } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { deal } from './goods.ts';
import { bazaar } from './rules.ts';
import type { State } from './state.ts';

const randomOf = (number: number) => stepRandom(number.toString(16).padStart(64, '0'), 0);

const bundle = fc.record({ gold: fc.nat(3), wood: fc.nat(3) });
const trade = fc.record({ proposer: fc.constantFrom<Seat>(0, 1), offer: bundle, request: bundle });

const underWay: fc.Arbitrary<State> = fc
  .tuple(
    fc.nat(1000),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
    fc.option(trade),
    fc.array(trade),
    fc.nat(2),
  )
  .map(([seed, texts, pending, executed, voters]) => ({
    ...bazaar.start({}, 2, randomOf(seed)),
    turns: texts.length,
    messages: texts.map((text, index) => ({ seat: index % 2, text })),
    pending: pending && { ...pending, turn: 0 },
    executed,
    phase: voters ? 'vote' : 'talk',
    ballot: Object.fromEntries(Array.from({ length: voters }, (_, index) => [`voter ${index}`, 0])),
  }));

/** Until the end a seat knows only its own stock and goal, a spectator neither, and nobody how others voted. */
export const secretPairs: fc.Arbitrary<{ a: State; b: State; viewer: Viewer }> = fc
  .tuple(underWay, fc.nat(1000), fc.constantFrom<Viewer>(0, 1, 'spectator'))
  .map(([a, seed, viewer]) => {
    const other = deal(randomOf(seed));
    const known = (seat: Seat) => viewer === seat;
    const b: State = {
      ...a,
      sides: [known(0) ? a.sides[0] : other[0], known(1) ? a.sides[1] : other[1]],
      ballot: Object.fromEntries(Object.keys(a.ballot).map((by) => [`${by} again`, 1])),
    };
    return { a, b, viewer };
  });
