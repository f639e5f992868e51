import { expect, test } from 'vitest';
import { Clocks, HANGS_AFTER, msPerDecision, readClock } from './clock.ts';

test.each([
  ['10s', { kind: 'each', ms: 10_000 }],
  ['250ms', { kind: 'each', ms: 250 }],
  ['2m', { kind: 'each', ms: 120_000 }],
  ['5s+0.1', { kind: 'bank', ms: 5000, increment: 100 }],
  ['1m+1s', { kind: 'bank', ms: 60_000, increment: 1000 }],
  ['3+0', { kind: 'bank', ms: 3000, increment: 0 }],
  ['fixed', { kind: 'fixed' }],
])('%s is a clock', (text, rule) => {
  expect(readClock(text)).toEqual(rule);
});

test.each(['', '0s', '-1s', 'ten', '10h', '5s+', '+1', '1s+1s+1s', '99999999s'])('%j is none', (text) => {
  expect(readClock(text)).toBeUndefined();
});

test('so long for each decision is there anew with each turn, but not with each move of one', () => {
  const clocks = new Clocks({ kind: 'each', ms: 1000 }, 2);
  clocks.open(1);
  clocks.spend(0, 300);
  clocks.open(1);
  expect(clocks.left(0)).toBe(700);
  clocks.open(2);
  expect(clocks.left(0)).toBe(1000);
});

test('a bank goes on from turn to turn and grows by its increment', () => {
  const clocks = new Clocks({ kind: 'bank', ms: 1000, increment: 100 }, 2);
  clocks.open(1);
  clocks.spend(0, 400);
  clocks.decided(0);
  clocks.open(2);
  expect([clocks.left(0), clocks.left(1)]).toEqual([700, 1000]);
  clocks.spend(0, 900);
  expect(clocks.left(0)).toBe(0);
});

test('without a clock only who hangs is late', () => {
  expect(msPerDecision({ kind: 'fixed' })).toBe(HANGS_AFTER);
});
