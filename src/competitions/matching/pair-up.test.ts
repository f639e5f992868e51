import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairUp } from './pair-up.ts';

describe('pairing up', () => {
  test('everybody meets one other, the nearest ones first', () => {
    expect(pairUp(6, (a, b) => Math.abs(a - b))).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  test('with an odd number the one whose rest costs least is left over', () => {
    expect(
      pairUp(
        5,
        (a, b) => Math.abs(a - b),
        (a) => 4 * a,
      ),
    ).toEqual([
      [0, 5],
      [1, 2],
      [3, 4],
    ]);
    expect(pairUp(5, () => 1)).toBeUndefined();
  });

  test('of nobody is nothing, and one alone is left over', () => {
    expect(pairUp(0, () => 1)).toEqual([]);
    expect(
      pairUp(
        1,
        () => 1,
        () => 0,
      ),
    ).toEqual([[0, 1]]);
  });

  test('finds the one way there is, however dear its pairs are among all opponents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 60 }), (half) => {
        // The first half may meet only the second, each just one of them at will, and everybody in the second costs more.
        const pairs = pairUp(2 * half, (a, b) => {
          if (a < half === b < half) return undefined;
          const [low, high] = a < half ? [a, b - half] : [b, a - half];
          return low === high || high < 3 ? 1000 - high : undefined;
        });
        expect(pairs).toHaveLength(half);
      }),
      { numRuns: 20 },
    );
  });

  test('says so when there is no way', () => {
    expect(pairUp(40, (a, b) => (a === 0 || b === 0 ? 1 : undefined))).toBeUndefined();
  });
});
