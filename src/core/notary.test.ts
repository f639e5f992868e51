import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { homeOf, testArena } from '../../test/arena.ts';
import { fakeClock } from '../../test/clock.ts';
import { goldenRecords } from '../../test/golden.ts';
import { storeRecord } from '../../test/store-record.ts';
import { signingKeys } from '../accounts/signing-keys.ts';
import { ticTacToe } from '../games/tic-tac-toe/rules.ts';
import { openSqlite } from '../storage/sqlite.ts';
import type { Match } from './match.ts';
import { Notary, type NotaryParts } from './notary.ts';
import type { ExportedRecord } from './record.ts';
import type { Storage } from './storage.ts';
import type { Terms } from './terms.ts';
import { verify } from './verify.ts';

const holders = ['Ann', 'Bob'].map((name) => ({ agent: name, name, kind: 'agent' as const, via: 'test' }));
const WIN = [0, 3, 1, 4, 2];

interface World {
  storage?: Storage;
  terms?: Partial<Terms>;
  parts?: Partial<NotaryParts>;
}

async function world({ storage: given, terms = {}, parts = {} }: World = {}) {
  const clock = fakeClock();
  const storage = given ?? (await openSqlite(':memory:'));
  const keys = signingKeys(storage.documents, () => clock.now());
  const faults: unknown[] = [];
  const notary = new Notary({
    store: storage.matches,
    hash: (bytes) => createHash('sha256').update(bytes).digest(),
    sign: (text) => keys.sign(text),
    now: () => clock.now(),
    fault: (error) => faults.push(error),
    ...parts,
  });
  const homes = { ttt: homeOf(ticTacToe, terms) };
  const { local: arena } = await testArena([ticTacToe], { storage, clock, notary, homes });
  const checked = async (record: ExportedRecord) => {
    const checks = await verify(record, { rules: () => ticTacToe, keys: { keys: await keys.published() } });
    return Object.fromEntries(checks.map(({ name, verdict }) => [name, verdict]));
  };
  const exported = async (id: string) => (await arena.exported(id)) as ExportedRecord;
  return { clock, storage, keys, faults, notary, arena, checked, exported };
}

const begin = (arena: Awaited<ReturnType<typeof world>>['arena']) =>
  arena.begin({ game: 'ttt', seats: holders, table: 'table-1' }, (match) => {
    for (const seat of [0, 1]) match.watch(seat, () => {});
  });

async function play(match: Match, moves = WIN): Promise<void> {
  for (const [ply, cell] of moves.entries()) {
    await new Promise((done) => match.submit({ seat: ply % 2, move: { cell } }, ply, done));
  }
}

const ALL_HELD = Object.fromEntries(
  ['shape', 'seats', 'seed', 'draw', 'rules', 'result', 'chain', 'signature'].map((name) => [name, 'held']),
);

test.each(['arrival', 'drawn'] as const)('a match whose seats are by %s is signed when it is over', async (seating) => {
  const { arena, storage, checked, exported } = await world({ terms: { seating } });
  const match = await begin(arena);
  await play(match);
  await expect.poll(async () => (await storage.matches.result(match.id))?.signature).toBeDefined();
  const record = await exported(match.id);
  expect(record).toMatchObject({ arrival: ['Ann', 'Bob'], table: 'table-1' });
  expect(await checked(record)).toEqual(ALL_HELD);
});

test('who asks for the record in the moment of the end gets it with its signature', async () => {
  const { arena, checked, exported } = await world();
  const match = await begin(arena);
  expect(await arena.exported(match.id)).toBe('live');
  expect(await arena.exported('nobody')).toBeUndefined();
  await play(match);
  expect(await checked(await exported(match.id))).toEqual(ALL_HELD);
});

test('a match that went on after a restart is hashed from its beginning', async () => {
  const first = await world();
  const match = await begin(first.arena);
  await play(match, WIN.slice(0, 3));
  first.arena.stop();
  await first.notary.close();
  const { arena, checked, exported } = await world({ storage: first.storage });
  await arena.restore();
  const again = arena.match(match.id)!;
  for (const seat of [0, 1]) again.watch(seat, () => {});
  for (const [ply, cell] of WIN.entries()) {
    if (ply > 2) await new Promise((done) => again.submit({ seat: ply % 2, move: { cell } }, ply, done));
  }
  expect(await checked(await exported(match.id))).toEqual(ALL_HELD);
});

test('what ended just before a crash is signed at the next start, and what is older than signatures is not', async () => {
  const storage = await openSqlite(':memory:');
  const record = goldenRecords().find(({ folder }) => folder === 'tic-tac-toe')!.record;
  const ids = Array.from({ length: 120 }, (_, i) => `match-${String(i).padStart(3, '0')}`);
  for (const id of ids) await storeRecord(storage, { ...record, id, arrival: ['bot-0', 'bot-1'] });
  await storeRecord(storage, { ...record, id: 'old' });
  const { notary, checked, exported, faults } = await world({ storage });
  await notary.catchUp();
  expect(await storage.matches.unsigned(1000)).toEqual([]);
  for (const id of ['match-000', 'match-119']) expect(await checked(await exported(id))).toEqual(ALL_HELD);
  expect(await storage.matches.result('old')).not.toHaveProperty('signature');
  expect(await checked(await exported('old'))).toMatchObject({
    rules: 'held',
    draw: 'not checked',
    chain: 'not checked',
    signature: 'not checked',
  });
  expect(faults).toEqual([]);
});

test('a match that is declared void is signed anew, also while its first signature is on its way', async () => {
  const { arena, checked, exported, clock } = await world();
  for (const waits of [false, true]) {
    const match = await begin(arena);
    await play(match);
    if (waits) await exported(match.id);
    await clock.pass(1000);
    expect(await arena.undo(match.id, 'voided by the host')).toBe(true);
    const record = await exported(match.id);
    expect(record.outcome).toEqual({ kind: 'void', reason: 'voided by the host' });
    expect(await checked(record)).toEqual(ALL_HELD);
    const payload = JSON.parse(Buffer.from(record.signature!.split('.')[1]!, 'base64url').toString());
    expect(payload).toMatchObject({ id: match.id, outcome: record.outcome, at: clock.now() });
  }
});

test('a long match is hashed piece by piece, and other work comes between', async () => {
  let inThisTurn = 0;
  let most = 0;
  let all = 0;
  const hash = (bytes: Uint8Array) => {
    if (inThisTurn++ === 0) setImmediate(() => (inThisTurn = 0));
    most = Math.max(most, inThisTurn);
    all++;
    return createHash('sha256').update(bytes).digest();
  };
  const { storage, notary } = await world({ parts: { hash } });
  const long = goldenRecords().find(({ record }) => record.entries.length >= 1000)!.record;
  await storeRecord(storage, { ...long, arrival: ['bot-0', 'bot-1'] });
  await notary.sign(long.id);
  expect((await storage.matches.result(long.id))?.signature).toBeDefined();
  expect(all).toBe(long.entries.length + 1);
  expect(most).toBeLessThan(50);
});

test('nothing is hashed while a move is on its way', async () => {
  const seen: string[] = [];
  const hash = (bytes: Uint8Array) => {
    seen.push('hashed');
    return createHash('sha256').update(bytes).digest();
  };
  const { arena } = await world({ parts: { hash } });
  const match = await arena.begin({ game: 'ttt', seats: holders }, (begun) => {
    for (const seat of [0, 1]) begun.watch(seat, ({ step }) => seen.push(`told ${step}`));
  });
  seen.length = 0;
  match.submit({ seat: 0, move: { cell: 4 } }, 0, () => seen.push('done'));
  await expect.poll(() => seen).toEqual(['done', 'told 1', 'told 1', 'hashed', 'hashed']);
});

test('a match that could not be signed is signed when its record is asked for', async () => {
  let fails = true;
  const storage = await openSqlite(':memory:');
  const keys = signingKeys(storage.documents, Date.now);
  const sign = (text: string) => (fails ? Promise.reject(new Error('no key')) : keys.sign(text));
  const { arena, checked, exported, faults } = await world({ storage, parts: { sign } });
  const match = await begin(arena);
  await play(match);
  expect((await exported(match.id)).signature).toBeUndefined();
  expect(faults[0]).toEqual(new Error('no key'));
  fails = false;
  expect(await checked(await exported(match.id))).toEqual(ALL_HELD);
});

test('closing ends the work under way and leaves the rest for the next start', async () => {
  const { arena, notary, storage, faults } = await world();
  const match = await begin(arena);
  await play(match);
  await notary.close();
  await storage.close();
  await notary.sign(match.id);
  expect(faults).toEqual([]);
});
