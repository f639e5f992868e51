import { expect, test } from 'vitest';
import { StorageUnwritable } from '../core/storage.ts';
import { ConnectionLost } from './commit-queue.ts';
import { stored } from './stored.ts';

const sqlite = (errcode: number) => Object.assign(new Error('SQLite failed'), { errcode });
/** The log that cannot be brought to the disk. */
const unsynced = new ConnectionLost('', { cause: Object.assign(new Error(), { code: 'ENOSPC' }) });

function watched() {
  const told: string[] = [];
  const watch = { committed() {}, slow() {}, migrated() {} };
  const writes = stored({ ...watch, unwritable: (why) => told.push(why), writable: () => told.push('writable') });
  return { told, ...writes };
}

test.each([
  ['it cannot be written', sqlite(1032)],
  ['it cannot be read or written', sqlite(778)],
  ['the disk is full', sqlite(13)],
  ['the disk is full', unsynced],
])('that %s is told once, and once that it is over', async (why, error) => {
  const { told, of } = watched();
  for (let i = 0; i < 3; i++) await expect(of(Promise.reject(error))).rejects.toThrow(StorageUnwritable);
  expect(told).toEqual([why]);
  for (let i = 0; i < 3; i++) expect(await of(Promise.resolve(i))).toBe(i);
  expect(told).toEqual([why, 'writable']);
});

test('what a write itself does wrong stays what it is', async () => {
  const { told, of, works } = watched();
  const constraint = sqlite(1555);
  await expect(of(Promise.reject(constraint))).rejects.toBe(constraint);
  expect(told).toEqual([]);
  expect(await works(() => expect.fail('no trial is needed'))).toBe(true);
});

test('whether writes work is tried out while they do not', async () => {
  const { of, works } = watched();
  await of(Promise.reject(sqlite(13))).catch(() => {});
  expect(await works(() => Promise.reject(sqlite(13)))).toBe(false);
  expect(await works(() => Promise.resolve())).toBe(true);
});
