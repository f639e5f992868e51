import { expect, test } from 'vitest';
import { fold } from './fold.ts';
import type { Summary } from './json.ts';

const match = (id: string, names: string[], ranks: number[]): Summary => ({
  id,
  game: 'ttt',
  status: 'over',
  startedAt: '2026-01-01T00:00:00.000Z',
  seats: names.map((name) => ({ agent: name, name, kind: 'agent', via: 'loa' })),
  outcome: { kind: 'over', ranks, scores: ranks.map(() => 0), reason: 'line' },
});

test('matches of one pair are one line, whoever sat where and whatever else was played between', () => {
  const lines = fold([
    match('1', ['a', 'b'], [1, 2]),
    match('2', ['b', 'a'], [1, 2]),
    match('3', ['a', 'c'], [1, 1]),
    match('4', ['a', 'b'], [1, 1]),
    match('5', ['a', 'd'], [1, 2]),
    match('6', ['a', 'b'], [1, 2]),
    match('7', ['d', 'a'], [1, 2]),
  ]);
  expect(lines.map(({ matches }) => matches.map(({ id }) => id))).toEqual([['1', '2', '4', '6'], ['3'], ['5'], ['7']]);
  expect(lines[0]).toMatchObject({ games: 4, won: [2, 1], drawn: 1, players: [{ name: 'a' }, { name: 'b' }] });
  expect(lines[1]).toMatchObject({ games: 1, won: [0, 0], drawn: 1 });
});
