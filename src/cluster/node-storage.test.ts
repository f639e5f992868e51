import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../test/postgres.ts';
import { nodeStore } from '../storage/nodes.ts';
import { openPostgres } from '../storage/postgres.ts';
import { storageSuite } from '../storage/storage.suite.ts';
import { postgresDatabase } from '../storage/suite/databases.ts';
import type { TestDatabase } from '../storage/suite/samples.ts';
import { steadyStore } from './steady-store.ts';

const NAME = 'node';
const postgres = await startPostgres();

if (postgres) {
  const database = await postgresDatabase(postgres.url);
  const url = database.place.databaseUrl!;
  const nodes = nodeStore(url, NAME);

  /** What a node does with the database is what everyone may expect of a storage. */
  const asNode: TestDatabase = {
    drop: () => database.drop(),
    async open() {
      let epoch = 0;
      const mayWrite = async () => {};
      const fails = (what: string) => () => {
        throw new Error(what);
      };
      const storage = await openPostgres(url, {
        name: NAME,
        epoch: () => epoch,
        mayWrite,
        lost: fails('lost'),
        fenced: fails('fenced'),
      });
      const [known] = await nodes.all();
      epoch = known?.epoch ?? (await nodes.join(1));
      return { ...storage, matches: steadyStore(storage.matches, mayWrite) };
    },
  };
  storageSuite('PostgreSQL, as a node has it', async () => asNode);
  afterAll(async () => {
    await nodes.close();
    await database.remove();
    await postgres.stop();
  });
} else describe.skip('PostgreSQL, as a node has it: no server found');
