import { expect, test } from 'vitest';
import { games } from '../../test/all-games.ts';
import { homeOf, testArena } from '../../test/arena.ts';
import { offers, sums } from '../../test/toys.ts';
import { resourceRush } from '../games/resource-rush/rules.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import type { MatchHandle, Sitter } from './arena.ts';
import type { AnyGame } from './game.ts';
import type { Update } from './update.ts';

function sitter(agent: string) {
  const begun: { match: MatchHandle; seat: number }[] = [];
  const dismissed: string[] = [];
  const sits: Sitter = {
    agent,
    name: agent.toUpperCase(),
    kind: 'agent',
    via: 'test',
    begin: (match, seat) => begun.push({ match, seat }),
    dismiss: (reason) => dismissed.push(reason),
  };
  return { sits, begun, dismissed };
}

const submit = (match: MatchHandle, seat: number, text: string, turn: number) =>
  new Promise((done) => match.submit({ seat, text }, turn, done));

test('a game is told as data, by id or alias in any case', async () => {
  const { arena } = await testArena([ticTacToe, sums, offers]);
  expect(arena.game('TIC-TAC-TOE')).toBe(arena.game('ttt'));
  expect(arena.game('chess')).toBeUndefined();
  expect(arena.games.map(({ id, open, text, lists, sealed }) => ({ id, open, text, lists, sealed }))).toEqual([
    { id: 'ttt', open: true, text: true, lists: true, sealed: false },
    { id: 'sums', open: false, text: false, lists: false, sealed: true },
    { id: 'offers', open: false, text: false, lists: false, sealed: false },
  ]);
  for (const info of arena.games) expect(structuredClone(info)).toEqual(info);
  expect(arena.home('sums')).toEqual(homeOf(sums));
});

test('a preview shows how a match begins, to a spectator or a seat, and which first moves are allowed', async () => {
  const { arena } = await testArena([ticTacToe, sums, resourceRush]);
  const shown = arena.preview('ttt');
  expect(shown).toMatchObject({ step: 0, status: { number: 0, must: [0] }, view: { toMove: 0 } });
  expect(shown.legal).toHaveLength(9);
  expect(arena.preview('tic-tac-toe')).toEqual(shown);
  expect(arena.preview('sums', { seats: 2 }).seats).toHaveLength(2);
  const [one, other] = ['11', '22'].map((byte) => arena.preview('resource-rush', { viewer: 0, seed: byte.repeat(32) }));
  expect(one!.view).not.toEqual(other!.view);
  expect(one!.legal!.every(({ seat }) => seat === 0)).toBe(true);
  expect(arena.preview('resource-rush').legal).toEqual([]);
  expect(arena.previewAllows('ttt', { cell: 4 })).toBe(true);
  expect(arena.previewAllows('ttt', { cell: 9 })).toBe(false);
  expect(arena.previewAllows('ttt', 'middle')).toBe(false);
  expect(() => arena.preview('nim')).toThrow('no game nim');
});

test('every game here can be previewed with its home’s options', async () => {
  const { arena } = await testArena(games);
  for (const { id, seats } of arena.games) {
    expect(arena.preview(id).status.kind).toBe('turn');
    for (const viewer of [0, seats.max - 1]) expect(arena.preview(id, { viewer }).view).toBeDefined();
  }
});

test('agents queue, play and are found; the record opens when the match is over', async () => {
  const { arena } = await testArena([ticTacToe]);
  const events: string[] = [];
  arena.watch((event, { header }) => events.push(`${event} ${header.game}`));
  const [a, b] = [sitter('a'), sitter('b')];
  expect(await arena.lobby.queue('ttt', a.sits)).toMatchObject({
    table: { status: 'open', sitters: [{ agent: 'a' }] },
  });
  expect(await arena.lobby.waiting('ttt')).toEqual([{ agent: 'a', name: 'A', kind: 'agent', via: 'test' }]);
  const seated = await arena.lobby.queue('ttt', b.sits);
  await expect.poll(() => b.begun).toHaveLength(1);
  const { match, seat } = a.begun[0]!;
  expect(match).toBe(b.begun[0]!.match);
  expect(await arena.live()).toEqual([match.header]);
  expect(await arena.live({ game: 'chess' })).toEqual([]);
  expect(await arena.seatsOf('a')).toEqual([{ match, seat }]);
  expect(match.header.table).toBe('table' in seated && seated.table.id);
  expect(await arena.running(match.id)).toBe(match);
  expect(await arena.record(match.id)).toBe('live');
  for (const [ply, text] of ['0', '3', '1', '4', '2'].entries())
    expect(await submit(match, ply % 2, text, ply)).toBe(undefined);
  expect(events).toEqual(['begun ttt', 'over ttt']);
  expect(await arena.live()).toEqual([]);
  expect(await arena.seatsOf('a')).toEqual([]);
  expect(await arena.running(match.id)).toBeUndefined();
  expect(await arena.find(match.id)).toBe(match);
  expect(await arena.record(match.id)).toMatchObject({
    id: match.id,
    outcome: { ranks: [1, 2] },
    entries: { length: 5 },
  });
  expect(await arena.result(match.id)).toMatchObject({ steps: 5 });
  expect(await arena.rating('a', 'ttt')).toBe(1516);
  expect((await arena.ladder('ttt', 1))[0]).toMatchObject({ agent: 'a' });
  expect(await arena.list({ limit: 5 })).toHaveLength(1);
  expect(await arena.undo(match.id, 'host')).toBe(true);
  const told: Update[] = [];
  (await arena.find(match.id))!.watch('replay', (update) => told.push(update));
  expect(told[0]!.status).toEqual({ kind: 'void', reason: 'host' });
});

test('a table with all its seats named begins at once, and the match says which table it came from', async () => {
  const { arena, faults } = await testArena([ticTacToe, sums]);
  const events: string[] = [];
  arena.lobby.watch((event, { id, sitters }) => events.push(`${event} ${id} ${sitters.length}`));
  const two = [sitter('a'), sitter('b')];
  const match = await arena.lobby.begin(
    { game: 'ttt', id: 'final' },
    two.map(({ sits }) => sits),
  );
  expect(two.map(({ begun }) => begun)).toEqual([[{ match, seat: 0 }], [{ match, seat: 1 }]]);
  expect(match.header).toMatchObject({ table: 'final', arrival: ['a', 'b'] });
  expect(events).toEqual(['opened final 0', 'begun final 2', 'closed final 2']);
  expect(await arena.lobby.tables()).toEqual([]);
  expect(await arena.byTable('final')).toBe(match);
  const none = sitter('c');
  await expect(arena.lobby.begin({ game: 'nim' }, [none.sits])).rejects.toThrow();
  expect(faults).toEqual([]);
});

test('a match that cannot begin dismisses those who sat down', async () => {
  const fragile: AnyGame = {
    ...ticTacToe,
    start(options, seats, random) {
      if (options.fragile) throw new Error('broken');
      return ticTacToe.start(options, seats, random);
    },
  };
  const { arena, faults } = await testArena([fragile]);
  const [a, b] = [sitter('a'), sitter('b')];
  const named = arena.lobby.begin({ game: 'ttt', options: { fragile: true } }, [a.sits, b.sits]);
  await expect(named).rejects.toThrow('broken');
  const table = await arena.lobby.open({ game: 'ttt', options: { fragile: true } });
  for (const { sits } of [a, b]) await arena.lobby.sit(table.id, sits);
  await expect.poll(() => b.dismissed).toEqual(['error', 'error']);
  expect(faults).toHaveLength(2);
  expect(await arena.lobby.tables()).toEqual([]);
});

test('a table starts with fewer than it seats, but not with fewer than the game needs', async () => {
  const { arena } = await testArena([sums]);
  const table = await arena.lobby.open({ game: 'sums', size: 4 });
  const [a, b] = [sitter('a'), sitter('b')];
  await arena.lobby.sit(table.id, a.sits);
  expect(await arena.lobby.start(table.id)).toBe(false);
  await arena.lobby.sit(table.id, b.sits);
  expect(await arena.lobby.start(table.id)).toBe(true);
  expect(await arena.lobby.start(table.id)).toBe(false);
  await expect.poll(() => b.begun).toHaveLength(1);
  expect(await arena.lobby.start(table.id)).toBe(false);
});

test('a table is told as data, and what is told does not change with it', async () => {
  const { arena } = await testArena([ticTacToe]);
  const { lobby } = arena;
  const table = await lobby.open({ game: 'ttt', reserved: true, label: { name: 'Mine' } });
  expect(structuredClone(table)).toEqual(table);
  expect(table).toMatchObject({ sitters: [], reserved: true, welcomes: false, label: { name: 'Mine' } });
  const elsewhere = await lobby.queue('ttt', sitter('x').sits);
  expect(elsewhere).not.toMatchObject({ table: { id: table.id } });
  await lobby.welcome(table.id, true);
  const seated = await lobby.queue('ttt', sitter('x').sits);
  expect(seated).toMatchObject({ table: { id: table.id, welcomes: true, sitters: [{ agent: 'x' }] } });
  expect(table.sitters).toEqual([]);
  expect(await lobby.sit(table.id, sitter('x').sits)).toEqual({ refused: 'already' });
  expect(await lobby.stand(table.id, 'x')).toBe(true);
  expect(await lobby.stand(table.id, 'x')).toBe(false);
  const y = sitter('y');
  await lobby.sit(table.id, y.sits);
  await lobby.close(table.id, 'idle');
  expect(y.dismissed).toEqual(['idle']);
  expect(await lobby.table(table.id)).toBeUndefined();
});

test('agents are called through the gateway that reaches them, which is handed a handle', async () => {
  const { arena } = await testArena([ticTacToe]);
  const called: unknown[] = [];
  arena.callers.add('one', { canSeat: async (agent) => agent === 'a', seat: (...args) => called.push(args) });
  expect(await arena.callers.reach('a', 'ttt')).toBe('one');
  expect(await arena.callers.reach('b', 'ttt')).toBeUndefined();
  const match = await arena.lobby.begin({ game: 'ttt' }, [sitter('a').sits, sitter('b').sits]);
  arena.callers.seat('one', 'a', match, 0);
  arena.callers.seat('nowhere', 'b', match, 1);
  expect(called).toEqual([['a', match, 0]]);
});
