import pg from 'pg';
import { ConnectionLost } from './commit-queue.ts';
import { clientConfig, execute, plain } from './postgres-client.ts';
import { StorageInUse } from './trouble.ts';

/** Any number, the same for every server. */
const SERVER_LOCK = 0x63726f73;
const LOCK_NOT_AVAILABLE = '55P03';

export interface PostgresWriter {
  open(): Promise<void>;
  /**
   * Runs the act in one transaction on the one connection that writes, which is opened anew if it was lost.
   * Throws ConnectionLost where nobody knows whether the transaction is in; after any other error it is not.
   */
  transaction<T>(act: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param exclusive holds the server's lock for as long as the connection lives, so that whoever writes has it */
export function postgresWriter(url: string, exclusive: boolean): PostgresWriter {
  let current: pg.Client | undefined;

  const forget = (client: pg.Client) => {
    if (current === client) current = undefined;
    client.end().catch(() => {});
  };

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(clientConfig(url));
    client.on('error', () => forget(client));
    try {
      await client.connect();
      await execute(client, plain(SYNCHRONOUS));
      if (exclusive) await lock(client);
    } catch (error) {
      forget(client);
      throw error;
    }
    current = client;
    return client;
  }

  async function reconnect(): Promise<pg.Client> {
    try {
      return await connect();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ConnectionLost(`The database cannot be written to: ${why}`, { cause: error });
    }
  }

  return {
    async open() {
      await connect();
    },
    async transaction(act) {
      const client = current ?? (await reconnect());
      try {
        await execute(client, plain('begin'));
        const value = await act(client).catch(async (error) => {
          if (!(error instanceof ConnectionLost)) await execute(client, plain('rollback'));
          throw error;
        });
        const { command } = await execute(client, plain('commit'));
        if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
        return value;
      } catch (error) {
        if (error instanceof ConnectionLost) forget(client);
        throw error;
      }
    },
    async close() {
      await current?.end();
    },
  };
}

/** A host may have switched durable commits off for other users of its database. */
const SYNCHRONOUS = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

/** Waits a moment: the connection of a server that was killed may still be closing. */
async function lock(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '2s'`);
  try {
    await client.query('select pg_advisory_lock($1)', [SERVER_LOCK]);
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    throw taken ? new StorageInUse('Another Crossplay server uses this database.') : error;
  }
  await client.query('set lock_timeout = 0');
}
