import { expect, test } from 'vitest';
import { readExpectation } from './expectation.ts';

const figures = {
  elo: 12.5,
  los: 1,
  games: 4,
  sprt: { verdict: 'H1' },
  forfeits: { a: { crash: 0 } },
  eloHigh: Infinity,
};

test.each([
  ['elo > 0', true],
  ['elo>=12.5', true],
  ['elo < -3', false],
  ['eloHigh > 1000', true],
  ['forfeits.a.crash = 0', true],
  ['games == 5', false],
  ['games != 5', true],
  ['sprt.verdict = H1', true],
  ['sprt.verdict = "H0"', false],
])('%s: %s', (text, holds) => {
  expect(readExpectation(text)!.holds(figures)).toBe(holds);
});

test.each(['elow > 0', 'sprt.llr > 0', 'forfeits > 0', 'constructor = 1', 'sprt.verdict > 1'])(
  'nobody knows whether %s',
  (text) => {
    expect(readExpectation(text)!.holds(figures)).toBeUndefined();
  },
);

test('of no games Elo is not known', () => {
  expect(readExpectation('elo > 0')!.holds({ elo: Number.NaN })).toBeUndefined();
});

test.each(['', 'elo', 'elo >', '> 0', 'elo ~ 3', 'elo > 0 < 3'])('%j is no condition', (text) => {
  expect(readExpectation(text)).toBeUndefined();
});
