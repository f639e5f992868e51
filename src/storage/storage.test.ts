import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../test/postgres.ts';
import { storageSuite } from './storage.suite.ts';
import { freshPostgres, freshSqlite } from './suite/databases.ts';

storageSuite('SQLite', freshSqlite);

const postgres = await startPostgres();
afterAll(() => postgres?.stop());
if (postgres) storageSuite('PostgreSQL', () => freshPostgres(postgres.url));
else describe.skip('PostgreSQL: no server found');
