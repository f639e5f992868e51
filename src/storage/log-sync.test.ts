import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionLost } from './commit-queue.ts';
import { logSync } from './log-sync.ts';

function path(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'a.db');
}

test.each([true, false])(
  'the log is brought to the disk while the database is written to; the loop is busy: %s',
  async (busy) => {
    const file = path();
    const db = new DatabaseSync(file);
    db.exec('pragma journal_mode = wal; pragma synchronous = normal; create table numbers (n integer)');
    const { sync, close } = logSync(file, () => busy);
    for (let n = 0; n < 3; n++) {
      db.exec(`insert into numbers values (${n})`);
      await sync();
    }
    close();
    expect(db.prepare('select count(*) as count from numbers').get()).toEqual({ count: 3 });
    db.close();
  },
);

test('where the log cannot be brought to the disk, nobody knows whether a commit is in', async () => {
  await expect(logSync(path()).sync()).rejects.toThrow(ConnectionLost);
});
