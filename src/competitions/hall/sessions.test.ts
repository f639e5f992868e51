import { expect, test } from 'vitest';
import { testArena } from '../../../test/arena.ts';
import { fakeClock } from '../../../test/clock.ts';
import type { MatchHandle } from '../../core/arena.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { Sessions } from './sessions.ts';
import { ArenaTables } from './tables.ts';

const WAVE = 3000;
const HERE = ['ann', 'bob', 'eve'];

/** A server with a session on, and three who signed up and are always here. */
async function serving(storage: Awaited<ReturnType<typeof openSqlite>>, ids: string) {
  const clock = fakeClock();
  const { arena, faults } = await testArena([ticTacToe], { clock, storage, ids });
  const fault = (error: unknown) => void faults.push(error);
  arena.callers.add('test', { canSeat: (agent) => HERE.includes(agent), seat: () => {} });
  const bots = { names: () => [], sitter: () => undefined };
  const tables = new ArenaTables({ arena, bots, clock, fault });
  const sessions = new Sessions({
    documents: storage.documents,
    arena,
    tables,
    clock,
    newId: () => 's1',
    newSeed: () => '17'.repeat(32),
    nameOf: async (agent) => agent,
    fault,
  });
  await sessions.start();
  /** Who is paired by the next wave; their match is over at once. */
  const nextPair = async (): Promise<string> => {
    let begun: MatchHandle | undefined;
    const stop = arena.watch((event, match) => event === 'begun' && (begun = match));
    await clock.pass(WAVE);
    await expect.poll(() => begun).toBeDefined();
    stop();
    await new Promise((done) => begun!.end(undefined, 'test', 'test', done));
    return begun!.header.seats
      .map(({ agent }) => agent)
      .sort()
      .join();
  };
  const end = () => {
    sessions.stop();
    tables.stop();
    expect(faults).toEqual([]);
  };
  return { clock, sessions, nextPair, end };
}

test('who has just met does not meet again while there are others, also when the server was stopped between', async () => {
  const storage = await openSqlite(':memory:');
  const before = await serving(storage, 'before');
  const daily = { name: 'Evenings', game: 'ttt', rule: 'FREQ=DAILY', minutes: 60, from: before.clock.now() };
  expect(await before.sessions.open(daily)).toMatchObject({ id: 's1' });
  for (const agent of HERE) await before.sessions.signUp('s1', agent);
  const first = await before.nextPair();
  before.end();
  const after = await serving(storage, 'after');
  expect(await after.nextPair()).not.toBe(first);
  await after.sessions.remove('s1');
  expect(await storage.documents.list('schedule-meetings')).toEqual([]);
  after.end();
});
