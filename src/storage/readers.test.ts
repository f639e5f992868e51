import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StorageBusy } from '../core/storage.ts';
import { type Readers, type ReadLimits, readers } from './readers.ts';
import { Statement, type Work } from './statement.ts';

let folder: string;
let db: DatabaseSync;
let opened: Readers[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crossplay-readers-'));
  db = new DatabaseSync(join(folder, 'test.db'));
  db.exec('pragma journal_mode = wal; create table numbers (n integer); insert into numbers values (1)');
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.close();
  db.close();
  rmSync(folder, { recursive: true });
});

function open(limits: Partial<ReadLimits> = {}, rest = 60_000): Readers {
  const made = readers(join(folder, 'test.db'), { readers: 1, waiting: 2, longest: 30_000, ...limits }, rest);
  opened.push(made);
  return made;
}

/** Runs one statement, which names itself where it takes long. */
const asking = (sql: string) =>
  function* (): Work<unknown[]> {
    const { rows } = yield { statement: Statement.control(sql), values: [] };
    return rows;
  };
const NUMBERS = 'select n from numbers';
/** About a second of work that nothing interrupts. */
const SLOW =
  'with recursive c (i) as (select 1 union all select i + 1 from c where i < 6000000) select count(*) as n from c';

test('reads are answered with rows, and a wrong one with the database’s error', async () => {
  const { read } = open();
  expect(await read(asking(NUMBERS))).toEqual([{ n: 1 }]);
  await expect(read(asking('select n from nowhere'))).rejects.toThrow(/no such table/);
  expect(await read(asking(NUMBERS))).toEqual([{ n: 1 }]);
});

test('the time that a thread takes to start counts for nobody', async () => {
  const { read } = open({ longest: 1000 });
  const first = [read(asking(NUMBERS)), read(asking(NUMBERS))];
  // This thread does nothing meanwhile, so the other one is not heard of in time.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100);
  expect(await Promise.all(first)).toEqual([[{ n: 1 }], [{ n: 1 }]]);
});

test('where no thread can start, reads fail', async () => {
  const made = readers(join(folder, 'nowhere', 'test.db'), { readers: 1, waiting: 2, longest: 30_000 });
  opened.push(made);
  await expect(made.read(asking(NUMBERS))).rejects.toThrow('A reading thread could not start.');
});

test('a thread cannot write', async () => {
  await expect(open().read(asking('insert into numbers values (2) returning n'))).rejects.toThrow(/readonly/);
});

test('all queries of a snapshot see one moment, whoever writes between them', async () => {
  const { snapshot, read } = open();
  const seen = await snapshot(function* () {
    const before = yield* asking(NUMBERS)();
    db.exec('insert into numbers values (2)');
    return [before, yield* asking(NUMBERS)()];
  });
  expect(seen).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  expect(await read(asking(NUMBERS))).toHaveLength(2);
});

test('a snapshot whose work fails leaves the thread free', async () => {
  const { snapshot } = open();
  const failing = snapshot(function* (): Work<unknown> {
    yield* asking(NUMBERS)();
    throw new Error('a broken work');
  });
  await expect(failing).rejects.toThrow('a broken work');
  db.exec('insert into numbers values (2)');
  expect(await snapshot(asking(NUMBERS))).toHaveLength(2);
});

test('when as many wait as may, the next is told to come again', async () => {
  const { read } = open({ waiting: 2 });
  const taken = [read(asking(SLOW)), read(asking(NUMBERS)), read(asking(NUMBERS))];
  await expect(read(asking(NUMBERS))).rejects.toThrow(StorageBusy);
  expect(await Promise.all(taken)).toHaveLength(3);
});

test('a read that takes too long is given up, those behind it too, and later ones are answered again', async () => {
  const { read } = open({ longest: 200 });
  const given = await Promise.allSettled([read(asking(SLOW)), read(asking(NUMBERS))]);
  for (const one of given) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StorageBusy) });
  await expect.poll(() => read(asking(NUMBERS)).catch(() => []), { timeout: 30_000 }).toEqual([{ n: 1 }]);
});

test('a read that was answered while this process stood still is not given up', async () => {
  const { read } = open({ longest: 50 });
  await read(asking(NUMBERS));
  const standing = read(asking(NUMBERS));
  await new Promise((sent) => setImmediate(sent));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  expect(await standing).toEqual([{ n: 1 }]);
  expect(await read(asking(NUMBERS))).toEqual([{ n: 1 }]);
});

test('closing fails what waits and what is read, and leaves no thread behind', async () => {
  const { read, close } = open();
  const taken = Promise.allSettled([read(asking(SLOW)), read(asking(NUMBERS))]);
  await close();
  expect((await taken).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(read(asking(NUMBERS))).rejects.toThrow('closed');
});

test('when nobody reads any more one thread is left, and reads go on', async () => {
  const { read } = open({ readers: 2, waiting: 10 }, 1);
  const threads = () => readdirSync('/proc/self/task').length;
  await read(asking(NUMBERS));
  const one = threads();
  await Promise.all([read(asking(SLOW)), read(asking(SLOW))]);
  await expect.poll(threads).toBe(one);
  expect(await Promise.all([read(asking(NUMBERS)), read(asking(NUMBERS))])).toEqual([[{ n: 1 }], [{ n: 1 }]]);
});
