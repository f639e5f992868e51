import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StorageBusy } from '../../core/storage.ts';
import { boundedPostgresReaders } from '../postgres-readers.ts';
import { Statement } from '../statement.ts';
import { command, type PlacedDatabase } from './databases.ts';

const OTHERS = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
const CUT_OTHERS = `select pg_terminate_backend(pid) from ${OTHERS}`;
const BLOCKED = `select pid from ${OTHERS} and wait_event_type = 'Lock'`;

async function count(database: PlacedDatabase, of: string): Promise<number> {
  const client = new pg.Client(database.place.databaseUrl);
  await client.connect();
  const { rows } = await client.query(`select count(*)::integer as count from ${of}`);
  await client.end();
  return rows[0].count;
}

/** What a database behind a network adds: the connection may go away. */
export function connectionSuite(name: string, fresh: () => Promise<PlacedDatabase>): void {
  describe(name, () => {
    it('opens a lost connection anew, and has its lock again', async () => {
      const database = await fresh();
      const storage = await database.open({ exclusive: true });
      await command(database.place.databaseUrl!, CUT_OTHERS);
      const write = (id: string) => storage.documents.put('table', id, 0, {});
      const [first] = await Promise.allSettled([write('t1')]);
      expect(await write('t2')).toBe(true);
      const kept = await storage.documents.list('table');
      expect(kept.map(({ id }) => id)).toEqual(first.status === 'fulfilled' ? ['t1', 't2'] : ['t2']);
      expect(await count(database, "pg_locks where locktype = 'advisory' and granted")).toBe(1);
      await storage.close();
      await database.drop();
    });

    it('rejects all writes of a commit that was under way when the connection was lost', async () => {
      const database = await fresh();
      const storage = await database.open();
      const blocker = new pg.Client(database.place.databaseUrl);
      await blocker.connect();
      await blocker.query('begin; lock table documents in exclusive mode');
      const writes = ['t1', 't2'].map((id) => storage.documents.put('table', id, 0, {}));
      const settled = Promise.allSettled(writes);
      while ((await blocker.query(BLOCKED)).rowCount === 0);
      await blocker.query(CUT_OTHERS);
      expect((await settled).map((one) => one.status)).toEqual(['rejected', 'rejected']);
      await blocker.query('rollback');
      await blocker.end();
      expect(await storage.documents.put('table', 't3', 0, {})).toBe(true);
      expect((await storage.documents.list('table')).map(({ id }) => id)).toEqual(['t3']);
      await storage.close();
      await database.drop();
    });

    it('gives up a stranger’s read that takes too long, and those for which there is no more room', async () => {
      const database = await fresh();
      const limits = { readers: 1, waiting: 1, longest: 300 };
      const { read, pool } = boundedPostgresReaders(database.place.databaseUrl!, limits);
      const asking = (sql: string) =>
        read(function* () {
          return (yield { statement: Statement.control(sql), values: [] }).rows;
        });
      const [slow, waiting, tooMany] = ['select pg_sleep(60)', 'select 1 as n', 'select 2 as n'].map(asking);
      for (const one of [tooMany, slow, waiting]) await expect(one).rejects.toThrow(StorageBusy);
      await expect.poll(() => asking('select 3 as n').catch(() => [])).toEqual([{ n: 3 }]);
      await expect(asking('select nothing')).rejects.toThrow('does not exist');
      await pool.end();
    });
  });
}
