import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../test/postgres.ts';
import { storageSuite } from './storage.suite.ts';
import { aloneSuite } from './suite/alone.suite.ts';
import { connectionSuite } from './suite/connection.suite.ts';
import { crashSuite } from './suite/crash.suite.ts';
import { freshSqlite, postgresDatabase } from './suite/databases.ts';

storageSuite('SQLite', freshSqlite);
aloneSuite('SQLite', freshSqlite);
crashSuite('SQLite', freshSqlite);

const postgres = await startPostgres();
if (postgres) {
  const database = await postgresDatabase(postgres.url);
  const emptied = async () => database;
  storageSuite('PostgreSQL', emptied);
  aloneSuite('PostgreSQL', emptied);
  crashSuite('PostgreSQL', emptied);
  connectionSuite('PostgreSQL', emptied);
  afterAll(async () => {
    await database.remove();
    await postgres.stop();
  });
} else describe.skip('PostgreSQL: no server found');
