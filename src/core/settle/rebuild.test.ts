import { expect, test } from 'vitest';
import { openSqlite } from '../../storage/sqlite.ts';
import type { MatchRecord, Outcome } from '../record.ts';
import { glicko2, lowOf, NEWCOMER, settleSure, sureBook } from './glicko.ts';
import { rebuildSure } from './rebuild.ts';
import { closing } from './settle.ts';

const record = (id: string, at: number, kind: 'agent' | 'bot' = 'agent'): MatchRecord => ({
  id,
  game: 'ttt',
  version: 1,
  options: {},
  terms: {
    clock: { each: 1 },
    late: 'forfeit',
    away: { pause: 0, tell: 0, restart: 0 },
    seating: 'arrival',
    rated: true,
  },
  seats: [
    { agent: 'ann', name: 'Ann', kind, via: 'test' },
    { agent: 'bob', name: 'Bob', kind: 'agent', via: 'test' },
  ],
  seed: '',
  seedHash: '',
  at,
  entries: [],
});
const won: Outcome = { kind: 'over', ranks: [1, 2], scores: [1, 0], reason: 'test' };
const drawn: Outcome = { kind: 'over', ranks: [1, 1], scores: [0.5, 0.5], reason: 'test' };

async function played(settled: boolean, practice = false) {
  const storage = await openSqlite(':memory:');
  const entry = { at: 9, kind: 'end', reason: 'test', source: 'test' } as const;
  for (const [id, outcome, kind] of [
    ['m1', won, 'agent'],
    ['m2', won, 'bot'],
    ['m3', drawn, 'agent'],
    ['m4', { kind: 'void', reason: 'test' }, 'agent'],
    ...(practice ? [['m5', won, 'bot']] : []),
  ] as [string, Outcome, 'agent' | 'bot'][]) {
    const match = record(id, Number(id[1]), kind);
    if (id === 'm5') match.terms.practice = { rating: 1650, deviation: 25 };
    await storage.matches.create(match);
    const settle = settled ? { settle: closing([settleSure], match, entry, outcome, {}) } : {};
    await storage.matches.append({ match: id, step: 0, entry, close: outcome, ...settle });
  }
  return storage;
}

test('old matches give the ratings that they would have given when they were played', async () => {
  const [live, old] = [await played(true, true), await played(false, true)];
  expect(await old.figures.of('ann')).toEqual({});
  expect(await rebuildSure(old, 'ttt')).toEqual({ matches: 3, agents: 2 });
  for (const agent of ['ann', 'bob']) {
    const [expected, found] = [await live.figures.of(agent), await old.figures.of(agent)];
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    for (const [book, value] of Object.entries(expected)) expect(found[book]).toBeCloseTo(value, 9);
  }
  const history = await old.figures.history({ agent: 'ann', book: sureBook('rating', 'ttt') }, 10);
  expect(history).toHaveLength(2);
  for (const storage of [live, old]) await storage.close();
});

test('a second time changes nothing, and the first is what Glicko-2 says', async () => {
  const storage = await played(true);
  const before = await storage.figures.of('bob');
  await rebuildSure(storage, 'ttt');
  const after = await storage.figures.of('bob');
  for (const [book, value] of Object.entries(before)) expect(after[book]).toBeCloseTo(value, 9);
  const first = glicko2(NEWCOMER, [{ opponent: NEWCOMER, score: 0 }]);
  const other = glicko2(NEWCOMER, [{ opponent: NEWCOMER, score: 1 }]);
  const second = glicko2(first, [{ opponent: other, score: 0.5 }]);
  expect(after[sureBook('rating', 'ttt')]).toBeCloseTo(second.rating, 9);
  expect(after[sureBook('low', 'ttt')]).toBeCloseTo(lowOf(second), 9);
  await storage.close();
});
