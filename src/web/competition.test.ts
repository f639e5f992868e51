import { expect, test } from 'vitest';
import { bracketOf, crosstableOf, half, scoresOf } from './competition.ts';
import { rulesOf } from './competition-rules.ts';
import type { ShownCompetition } from './wire.ts';

const pairing = (id: string, agents: string[], ranks?: number[], more: object = {}) => ({
  id,
  agents,
  matches: [],
  outcome: ranks ? { ranks, reason: 'played', ...more } : null,
});

const shown = (format: object, rounds: object[][], agents = ['a', 'b', 'c', 'd']) =>
  ({
    format,
    entrants: agents.map((agent) => ({ agent, name: agent })),
    standings: agents.map((agent) => ({ agent, name: agent })),
    rounds: rounds.map((pairings, i) => ({ number: i + 1, pairings })),
  }) as unknown as ShownCompetition;

test('points are written with halves, and who forfeits has none', () => {
  expect([0, 0.5, 1, 2.5].map(half)).toEqual(['0', '½', '1', '2½']);
  expect(scoresOf(pairing('R1M1', ['a', 'b'], [1, 1]))).toEqual(['½', '½']);
  expect(scoresOf(pairing('R1M1', ['a', 'b'], [1, 2], { scores: [1.5, 0.5] }))).toEqual(['1½', '½']);
  expect(scoresOf(pairing('R1M1', ['a', 'b'], [1, 2], { forfeit: ['b'] }))).toEqual(['1', '–']);
  expect(scoresOf(pairing('R1M1', ['a'], [1]))).toEqual(['bye']);
  expect(scoresOf(pairing('R1M1', ['a', 'b']))).toEqual(['', '']);
  expect(scoresOf(pairing('R1M1', ['a', 'b', 'c'], [3, 1, 2]))).toEqual(['3rd', '1st', '2nd']);
});

test('rules say how points come about and what orders the table', () => {
  const rules = (format: object) =>
    rulesOf({ format, noShowSeconds: 60, breakSeconds: 90 } as ShownCompetition).join(' ');
  expect(rules({ type: 'round-robin', cycles: 2 })).toMatch(
    /everybody twice.*A win is a point.*Buchholz.*within 1 min/,
  );
  expect(rules({ type: 'knockout', thirdPlace: true, extraPairs: 0 })).toMatch(
    /third place. A tie goes to the better seed. The next round begins 90 s.*how far an agent came/,
  );
  expect(rules({ type: 'heats', seats: 4, advance: 2 })).toMatch(
    /at most 4 play; the best 2.*for each that it is ahead of/,
  );
  expect(rules({ type: 'arena', minutes: 5, streaks: true })).toContain(
    'from the third win in a row on a win is two points',
  );
});

test('a bracket shows what is still to come as empty places', () => {
  const first = [pairing('R1M1', ['a', 'd'], [1, 2]), pairing('R1M2', ['b', 'c'])];
  const [bracket, ...more] = bracketOf(shown({ type: 'knockout' }, [first]));
  expect(bracket!.rounds.map(({ title }) => title)).toEqual(['Semi-finals', 'Final']);
  expect(bracket!.rounds[1]!.pairings).toEqual([null]);
  expect(more).toEqual([]);
});

test('there is no bracket before anybody is paired', () => {
  expect(bracketOf(shown({ type: 'knockout' }, []))).toEqual([]);
});

test('a double bracket is shown part by part', () => {
  const part = (name: string, one: object) => ({ ...one, part: name });
  const rounds = [
    [part('winners', pairing('R1M1', ['a', 'b'], [1, 2]))],
    [part('losers', pairing('R2M1', ['b', 'c'], [1, 2])), part('winners', pairing('R2M2', ['a', 'd'], [1, 2]))],
    [part('final', pairing('R3M1', ['a', 'b']))],
  ];
  const parts = bracketOf(shown({ type: 'double-knockout' }, rounds));
  expect(parts.map(({ title, rounds: own }) => `${title} ${own.length}`)).toEqual(['Winners 2', 'Losers 1', 'Final 1']);
});

test('a crosstable has each meeting in both rows', () => {
  const rounds = [[pairing('R1M1', ['a', 'b'], [1, 2])], [pairing('R2M1', ['b', 'a'], [1, 1])]];
  expect(crosstableOf(shown({ type: 'round-robin' }, rounds, ['a', 'b']))).toEqual([
    ['', '1½'],
    ['0½', ''],
  ]);
  const often = Array.from({ length: 5 }, (_, i) => [pairing(`R${i + 1}M1`, ['a', 'b'], i ? [1, 2] : [1, 1])]);
  expect(crosstableOf(shown({ type: 'arena' }, often, ['a', 'b']))[0]![1]).toBe('4½ / 5');
});
