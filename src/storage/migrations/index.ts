import { type Kysely, type MigrationProvider, Migrator } from 'kysely';
import { beginning } from './001-beginning.ts';
import { journal } from './002-journal.ts';
import { bans } from './003-bans.ts';
import { origins } from './004-origins.ts';
import { signatures } from './005-signatures.ts';
import { purse } from './007-purse.ts';
import { cluster } from './014-cluster.ts';

export type Flavour = 'sqlite' | 'postgres';

const provider = (flavour: Flavour): MigrationProvider => ({
  getMigrations: async () => ({
    '001-beginning': beginning(flavour),
    '002-journal': journal(flavour),
    '003-bans': bans,
    '004-origins': origins(flavour),
    '005-signatures': signatures,
    '007-purse': purse(flavour),
    '014-cluster': cluster(flavour),
  }),
});

/** Brings the database to the newest shape. Safe to run from several processes at once. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs before the tables have their types
export async function migrate(db: Kysely<any>, flavour: Flavour): Promise<void> {
  const { error } = await new Migrator({ db, provider: provider(flavour) }).migrateToLatest();
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new Error('This database was written by a newer Crossplay. Start that one, or take another database.');
  }
  if (error) throw error;
}
