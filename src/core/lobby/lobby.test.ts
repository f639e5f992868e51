import { expect, test } from 'vitest';
import { homeOf, testArena } from '../../../test/arena.ts';
import { sums } from '../../../test/toys.ts';
import { connectFour } from '../../games/connect-four/rules.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import type { MatchHandle, MatchHeader, Sitter } from '../arena.ts';

function sitter(agent: string, via = 'test') {
  const begun: { match: MatchHandle; seat: number }[] = [];
  const dismissed: string[] = [];
  const sits: Sitter = {
    agent,
    name: agent.toUpperCase(),
    kind: 'agent',
    via,
    begin: (match, seat) => begun.push({ match, seat }),
    dismiss: (reason) => dismissed.push(reason),
  };
  return { sits, begun, dismissed };
}

test('a queue pairs whoever comes with whoever waits, the first to wait in seat 0, whatever their gateways', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const [a, b] = [sitter('a', 'one'), sitter('b', 'two')];
  arena.lobby.queue('ttt', a.sits);
  expect(arena.lobby.waiting('ttt')).toHaveLength(1);
  arena.lobby.queue('ttt', b.sits);
  await expect.poll(() => b.begun).toHaveLength(1);
  expect(a.begun[0]).toMatchObject({ seat: 0 });
  expect(b.begun[0]).toMatchObject({ seat: 1 });
  expect(a.begun[0]!.match).toBe(b.begun[0]!.match);
  expect(a.begun[0]!.match.header.seats.map(({ via }) => via)).toEqual(['one', 'two']);
  expect(arena.lobby.waiting('ttt')).toEqual([]);
  expect(arena.unfinished('a')).toEqual([a.begun[0]!.match]);
});

test('an account is never paired with itself; its second connection queues behind', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const [first, second, other] = [sitter('a'), sitter('a'), sitter('b')];
  arena.lobby.queue('ttt', first.sits);
  arena.lobby.queue('ttt', second.sits);
  expect(arena.lobby.tables('ttt')).toHaveLength(2);
  arena.lobby.queue('ttt', other.sits);
  await expect.poll(() => first.begun).toHaveLength(1);
  expect(second.begun).toHaveLength(0);
});

test('whoever plays one match at a time and queues again while one is being made is told of that one', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const [first, again, other, patient] = [sitter('a'), sitter('a'), sitter('b'), sitter('b')];
  for (const { sits } of [first, again]) sits.single = { after: [] };
  arena.lobby.queue('ttt', first.sits);
  arena.lobby.queue('ttt', other.sits);
  expect(arena.lobby.queue('ttt', again.sits)).toMatchObject({ table: { status: 'begun' } });
  expect(arena.lobby.queue('ttt', patient.sits)).toMatchObject({ table: { status: 'open' } });
  await expect.poll(() => again.begun).toHaveLength(1);
  expect(again.begun).toEqual(first.begun);
  expect(arena.lobby.waiting('ttt')).toEqual([patient.sits]);
});

test('whoever comes from a match whose lobby does not know yet that it began waits for another', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const [first, again, other] = [sitter('a'), sitter('a'), sitter('b')];
  arena.lobby.queue('ttt', first.sits);
  const seated = arena.lobby.queue('ttt', other.sits);
  const table = 'table' in seated ? seated.table.id : '';
  expect(arena.lobby.queue('ttt', { ...again.sits, single: { after: [table] } })).toMatchObject({
    table: { status: 'open' },
  });
});

test('a queue sits only at tables with default options and terms, and prefers the one that waits longest', async () => {
  const { local: arena, clock } = await testArena([ticTacToe]);
  const home = homeOf(ticTacToe);
  const blitz = arena.lobby.open({ game: 'ttt', terms: { ...home.terms, clock: { each: 1 } } });
  const empty = arena.lobby.open({ game: 'ttt', label: { prompt: 'default' } });
  const waited = arena.lobby.open({ game: 'ttt' });
  arena.lobby.sit(blitz.id, sitter('x').sits);
  await clock.pass(10);
  arena.lobby.sit(waited.id, sitter('y').sits);
  const z = sitter('z');
  arena.lobby.queue('ttt', z.sits);
  await expect.poll(() => z.begun).toHaveLength(1);
  expect(z.begun[0]!.match.header.seats[0]!.agent).toBe('y');
  const w = arena.lobby.queue('ttt', sitter('w').sits);
  expect('table' in w && w.table.id).toBe(empty.id);
});

test('reserved tables are taken by id only', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const room = arena.lobby.open({ game: 'ttt', reserved: true });
  arena.lobby.queue('ttt', sitter('a').sits);
  expect(room.sitters).toEqual([]);
});

test('whoever stands up leaves the queue at once', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const a = sitter('a');
  const seated = arena.lobby.queue('ttt', a.sits);
  expect('table' in seated && arena.lobby.stand(seated.table.id, 'a')).toBe(true);
  expect(arena.lobby.waiting('ttt')).toEqual([]);
});

test('a table for more begins when it is full, or when it is started with fewer', async () => {
  const { local: arena } = await testArena([sums]);
  const four = ['a', 'b', 'c', 'd'].map((name) => sitter(name));
  for (const { sits } of four) arena.lobby.queue('sums', sits);
  await expect.poll(() => four[3]!.begun).toHaveLength(1);
  const room = arena.lobby.open({ game: 'sums', size: 4 });
  const two = ['e', 'f'].map((name) => sitter(name));
  for (const { sits } of two) arena.lobby.sit(room.id, sits);
  arena.lobby.start(room.id);
  await expect.poll(() => two[1]!.begun).toHaveLength(1);
  expect(two[0]!.begun[0]!.match.header.seats).toHaveLength(2);
});

test('seats that are not to be had are refused with the reason', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const table = arena.lobby.open({ game: 'ttt' });
  expect(arena.lobby.sit('nowhere', sitter('a').sits)).toEqual({ refused: 'unknown' });
  arena.lobby.sit(table.id, sitter('a').sits);
  expect(arena.lobby.sit(table.id, sitter('a').sits)).toEqual({ refused: 'already' });
  arena.lobby.sit(table.id, sitter('b').sits);
  expect(arena.lobby.sit(table.id, sitter('c').sits)).toMatchObject({
    refused: expect.stringMatching(/begun|unknown/),
  });
});

test('drawn seats come from the seed of the match', async () => {
  const { local: arena } = await testArena([ticTacToe], { homes: { ttt: homeOf(ticTacToe, { seating: 'drawn' }) } });
  const firsts = new Set<string>();
  for (let i = 0; i < 20; i++) {
    const [a, b] = [sitter('a'), sitter('b')];
    arena.lobby.queue('ttt', a.sits);
    arena.lobby.queue('ttt', b.sits);
    await expect.poll(() => b.begun).toHaveLength(1);
    const { match, seat } = a.begun[0]!;
    expect(match.header.seats[seat]!.agent).toBe('a');
    firsts.add(match.header.seats[0]!.agent);
  }
  expect(firsts.size).toBe(2);
});

test('when the lobby shuts, whoever waits is told and nobody sits down any more', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const a = sitter('a');
  arena.lobby.queue('ttt', a.sits);
  arena.lobby.shut('stopping');
  expect(a.dismissed).toEqual(['stopping']);
  expect(arena.lobby.queue('ttt', sitter('b').sits)).toEqual({ refused: 'closed' });
});

test('a gateway says when a queue may use its table, and where its own sit', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const { lobby } = arena;
  const own = lobby.open({ game: 'ttt', reserved: true });
  lobby.welcome(own.id, false);
  const elsewhere = lobby.queue('ttt', sitter('a').sits);
  expect(elsewhere).not.toMatchObject({ table: { id: own.id } });
  lobby.close((elsewhere as { table: { id: string } }).table.id, 'test');
  lobby.welcome(own.id, true);
  const [queued, numbered] = [sitter('b'), sitter('c')];
  expect(lobby.queue('ttt', queued.sits)).toMatchObject({ table: { id: own.id } });
  expect(lobby.waiting('ttt')).toHaveLength(1);
  lobby.sit(own.id, numbered.sits, 0);
  await expect.poll(() => queued.begun).toHaveLength(1);
  expect(numbered.begun[0]!.seat).toBe(0);
  expect(queued.begun[0]!.seat).toBe(1);
});

test('two that meet again at a game seated by arrival change seats, whoever came first, after a restart too', async () => {
  const home = await testArena([ticTacToe, connectFour]);
  const meet = async ({ local }: Pick<typeof home, 'local'>, game: string, ...agents: string[]) => {
    const [one, two] = agents.map((agent) => sitter(agent));
    local.lobby.queue(game, one!.sits);
    local.lobby.queue(game, two!.sits);
    await expect.poll(() => two!.begun).toHaveLength(1);
    return one!.begun[0]!.match.header;
  };
  const seated = ({ seats }: MatchHeader) => seats.map(({ agent }) => agent).join('');
  const first = await meet(home, 'ttt', 'a', 'b');
  expect(seated(first)).toBe('ab');
  expect(first.previous).toBeUndefined();
  const second = await meet(home, 'ttt', 'a', 'b');
  expect([seated(second), second.previous, second.arrival]).toEqual(['ba', first.id, ['a', 'b']]);
  const third = await meet(home, 'ttt', 'a', 'b');
  expect([seated(third), third.previous]).toEqual(['ab', second.id]);
  expect(seated(await meet(home, 'ttt', 'a', 'c'))).toBe('ac');
  expect(seated(await meet(home, 'c4', 'b', 'a'))).toBe('ba');
  const { storage } = home;
  home.local.stop();
  const next = await testArena([ticTacToe], { storage, ids: 'later' });
  expect(seated(await meet(next, 'ttt', 'a', 'b'))).toBe('ba');
});

test('seats that were named or numbered stay as they are, however often the two meet', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  const seated = ({ header: { seats, previous } }: MatchHandle) => [seats.map(({ agent }) => agent).join(''), previous];
  for (let i = 0; i < 2; i++) {
    const named = await arena.lobby.begin({ game: 'ttt' }, [sitter('a').sits, sitter('b').sits]);
    expect(seated(named)).toEqual(['ab', undefined]);
  }
  for (let i = 0; i < 2; i++) {
    const { id } = arena.lobby.open({ game: 'ttt', reserved: true });
    const [a, b] = [sitter('a'), sitter('b')];
    arena.lobby.sit(id, a.sits, 0);
    arena.lobby.sit(id, b.sits, 1);
    await expect.poll(() => b.begun).toHaveLength(1);
    expect(seated(b.begun[0]!.match)).toEqual(['ab', undefined]);
  }
});

test('an account sits at no more than 64 tables and matches; a bot of the house at as many as it likes', async () => {
  const { local: arena } = await testArena([ticTacToe]);
  for (let i = 0; i < 60; i++) arena.lobby.queue('ttt', sitter('a').sits);
  await Promise.all(
    Array.from({ length: 4 }, (_, i) => arena.lobby.begin({ game: 'ttt' }, [sitter('a').sits, sitter(`b${i}`).sits])),
  );
  expect(arena.lobby.queue('ttt', sitter('a').sits)).toEqual({ refused: 'busy' });
  const { id } = arena.lobby.open({ game: 'ttt' });
  expect(arena.lobby.sit(id, sitter('a').sits)).toEqual({ refused: 'busy' });
  for (let i = 0; i < 70; i++)
    arena.lobby.sit(arena.lobby.open({ game: 'ttt' }).id, { ...sitter('bot').sits, kind: 'bot' });
  expect(arena.lobby.sit(id, { ...sitter('bot').sits, kind: 'bot' })).toMatchObject({ table: { id } });
});
