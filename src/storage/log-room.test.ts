import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { makeRoom } from './log-room.ts';

function path(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-room-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'a.db');
}

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  db.exec('pragma journal_mode = wal; create table if not exists numbers (n integer)');
  return db;
}

const numbersOf = (db: DatabaseSync): unknown[] =>
  db
    .prepare('select n from numbers order by n')
    .all()
    .map(({ n }) => n);

test('a log that has room is written within its file, up to the room and beyond it, and all of it is found after a crash', () => {
  const file = path();
  const db = open(file);
  makeRoom(`${file}-wal`, 0, 100_000);
  const roomy = statSync(`${file}-wal`).size;
  expect(roomy).toBeGreaterThanOrEqual(100_000);
  const insert = db.prepare('insert into numbers values (?)');
  for (let n = 0; n < 10; n++) insert.run(n);
  expect(statSync(`${file}-wal`).size).toBe(roomy);
  for (let n = 10; n < 200; n++) insert.run(n);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(roomy);
  makeRoom(`${file}-wal`, 0, 2_000_000);
  for (let n = 200; n < 210; n++) insert.run(n);

  // As a machine leaves it that went down: the log has not been folded in.
  const after = path();
  for (const part of ['', '-wal']) copyFileSync(file + part, after + part);
  expect(numbersOf(open(after))).toEqual(Array.from({ length: 210 }, (_, n) => n));
});

test('a log with room enough is left as it is', () => {
  const file = path();
  open(file);
  makeRoom(`${file}-wal`, 0, 100_000);
  const before = statSync(`${file}-wal`).size;
  makeRoom(`${file}-wal`, 10, before - 10);
  expect(statSync(`${file}-wal`).size).toBe(before);
});
