import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../../test/postgres.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import { sqliteDialect } from '../sqlite-dialect.ts';
import { postgresDatabase } from '../suite/databases.ts';
import { migrationsSuite } from '../suite/migrations.suite.ts';
import { migrate } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('says so when the database was written by a newer version', async () => {
  const path = join(folder, 'newer.db');
  await (await openSqlite(path)).close();
  const db = new DatabaseSync(path);
  db.exec(`insert into kysely_migration (name, timestamp) values ('999-later', '2040-01-01')`);
  db.close();
  await expect(openSqlite(path)).rejects.toThrow('written by a newer Crossplay');
});

it('has the audit refuse every change in the database itself', async () => {
  const path = join(folder, 'audit.db');
  const storage = await openSqlite(path);
  await storage.audit.add({ at: 1, actor: 'host', deed: 'ban', subject: 'a1', words: 'Ann' });
  await storage.close();
  const db = new DatabaseSync(path);
  for (const change of [`update audit set actor = 'nobody'`, 'delete from audit']) {
    expect(() => db.exec(change)).toThrow('the audit is never changed');
  }
  db.close();
});

migrationsSuite('SQLite', async () => {
  const path = join(folder, 'old.db');
  return {
    async at(migration, fill) {
      const db = new DatabaseSync(path);
      const build = new Kysely({ dialect: sqliteDialect(db) });
      await migrate(build, 'sqlite', { last: migration });
      db.exec('begin');
      await fill(build);
      db.exec('commit');
      db.close();
    },
    open: () => openSqlite(path),
  };
});

const postgres = await startPostgres();
if (postgres) {
  const { place, remove } = await postgresDatabase(postgres.url);
  const url = place.databaseUrl!;
  migrationsSuite('PostgreSQL', async () => ({
    async at(migration, fill) {
      const build = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) });
      await migrate(build, 'postgres', { last: migration });
      await fill(build);
      await build.destroy();
    },
    open: () => openPostgres(url, 'command'),
  }));
  afterAll(async () => {
    await remove();
    await postgres.stop();
  });
} else describe.skip('PostgreSQL: no server found');
