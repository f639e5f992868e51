import pg from 'pg';
import { postgresDatabase } from '../../src/storage/suite/databases.ts';
import { startNats, type TestNats } from '../nats.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { type Serving, serve } from '../serving.ts';

export interface TestCluster {
  databaseUrl: string;
  nats: TestNats;
  postgres: TestPostgres;
  nodes: { [name: string]: Serving };
  /** @param how where its sources are, and what its command begins with */
  start(name: string, env?: { [name: string]: string }, how?: { tree?: string; enter?: string[] }): Promise<Serving>;
  /** Whether the others have declared that node gone. */
  gone(name: string): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * One PostgreSQL and one NATS server for real nodes; nothing where either is not installed.
 * @param network the nodes come from there
 */
export async function testCluster(network?: string): Promise<TestCluster | undefined> {
  const postgres = await startPostgres(network);
  const nats = postgres && (await startNats(...(network ? ['-a', '0.0.0.0'] : [])));
  if (!postgres || !nats) {
    await postgres?.stop();
    return undefined;
  }
  const database = await postgresDatabase(postgres.url);
  const databaseUrl = database.place.databaseUrl!;
  const nodes: TestCluster['nodes'] = {};
  return {
    databaseUrl,
    nats,
    postgres,
    nodes,
    async start(name, env = {}, { tree, enter } = {}) {
      const where = { DATABASE_URL: databaseUrl, NATS_URL: nats.url, CROSSPLAY_NODE: name };
      const node = await serve({ ...where, ...env }, tree, enter);
      nodes[name] = node;
      return node;
    },
    async gone(name) {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      const { rows } = await client.query('select gone from nodes where name = $1', [name]);
      await client.end();
      return rows[0]?.gone === true;
    },
    async stop() {
      await Promise.all(Object.values(nodes).map((node) => node.stop('SIGKILL')));
      await nats.stop();
      await database.remove();
      await postgres.stop();
    },
  };
}
