import pg from 'pg';
import { ConnectionLost } from './commit-queue.ts';
import { type Query, type Result, Statement, type Work } from './statement.ts';
import { SLOW, type Watch } from './watch.ts';

const OID_OF_BIGINT = 20;

export const clientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  query_timeout: 60_000,
  // Whole numbers of 64 bits are read as numbers: ours are times and counts. Other users of the driver keep its default.
  types: {
    getTypeParser: ((oid: number, format: 'text') =>
      oid === OID_OF_BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  },
});

/** Fails with the database's own error where it refused the query, else with ConnectionLost. */
export async function execute(
  client: pg.ClientBase,
  { statement, values }: Query,
  watch?: Watch,
): Promise<Result & { command: string }> {
  const began = performance.now();
  try {
    const { rows, rowCount, command } = await client.query({
      text: statement.sql,
      values: values.map(storable),
      ...(statement.name === undefined ? {} : { name: statement.name }),
    });
    const took = performance.now() - began;
    if (took > SLOW) watch?.slow(statement.sql, took);
    return { rows, changed: rowCount ?? 0, command };
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.severity !== 'FATAL') throw error;
    throw new ConnectionLost('The connection to the database was lost.', { cause: error });
  }
}

export async function run<T>(client: pg.ClientBase, work: Work<T>, watch?: Watch): Promise<T> {
  let next = work.next();
  while (!next.done) next = work.next(await execute(client, next.value, watch));
  return next.value;
}

export const plain = (sql: string): Query => ({ statement: Statement.control(sql), values: [] });

/** PostgreSQL takes no NUL in a text: it is stored, and looked for, as the replacement character. */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
