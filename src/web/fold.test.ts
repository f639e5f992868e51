import { expect, test } from 'vitest';
import { fold, tally } from './fold.ts';
import type { Summary } from './wire.ts';

const match = (id: string, names: string[], ranks: number[]): Summary => ({
  id,
  game: 'ttt',
  status: 'over',
  startedAt: '2026-01-01T00:00:00.000Z',
  seats: names.map((name) => ({ agent: name, name, kind: 'agent', via: 'loa' })),
  outcome: { kind: 'over', ranks, scores: ranks.map(() => 0), reason: 'line' },
});

test('matches of one pair in a row are one line, whoever sat where', () => {
  const series = fold([
    match('1', ['a', 'b'], [1, 2]),
    match('2', ['b', 'a'], [1, 2]),
    match('3', ['a', 'c'], [1, 1]),
    match('4', ['a', 'b'], [1, 1]),
  ]);
  expect(series.map(({ matches }) => matches.map(({ id }) => id))).toEqual([['1', '2'], ['3'], ['4']]);
  expect(tally(series[0]!)).toEqual({
    wins: [
      ['a', 1],
      ['b', 1],
    ],
    drawn: 0,
  });
  expect(tally(series[2]!)).toMatchObject({ drawn: 1 });
});
