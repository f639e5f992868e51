import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** Lets kysely speak to a `node:sqlite` database. Only migrations run through it. */
export const sqliteDialect = (db: DatabaseSync): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new SqliteDriver(db),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** A migration is one transaction, which also keeps a second process from running it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(db: DatabaseSync) {
    this.#connection = {
      async executeQuery({ sql, parameters }) {
        const statement = db.prepare(sql);
        const values = parameters as readonly SQLInputValue[];
        if (statement.columns().length > 0) return { rows: statement.all(...values) as never[] };
        return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
      },
      // biome-ignore lint/correctness/useYield: nothing is ever streamed
      async *streamQuery() {
        throw new Error('Streaming is not supported.');
      },
    };
  }

  async init() {}
  async acquireConnection() {
    return this.#connection;
  }
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
  async releaseConnection() {}
  /** The database is closed by whoever opened it. */
  async destroy() {}
}
