import fc from 'fast-check';
import type { Seat, Viewer } from '../../core/game.ts';
import type { Ballot } from '../shared/ballot.ts';
import type { State } from './rules.ts';

const LARGEST_BALLOT = 6;

const ballotOf = (size: number): fc.Arbitrary<Ballot> =>
  fc
    .uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 6 }), fc.constantFrom<Seat>(0, 1)), {
      selector: ([by]) => by,
      minLength: size,
      maxLength: size,
    })
    .map((votes) => Object.fromEntries(votes));

const voting: fc.Arbitrary<State> = fc
  .tuple(fc.array(fc.string({ maxLength: 5 }), { maxLength: 6 }), fc.constantFrom<Seat[]>([], [0], [1]))
  .map(([texts, left]) => ({
    maxMessages: 3,
    maxChars: 2000,
    prompt: null,
    messages: texts.map((text, index) => ({ seat: index % 2, text })),
    phase: 'vote',
    left,
    ballot: {},
  }));

/** While the vote is open nobody learns who voted, nor for whom; only how many did. */
export const secretPairs: fc.Arbitrary<{ a: State; b: State; viewer: Viewer }> = fc
  .nat(LARGEST_BALLOT)
  .chain((size) => fc.tuple(voting, ballotOf(size), ballotOf(size), fc.constantFrom<Viewer>(0, 1, 'spectator')))
  .map(([state, a, b, viewer]) => ({ a: { ...state, ballot: a }, b: { ...state, ballot: b }, viewer }));
