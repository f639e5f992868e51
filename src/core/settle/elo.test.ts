import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eloChanges } from './elo.ts';

const rating = fc.double({ min: 500, max: 3000, noNaN: true });

test('equals at 1500 exchange half of K', () => {
  expect(eloChanges([1500, 1500], [1, 2], { start: 1500, k: 32 })).toEqual([16, -16]);
  expect(eloChanges([1500, 1500], [1, 1], { start: 1500, k: 32 })).toEqual([0, 0]);
});

test('an upset moves more than the expected result', () => {
  const [upset] = eloChanges([1400, 1600], [1, 2], { start: 1500, k: 32 });
  const [expected] = eloChanges([1600, 1400], [1, 2], { start: 1500, k: 32 });
  expect(upset).toBeCloseTo(32 * (1 - 1 / (1 + 10 ** (200 / 400))));
  expect(upset!).toBeGreaterThan(expected!);
});

test('changes add up to zero, also whole ones, for any number of seats', () => {
  const table = fc
    .integer({ min: 2, max: 6 })
    .chain((n) =>
      fc.tuple(
        fc.array(rating, { minLength: n, maxLength: n }),
        fc.array(fc.integer({ min: 1, max: n }), { minLength: n, maxLength: n }),
      ),
    );
  fc.assert(
    fc.property(table, ([ratings, ranks]) => {
      const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
      expect(sum(eloChanges(ratings, ranks, { start: 1500, k: 32 }))).toBeCloseTo(0);
      const whole = eloChanges(ratings, ranks, { start: 1200, k: 32, whole: true });
      expect(sum(whole)).toBe(0);
      expect(whole.every(Number.isInteger)).toBe(true);
    }),
  );
});

test('in a match of four each pair counts with a third of K', () => {
  const changes = eloChanges([1200, 1200, 1200, 1200], [1, 2, 3, 4], { start: 1200, k: 32 });
  expect(changes.map(Math.round)).toEqual([16, 5, -5, -16]);
});
