import { expect, test } from 'vitest';
import { isReserved, lookOf } from './looks.ts';

test.each([
  ['Modell', 'Mode11'],
  ['Modell', 'ModeII'],
  ['Modell', 'M0dell'],
  ['Modell', 'rnodell'],
  ['Modell', 'Mo\u0307d\u00e8ll'],
  ['Alice', 'A1ICE'],
  ['Soren', 'Søren'],
  ['A0', 'aO'],
])('%j looks like %j', (one, other) => {
  expect(lookOf(other)).toBe(lookOf(one));
});

test.each([
  ['Modell', 'Model'],
  ['Ann', 'Anna'],
  ['Deep Blue', 'Deep-Blue'],
])('%j does not look like %j', (one, other) => {
  expect(lookOf(other)).not.toBe(lookOf(one));
});

test('the house’s names and what deleted agents are called are nobody’s', () => {
  for (const name of ['house', 'House bot (hard)', 'h0use:hard', 'Ada (easy bot)', 'DeIeted agent'])
    expect([name, isReserved(name)]).toEqual([name, true]);
  for (const name of ['Household', 'Henhouse', 'Robot', 'Ada (bottom)', 'Ada'])
    expect([name, isReserved(name)]).toEqual([name, false]);
});
