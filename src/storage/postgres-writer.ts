import pg from 'pg';
import { ConnectionLost, Fenced } from './commit-queue.ts';
import { clientConfig, execute, plain } from './postgres-client.ts';
import { StorageInUse } from './trouble.ts';

/** Any number, the same for every server. */
const SERVER_LOCK = 0x63726f73;
const IN_USE =
  'Another Crossplay server uses this database. To run more than one, give each the address of one NATS server in NATS_URL.';
const ALONE =
  'A Crossplay server without NATS_URL uses this database. Stop it, or start it with the address of the NATS server.';
const LOCK_NOT_AVAILABLE = '55P03';
/** The database ends a statement of a node before: it is cut off. */
const LONGEST_ANSWER = 17_000;

export interface PostgresWriter {
  open(): Promise<void>;
  /**
   * Runs the act in one transaction on the one connection that writes, which is opened anew if it was lost.
   * Throws ConnectionLost where nobody knows whether the transaction is in; after any other error it is not.
   */
  transaction<T>(act: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Who writes: the one server of a database, a node among others, or a command beside them. */
export type Writing = 'server' | 'command' | Membership;

/** A node, as far as its writes are concerned. */
export interface Membership {
  name: string;
  /** By which it joined; 0 before that. */
  epoch(): number;
  /** Resolves when the node may write; rejects when it is not to any more. */
  mayWrite(): Promise<void>;
  /** The connection to the database is gone. */
  lost(): void;
  /** Another node has declared this one gone. */
  fenced(): void;
}

/** The server's lock, or a node's share of it, is held for as long as the connection lives, so that whoever writes has it. */
export function postgresWriter(url: string, as: Writing): PostgresWriter {
  const node = typeof as === 'string' ? undefined : as;

  let current: pg.Client | undefined;

  const forget = (client: pg.Client) => {
    if (current === client) current = undefined;
    client.end().catch(() => {});
  };

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...clientConfig(url), ...(node && { query_timeout: LONGEST_ANSWER }) });
    client.on('error', () => forget(client));
    try {
      await client.connect();
      await execute(client, plain(SYNCHRONOUS));
      if (as !== 'command') await lock(client, node !== undefined);
      if (node) await beNode(client, node.name);
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

  async function begun(): Promise<pg.Client> {
    const client = current ?? (await reconnect());
    try {
      await execute(client, plain('begin'));
    } catch (error) {
      if (error instanceof ConnectionLost) forget(client);
      throw error;
    }
    return client;
  }

  /** A node waits for the database: while nothing has begun nothing can be in twice. */
  async function begunAs(node: Membership): Promise<pg.Client> {
    for (;;) {
      await node.mayWrite();
      try {
        const client = current ?? (await reconnect());
        await beginAs(client, node).catch((error) => {
          forget(client);
          throw error;
        });
        return client;
      } catch (error) {
        if (error instanceof Fenced) node.fenced();
        if (error instanceof Fenced || !(error instanceof ConnectionLost)) throw error;
        node.lost();
      }
    }
  }

  return {
    async open() {
      await connect();
    },
    async transaction(act) {
      const client = node ? await begunAs(node) : await begun();
      try {
        const value = await act(client).catch(async (error) => {
          if (!(error instanceof ConnectionLost)) await execute(client, plain('rollback'));
          throw error;
        });
        const { command } = await execute(client, plain('commit'));
        if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
        return value;
      } catch (error) {
        if (error instanceof ConnectionLost) {
          forget(client);
          node?.lost();
        }
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

/**
 * The node's row is locked against being declared gone until the commit, and its epoch is checked, in the round trip of
 * the beginning.
 */
async function beginAs(client: pg.Client, node: Membership): Promise<void> {
  const row = `select from nodes where name = ${pg.escapeLiteral(node.name)} and epoch = ${node.epoch()} for share`;
  let results: pg.QueryResult[];
  try {
    results = (await client.query(`begin; ${row}`)) as unknown as pg.QueryResult[];
  } catch (error) {
    throw new ConnectionLost('The connection to the database was lost.', { cause: error });
  }
  if (results[1]?.rowCount !== 1) throw new Fenced('Other nodes have declared this one gone.');
}

/** What it writes bears its name, and a node that was cut off holds no lock for longer than a few seconds. */
async function beNode(client: pg.Client, name: string): Promise<void> {
  await client.query(`select set_config('crossplay.node', $1, false)`, [name]);
  await client.query(`set idle_in_transaction_session_timeout = '4s'; set statement_timeout = '15s'`);
}

/** Waits a moment: the connection of a server that was killed may still be closing. */
async function lock(client: pg.Client, shared: boolean): Promise<void> {
  await client.query(`set lock_timeout = '2s'`);
  try {
    await client.query(`select pg_advisory_lock${shared ? '_shared' : ''}($1)`, [SERVER_LOCK]);
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    throw taken ? new StorageInUse(shared ? ALONE : IN_USE) : error;
  }
  await client.query('set lock_timeout = 0');
}
