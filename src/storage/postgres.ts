import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Appended, Storage } from '../core/storage.ts';
import { commitQueue } from './commit-queue.ts';
import { keyedEntries } from './entries.ts';
import { migrate } from './migrations/index.ts';
import { clientConfig, execute, plain, run } from './postgres-client.ts';
import { lockFigures, runJobs } from './postgres-jobs.ts';
import { postgresWriter, type Writing } from './postgres-writer.ts';
import { sqlStorage } from './sql.ts';
import type { Query, Work } from './statement.ts';
import type { Tables } from './tables.ts';

const READERS = 4;

/** Held by whoever moves money, until its commit. The number is any, the same for every process. */
const LOCK_MONEY: Query = {
  statement: { name: 'crossplay_lock_money', sql: 'select pg_advisory_xact_lock(1667592051)' },
  values: [],
};

/** Refuses to open for a server while another has the database. */
export async function openPostgres(url: string, as: Writing): Promise<Storage> {
  const writer = postgresWriter(url, as);
  await writer.open();
  const readers = new pg.Pool({ ...clientConfig(url), max: READERS });
  // A reader that is lost while idle is replaced by the pool; one that reads fails with its query.
  readers.on('error', () => {});
  readers.on('connect', (client) => client.on('error', () => {}));
  const build = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: readers }) });
  const closeAll = () => Promise.all([readers.end(), writer.close()]);
  try {
    await migrate(build, 'postgres');
  } catch (error) {
    await closeAll();
    throw error;
  }

  const read = async <T>(act: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    const client = await readers.connect();
    let failed = true;
    try {
      const value = await act(client);
      failed = false;
      return value;
    } finally {
      client.release(failed);
    }
  };
  const queue = commitQueue((jobs) => writer.transaction((client) => runJobs(client, jobs)), {
    apart: 3,
    blocking: false,
  });

  return sqlStorage({
    build,
    entries: keyedEntries(build),
    read: (work) => read((client) => run(client, work())),
    snapshot: (work) =>
      read(async (client) => {
        await execute(client, plain('begin isolation level repeatable read, read only'));
        const value = await run(client, work());
        await execute(client, plain('commit'));
        return value;
      }),
    write: <T>(work: () => Work<T>, agents?: readonly string[]) => queue.add({ work, agents }) as Promise<T>,
    writeEntry: (entry) => queue.add({ entry }) as Promise<Appended>,
    *lockFigures(agents) {
      yield lockFigures(agents);
    },
    *lockMoney() {
      yield LOCK_MONEY;
    },
    commits: () => queue.commits(),
    async close() {
      await queue.close();
      await closeAll();
    },
  });
}
