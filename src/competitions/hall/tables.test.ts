import { expect, test } from 'vitest';
import { homeOf, testArena } from '../../../test/arena.ts';
import { fakeClock } from '../../../test/clock.ts';
import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Terms } from '../../core/terms.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { ArenaTables } from './tables.ts';

const CHECK_EVERY = 10_000;
const ORDER = {
  table: 'cup/1-1/1',
  competition: 'cup',
  pairing: '1-1',
  game: 'ttt',
  options: {},
  seats: ['ann', 'bob'],
  names: ['Ann', 'Bob'],
  isNew: true,
};

type Seating = (agent: string, match: MatchHandle, seat: number) => void;

/** Tables over an arena whose matches are on other nodes: nothing is known of one at once, and news of it may be lost. */
async function serving(
  afar: (arena: Arena) => Partial<Arena>,
  { away = homeOf(ticTacToe).terms.away, seat = () => {} }: { away?: Terms['away']; seat?: Seating } = {},
) {
  const clock = fakeClock();
  const homes = { ttt: homeOf(ticTacToe, { away }) };
  const { arena: here, faults } = await testArena([ticTacToe], { clock, homes });
  here.callers.add('test', { canSeat: () => true, seat });
  const arena = { ...here, ...afar(here) };
  const bots = { names: () => [], sitter: () => undefined };
  const tables = new ArenaTables({ arena, bots, clock, fault: (error) => void faults.push(error) });
  const changes: string[] = [];
  tables.watch((table) => changes.push(table));
  const end = () => {
    tables.stop();
    expect(faults).toEqual([]);
  };
  return { clock, here, tables, changes, end };
}

const endOf = (match: MatchHandle) => new Promise((done) => match.end(undefined, 'test', 'test', done));

test('a match whose end is heard before the answer that it began is over', async () => {
  const { tables, changes, end } = await serving((here) => ({
    watch: (listener) =>
      here.watch((event, match) =>
        listener(event, { ...match, id: match.id, header: match.header, watch: () => () => {} }),
      ),
    lobby: {
      ...here.lobby,
      async begin(opening, sitters) {
        const match = await here.lobby.begin(opening, sitters);
        await endOf(match);
        return match;
      },
    },
  }));
  expect(await tables.open(ORDER)).toMatchObject({ kind: 'waiting' });
  await expect.poll(() => changes.length).toBeGreaterThan(1);
  expect(await tables.look(ORDER.table)).toMatchObject({ kind: 'over', agents: ORDER.seats });
  end();
});

test('a match whose end nobody said is found to be over', async () => {
  const { clock, here, tables, changes, end } = await serving(() => ({ watch: () => () => {} }));
  await tables.open(ORDER);
  await expect.poll(() => changes).toEqual([ORDER.table]);
  const playing = await tables.look(ORDER.table);
  expect(playing).toMatchObject({ kind: 'playing' });
  await endOf((await here.byTable(ORDER.table))!);
  await clock.pass(CHECK_EVERY);
  await expect.poll(() => changes).toHaveLength(2);
  expect(await tables.look(ORDER.table)).toMatchObject({ kind: 'over', agents: ORDER.seats });
  end();
});

/** Terms by which a game is lost in the moment of leaving, and seats may be gone for an hour after a restart. */
const STRICT = { ...homeOf(ticTacToe).terms.away, forfeit: 0, restart: 3_600_000 };

test('who is called and hears of it late has not left', async () => {
  const called: (() => void)[] = [];
  const hear: Seating = (_, match, seat) => void called.push(() => match.watch(seat, () => {}));
  const { clock, tables, end } = await serving(() => ({}), { away: STRICT, seat: hear });
  await tables.open(ORDER);
  await expect.poll(() => called).toHaveLength(2);
  await clock.pass(5000);
  for (const come of called) come();
  await clock.pass(1000);
  expect(await tables.look(ORDER.table)).toMatchObject({ kind: 'playing' });
  end();
});

test('who is called and never comes forfeits after half a minute', async () => {
  const hear: Seating = (agent, match, seat) => void (agent === 'ann' && match.watch(seat, () => {}));
  const { clock, here, tables, end } = await serving(() => ({}), { away: STRICT, seat: hear });
  await tables.open(ORDER);
  await expect.poll(async () => (await tables.look(ORDER.table)).kind).toBe('playing');
  const match = (await here.byTable(ORDER.table))!;
  const outcome = async () => (await here.result(match.id))?.outcome;
  await clock.pass(29_000);
  expect(await outcome()).toBeUndefined();
  await clock.pass(1000);
  await expect.poll(outcome).toMatchObject({ forfeit: { seats: [1] } });
  end();
});
