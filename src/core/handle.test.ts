import { expect, test } from 'vitest';
import { testArena } from '../../test/arena.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { begin, submit } from './fixture.ts';
import { handleOf } from './handle.ts';

const LANGUAGE: unknown[] = [Object.prototype, Function.prototype, Array.prototype];

/** Everything that can be reached from a value by reading properties, own or inherited, without calling anything. */
function reachable(from: unknown, found = new Set<unknown>()): Set<unknown> {
  const isObject = (typeof from === 'object' && from !== null) || typeof from === 'function';
  if (!isObject || found.has(from) || LANGUAGE.includes(from)) return found;
  found.add(from);
  for (let owner = from; !LANGUAGE.includes(owner) && owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const key of Reflect.ownKeys(owner as object)) reachable(read(from as object, key), found);
  }
  return found;
}

function read(from: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}

test('nothing that a handle leads to is the record, the position, the rules or the seed', async () => {
  const { match } = await begin(ticTacToe);
  await submit(match, 0, { cell: 4 });
  const handle = handleOf(match);
  const found = reachable(handle);
  expect(found.size).toBeGreaterThan(10);
  for (const secret of [match, match.record, match.record.entries, match.position, match.position.state, match.game]) {
    expect(found.has(secret)).toBe(false);
  }
  expect(Object.keys(handle.header)).not.toContain('seed');
  expect(Object.keys(handle.header)).not.toContain('entries');
  expect(JSON.stringify(handle.header)).not.toContain(match.record.seed);
  expect(reachable({ match }).has(match.record)).toBe(true);
});

test('the header is frozen through and through and shares nothing with the record', async () => {
  const { match } = await begin(ticTacToe);
  const { header, id } = handleOf(match);
  const { seed: _seed, entries: _entries, ...rest } = match.record;
  expect(header).toEqual(rest);
  expect(header.id).toBe(id);
  for (const part of reachable(header)) expect(Object.isFrozen(part)).toBe(true);
  for (const part of reachable(header)) expect(reachable(match.record).has(part)).toBe(false);
  expect(() => Object.assign(handleOf(match), { record: 1 })).toThrow();
});

test('a match has one handle, which does what the match does', async () => {
  const { arena, local } = await testArena([ticTacToe]);
  const seats = ['a', 'b'].map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'test' }));
  const match = await local.begin({ game: 'ttt', seats, table: 't' });
  const handle = (await arena.find(match.id))!;
  expect(await arena.find(match.id)).toBe(handle);
  expect(await arena.byTable('t')).toBe(handle);
  expect((await arena.seatsOf('a'))[0]!.match).toBe(handle);
  const steps: number[] = [];
  const stop = handle.watch(0, ({ step }) => steps.push(step));
  const refused = await new Promise((done) => handle.submit({ seat: 1, text: '0' }, 0, done));
  expect(refused).toMatchObject({ code: 'not-your-turn' });
  await new Promise<void>((done) => handle.submit({ seat: 0, text: '0' }, 0, () => done()));
  await new Promise<void>((done) => handle.note('pause', null, () => done()));
  expect(steps).toContain(2);
  stop();
  await new Promise<void>((done) => handle.forfeit([0], 'left', 'bye', () => done()));
  expect(match.outcome).toMatchObject({ ranks: [2, 1] });
  expect(steps.at(-1)).toBe(2);
  expect(await new Promise((done) => handle.end(undefined, 'x', 'y', done))).toMatchObject({ code: 'over' });
});
