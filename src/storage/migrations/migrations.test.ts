import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openSqlite } from '../sqlite.ts';

it('says so when the database was written by a newer version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-newer-'));
  const path = join(folder, 'crossplay.db');
  await (await openSqlite(path)).close();
  const db = new DatabaseSync(path);
  db.exec(`insert into kysely_migration (name, timestamp) values ('999-later', '2040-01-01')`);
  db.close();
  await expect(openSqlite(path)).rejects.toThrow('written by a newer Crossplay');
  rmSync(folder, { recursive: true, force: true });
});

it('has the audit refuse every change in the database itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-audit-'));
  const path = join(folder, 'crossplay.db');
  const storage = await openSqlite(path);
  await storage.audit.add({ at: 1, actor: 'host', deed: 'ban', subject: 'a1', words: 'Ann' });
  await storage.close();
  const db = new DatabaseSync(path);
  for (const change of [`update audit set actor = 'nobody'`, 'delete from audit']) {
    expect(() => db.exec(change)).toThrow('the audit is never changed');
  }
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
