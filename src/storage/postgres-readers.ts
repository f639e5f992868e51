import pg from 'pg';
import { StorageBusy } from '../core/storage.ts';
import { ConnectionLost } from './commit-queue.ts';
import type { Reading } from './engine.ts';
import { clientConfig, execute, plain, run } from './postgres-client.ts';
import type { ReadLimits } from './readers.ts';
import type { Watch } from './watch.ts';

export interface PostgresReaders extends Reading {
  pool: pg.Pool;
}

/** On the path of matches. */
export function postgresReaders(url: string, count: number, watch?: Watch): PostgresReaders {
  return readingOver({ ...clientConfig(url), max: count }, PLAN_EACH, watch);
}

/** For strangers: the database itself ends what takes too long. */
export function boundedPostgresReaders(url: string, { readers, waiting, longest }: ReadLimits): PostgresReaders {
  const config = { ...clientConfig(url), max: readers, connectionTimeoutMillis: longest };
  const { pool, read, snapshot } = readingOver(config, `${PLAN_EACH}; set statement_timeout = ${longest}`);

  async function within<T>(act: () => Promise<T>): Promise<T> {
    if (pool.waitingCount >= waiting) throw new StorageBusy();
    let limit: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new StorageBusy()), longest);
    });
    try {
      return await Promise.race([act(), tooLong]);
    } catch (error) {
      throw isTooLong(error) ? new StorageBusy(error) : error;
    } finally {
      clearTimeout(limit);
    }
  }

  return { pool, read: (work) => within(() => read(work)), snapshot: (work) => within(() => snapshot(work)) };
}

const QUERY_CANCELED = '57014';

/** A query was cancelled, or the pool gave up waiting for a connection: that error alone has neither code nor cause. */
const isTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.code === QUERY_CANCELED
    : error instanceof Error && /timeout exceeded/.test(error.message);

/** A plan for whoever is asked for: what suits an agent with ten matches does not suit one with a million. */
const PLAN_EACH = 'set plan_cache_mode = force_custom_plan';

function readingOver(config: pg.PoolConfig, settings: string, watch?: Watch): PostgresReaders {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(settings));
  const pool = new pg.Pool({ ...config, onConnect });
  // A connection that is lost while idle is replaced by the pool; one that reads fails with its query.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const withClient = async <T>(act: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error) => {
      throw new StorageBusy(error);
    });
    let failed = true;
    try {
      const value = await act(client);
      failed = false;
      return value;
    } catch (error) {
      // Nothing is half done: whoever reads may ask again when the database is back.
      throw error instanceof ConnectionLost ? new StorageBusy(error) : error;
    } finally {
      client.release(failed);
    }
  };

  return {
    pool,
    read: (work) => withClient((client) => run(client, work(), watch)),
    snapshot: (work) =>
      withClient(async (client) => {
        await execute(client, plain('begin isolation level repeatable read, read only'));
        const value = await run(client, work(), watch);
        await execute(client, plain('commit'));
        return value;
      }),
  };
}
