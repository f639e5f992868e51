import { expect, test } from 'vitest';
import { isAfar } from '../../../test/afar.ts';
import { bots } from '../../../test/all-games.ts';
import { testArena } from '../../../test/arena.ts';
import { sums } from '../../../test/toys.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { House } from '../../house/house.ts';
import type { MatchHandle, Sitter } from '../arena.ts';
import type { Storage } from '../storage.ts';

function sitter(agent: string, via = 'test') {
  const begun: MatchHandle[] = [];
  const dismissed: string[] = [];
  const sits: Sitter = {
    agent,
    name: agent.toUpperCase(),
    kind: 'agent',
    via,
    begin: (match) => begun.push(match),
    dismiss: (reason) => dismissed.push(reason),
  };
  return { sits, begun, dismissed };
}

const open = async () => {
  const home = await testArena([ticTacToe, sums]);
  const restart = async (storage: Storage = home.storage) => {
    home.local.stop();
    const next = await testArena([ticTacToe, sums], { storage, clock: home.clock });
    await next.local.restore();
    return next;
  };
  return { ...home, restart, documents: () => home.storage.documents.list('table') };
};

test('a durable table is stored from its first place on, and is there again after a restart', async () => {
  const { arena, restart, documents } = await open();
  const terms = { ...arena.home('sums').terms, pace: 7 };
  const wish = { game: 'sums', id: 'room', size: 3, options: { deep: true }, terms, label: { name: 'Ours' } } as const;
  const table = await arena.lobby.open({ ...wish, durable: true, reserved: true });
  expect(await documents()).toEqual([]);
  const [a, b] = [sitter('a'), sitter('b')];
  await arena.lobby.sit('room', b.sits);
  await arena.lobby.sit('room', a.sits, 0);
  await arena.lobby.welcome('room', true);
  expect(await documents()).toHaveLength(1);
  const next = await restart();
  // Who sits there from another node finds the table elsewhere.
  expect(a.dismissed).toEqual(isAfar ? [] : ['stopping']);
  const holders = ['a', 'b'].map((agent) => ({ agent, name: agent.toUpperCase(), kind: 'agent', via: 'test' }));
  expect(await next.arena.lobby.table('room')).toEqual({ ...table, sitters: holders, welcomes: true });

  const again = sitter('a');
  expect(await next.arena.lobby.attach('room', again.sits)).toBe(true);
  expect(await next.arena.lobby.attach('room', sitter('b').sits)).toBe(true);
  expect(await next.arena.lobby.attach('room', sitter('c').sits)).toBe(false);
  expect(await next.arena.lobby.attach('room', sitter('a', 'elsewhere').sits)).toBe(false);
  expect(await next.arena.lobby.attach('nowhere', again.sits)).toBe(false);
  await next.local.lobby.reopen();
  await next.arena.lobby.sit('room', sitter('c').sits);
  await expect.poll(() => again.begun).toHaveLength(1);
  expect(again.begun[0]!.header).toMatchObject({
    table: 'room',
    arrival: ['a', 'b', 'c'],
    options: { deep: true },
    terms,
  });
  await expect.poll(documents).toEqual([]);
  expect(await next.arena.byTable('room')).toBe(again.begun[0]);
});

test('a place that no gateway takes up is free again once all have started', async () => {
  const { arena, restart, documents } = await open();
  await arena.lobby.open({ game: 'sums', id: 'room', size: 3, durable: true });
  for (const agent of ['stays', 'goes']) await arena.lobby.sit('room', sitter(agent).sits);
  const next = await restart();
  await next.arena.lobby.attach('room', sitter('stays').sits);
  await next.local.lobby.reopen();
  expect(await next.arena.lobby.table('room')).toMatchObject({ sitters: [{ agent: 'stays' }] });
  expect(await documents()).toMatchObject([{ body: { seats: [{ agent: 'stays' }] } }]);
  const last = await restart();
  await last.local.lobby.reopen();
  expect(await last.arena.lobby.table('room')).toMatchObject({ sitters: [] });
  expect(await documents()).toEqual([]);
});

test('a reserved table to which nobody came back is gone', async () => {
  const { arena, restart } = await open();
  await arena.lobby.open({ game: 'sums', id: 'secret', size: 3, durable: true, reserved: true });
  await arena.lobby.sit('secret', sitter('goes').sits);
  const next = await restart();
  await next.local.lobby.reopen();
  expect(await next.arena.lobby.tables()).toEqual([]);
});

test('a table that nobody sits at any more, that is closed, or that is not durable is not kept', async () => {
  const { arena, restart, documents } = await open();
  for (const id of ['left', 'closed']) {
    await arena.lobby.open({ game: 'sums', id, durable: true });
    await arena.lobby.sit(id, sitter('a').sits);
  }
  await arena.lobby.open({ game: 'sums', id: 'plain' });
  await arena.lobby.sit('plain', sitter('a').sits);
  expect((await documents()).map(({ id }) => id)).toEqual(['left', 'closed']);
  await arena.lobby.stand('left', 'a');
  await arena.lobby.close('closed', 'idle');
  await expect.poll(documents).toEqual([]);
  expect(await (await restart()).arena.lobby.tables()).toEqual([]);
});

test('a table whose match had begun is not put up again', async () => {
  const { arena, storage, restart, documents } = await open();
  await arena.lobby.open({ game: 'ttt', id: 'room', durable: true });
  const a = sitter('a');
  await arena.lobby.sit('room', a.sits);
  const [stored] = await documents();
  await arena.lobby.sit('room', sitter('b').sits);
  await expect.poll(() => a.begun).toHaveLength(1);
  await expect.poll(documents).toEqual([]);
  // As if the server had died between the match and the table.
  await storage.documents.put('table', 'room', 0, stored!.body);
  const next = await restart();
  expect(await next.arena.lobby.tables()).toEqual([]);
  expect(await documents()).toEqual([]);
  expect((await next.arena.byTable('room'))!.id).toBe(a.begun[0]!.id);
});

test('a table that was full when the server died begins when all gateways are there', async () => {
  const { arena, storage, restart, documents } = await open();
  await arena.lobby.open({ game: 'ttt', id: 'room', durable: true });
  await arena.lobby.sit('room', sitter('a').sits);
  const { body, version } = (await documents())[0]!;
  const { seats } = body as { seats: object[] };
  const full = { ...(body as object), seats: [...seats, { agent: 'b', name: 'B', kind: 'agent', via: 'test' }] };
  await storage.documents.put('table', 'room', version, full);
  const next = await restart();
  const two = [sitter('a'), sitter('b')];
  for (const { sits } of two) await next.arena.lobby.attach('room', sits);
  expect(await next.arena.live()).toEqual([]);
  await next.local.lobby.reopen();
  await expect.poll(() => two.map(({ begun }) => begun.length)).toEqual([1, 1]);
});

test('bots of the house take their places again', async () => {
  const { arena, clock, restart } = await open();
  const houseOf = (at: typeof arena) => new House({ arena: at, bots, clock, patience: undefined, fault: () => {} });
  await arena.lobby.open({ game: 'ttt', id: 'room', durable: true, reserved: true });
  await arena.lobby.sit('room', houseOf(arena).sitter('ttt', 'easy')!);
  const next = await restart();
  const house = houseOf(next.arena);
  await house.start();
  await next.local.lobby.reopen();
  const a = sitter('a');
  await next.arena.lobby.sit('room', a.sits);
  await expect.poll(() => a.begun).toHaveLength(1);
  let steps = 0;
  a.begun[0]!.watch(1, ({ step }) => (steps = step));
  await expect.poll(() => steps).toBe(1);
  await house.close();
});

test('a place that could not be stored is not given', async () => {
  const { arena, storage, faults } = await open();
  await arena.lobby.open({ game: 'sums', id: 'room', size: 3, durable: true });
  const { put } = storage.documents;
  storage.documents.put = async () => {
    throw new Error('the disk is full');
  };
  await expect(arena.lobby.sit('room', sitter('a').sits)).rejects.toThrow('the disk is full');
  expect(await arena.lobby.table('room')).toMatchObject({ sitters: [] });
  storage.documents.put = put;
  expect(await arena.lobby.sit('room', sitter('a').sits)).toMatchObject({ table: { sitters: [{ agent: 'a' }] } });
  expect(faults).toEqual([]);
});
