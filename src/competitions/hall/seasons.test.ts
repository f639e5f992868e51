import { expect, test } from 'vitest';
import { homeOf, testArena } from '../../../test/arena.ts';
import { fakeClock } from '../../../test/clock.ts';
import { readLadder } from '../../core/ladder.ts';
import { settleElo } from '../../core/settle/elo.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { writeTime } from '../times.ts';
import { settleSeason } from './season-settle.ts';
import { Seasons } from './seasons.ts';

const HOUR = 3_600_000;

async function setting() {
  const clock = fakeClock();
  const storage = await openSqlite(':memory:');
  let serial = 0;
  const make = () =>
    new Seasons({
      documents: storage.documents,
      clock,
      newId: () => `s${++serial}`,
      game: (id) => (id === 'ttt' ? { id } : undefined),
      ladder: (name, limit) => readLadder(storage, name, limit),
      fault(error) {
        throw error;
      },
    });
  const seasons = make();
  await seasons.start();
  const scale = () => homeOf(ticTacToe).rating;
  const { local } = await testArena([ticTacToe], {
    clock,
    storage,
    settles: [settleElo(scale), settleSeason(seasons, scale)],
  });
  /** The second of them loses. */
  const win = async (...agents: string[]): Promise<string> => {
    const seats = agents.map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'loa' }));
    const match = await local.begin({ game: 'ttt', seats });
    await new Promise((done) => match.forfeit([1], 'left', undefined, done));
    return match.id;
  };
  const open = (name: string, from: number, to: number, more: object = {}) =>
    seasons.open({
      game: 'ttt',
      name,
      start: writeTime(clock.now() + from),
      end: writeTime(clock.now() + to),
      ...more,
    });
  const table = async (name: string) => {
    const rows = await seasons.table(seasons.all.find((season) => season.name === name)!);
    return rows.map(({ rank, agent, rating, won, lost }) => `${rank} ${agent} ${Math.round(rating)} +${won} -${lost}`);
  };
  return { clock, seasons, local, make, win, open, table };
}

test('a season rates what ends in it, from a share of what was before', async () => {
  const { clock, win, open, table } = await setting();
  await win('a', 'b');
  await open('spring', 0, HOUR, { keep: 0.5 });
  await open('summer', HOUR, 2 * HOUR, { keep: 0 });
  await win('a', 'b');
  // 1516 and 1484 before: both begin half as far from 1500.
  expect(await table('spring')).toEqual(['1 a 1523 +1 -0', '2 b 1477 +0 -1']);
  await clock.pass(HOUR);
  await win('b', 'a');
  expect(await table('summer')).toEqual(['1 b 1516 +1 -0', '2 a 1484 +0 -1']);
  expect(await table('spring')).toEqual(['1 a 1523 +1 -0', '2 b 1477 +0 -1']);
});

test('what is left of a season is its table and its champion, also after a restart; a match voided before is not in it', async () => {
  const { clock, seasons, local, make, win, open, table } = await setting();
  await open('spring', 0, HOUR, { leastGames: 2 });
  for (let i = 0; i < 2; i++) await win('a', 'b');
  await win('c', 'b');
  await local.undo(await win('b', 'a'), 'wrong');
  expect(seasons.titlesOf('a')).toEqual([]);
  await clock.pass(2 * HOUR);
  expect(seasons.titlesOf('a')).toEqual([{ season: 's1', name: 'spring', game: 'ttt' }]);
  const archived = await table('spring');
  expect(archived.map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual(['1 a', '2 b', 'null c']);
  const again = make();
  await again.start();
  expect(again.titlesOf('a')).toHaveLength(1);
  expect(await again.table(again.all[0]!)).toEqual(await seasons.table(seasons.all[0]!));
});

test('what cannot be is refused', async () => {
  const { seasons, open } = await setting();
  const code = async (opening: Promise<object>) => ((await opening) as { code?: string }).code;
  expect(await code(seasons.open(undefined))).toBe('unknown-game');
  expect(await code(seasons.open({ game: 'ttt', name: 'x', start: 'soon', end: 'later' }))).toBe('wrong-time');
  expect(await code(open('past', -2 * HOUR, -HOUR))).toBe('wrong-time');
  expect(await code(open('x', HOUR, 2 * HOUR, { keep: 2 }))).toBe('invalid');
  expect(await code(open('first', 0, HOUR))).toBeUndefined();
  expect(await code(open('second', 0, 2 * HOUR))).toBe('overlap');
});
