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
