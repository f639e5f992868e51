import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Appended, Storage } from '../core/storage.ts';
import { COMMITS_APART, commitQueue } from './commit-queue.ts';
import type { Lists } from './engine.ts';
import { keyedEntries } from './entries.ts';
import { migrate } from './migrations/index.ts';
import { lockFigures, runJobs } from './postgres-jobs.ts';
import { boundedPostgresReaders, postgresReaders } from './postgres-readers.ts';
import { postgresWriter, type Writing } from './postgres-writer.ts';
import { READ_LIMITS } from './readers.ts';
import { sqlStorage } from './sql.ts';
import { type Query, Statement, type Work } from './statement.ts';
import type { Tables } from './tables.ts';
import type { Watch } from './watch.ts';

/** On the path of matches. */
const READERS = 2;

/** Held by whoever moves money, until its commit. The number is any, the same for every process. */
const LOCK_MONEY: Query = {
  statement: Statement.of('select pg_advisory_xact_lock(1667592051)'),
  values: [],
};

const SIZE: Query = {
  statement: Statement.of('select pg_database_size(current_database()) as size'),
  values: [],
};
const lists: Lists = {
  value: (list) => list,
  among: (column, list) => sql`${sql.ref(column)} = any(${list}::text[])`,
};

/** Refuses to open for a server while another has the database. */
export async function openPostgres(url: string, as: Writing, watch?: Watch): Promise<Storage> {
  const writer = postgresWriter(url, as);
  await writer.open();
  const { pool, ...reading } = postgresReaders(url, READERS, watch);
  const beside = boundedPostgresReaders(url, READ_LIMITS);
  const build = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const closeAll = () => Promise.all([pool.end(), beside.pool.end(), writer.close()]);
  try {
    await migrate(build, 'postgres', { watch });
  } catch (error) {
    await closeAll();
    throw error;
  }

  const queue = commitQueue(
    (jobs) => writer.transaction((client) => runJobs(client, jobs, watch)),
    COMMITS_APART,
    watch,
  );

  return sqlStorage({
    build,
    lists,
    entries: keyedEntries(build),
    ...reading,
    beside,
    write: <T>(work: () => Work<T>, agents?: readonly string[]) => queue.add({ work, agents }) as Promise<T>,
    writeEntry: (entry) => queue.add({ entry }) as Promise<Appended>,
    *lockFigures(agents) {
      yield lockFigures(agents);
    },
    *lockMoney() {
      yield LOCK_MONEY;
    },
    commits: () => queue.commits(),
    waiting: () => queue.waiting(),
    size: () =>
      reading.read(function* () {
        return Number(((yield SIZE).rows[0] as { size: number }).size);
      }),
    // Whether its disk is full is for those to watch who run it.
    canWrite: async () => true,
    async close() {
      await queue.close();
      await closeAll();
    },
  });
}
