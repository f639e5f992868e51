import { type Kysely, type MigrationProvider, Migrator } from 'kysely';
import type { Watch } from '../watch.ts';
import { beginning } from './001-beginning.ts';
import { journal } from './002-journal.ts';
import { bans } from './003-bans.ts';
import { origins } from './004-origins.ts';
import { signatures } from './005-signatures.ts';
import { purse } from './007-purse.ts';
import { operations } from './010-operations.ts';

export type Flavour = 'sqlite' | 'postgres';

const FIRST = '001-beginning';

export const provider = (flavour: Flavour): MigrationProvider => ({
  getMigrations: async () => ({
    [FIRST]: beginning(flavour),
    '002-journal': journal(flavour),
    '003-bans': bans,
    '004-origins': origins(flavour),
    '005-signatures': signatures,
    '007-purse': purse(flavour),
    '010-operations': operations(flavour),
  }),
});

/** The database has seen migrations that are not known here. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}

/** Brings the database to the newest shape. Safe to run from several processes at once. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs before the tables have their types
export async function migrate(db: Kysely<any>, flavour: Flavour, watch?: Watch): Promise<void> {
  const migrator = new Migrator({ db, provider: provider(flavour), allowUnorderedMigrations: true });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new NewerDatabase(
      'This database was written by a newer Crossplay. Start that one, or take another database.',
    );
  }
  if (error) throw error;
  // Of a new database there is nothing to tell.
  if (results[0]?.migrationName === FIRST) return;
  for (const { migrationName } of results) watch?.migrated(migrationName);
}
