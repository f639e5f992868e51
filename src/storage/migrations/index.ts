import { type Kysely, type MigrationProvider, Migrator } from 'kysely';
import { beginning } from './001-beginning.ts';

export type Flavour = 'sqlite' | 'postgres';

const provider = (flavour: Flavour): MigrationProvider => ({
  getMigrations: async () => ({ '001-beginning': beginning(flavour) }),
});

/** Brings the database to the newest shape. Safe to run from several processes at once. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs before the tables have their types
export async function migrate(db: Kysely<any>, flavour: Flavour): Promise<void> {
  const { error } = await new Migrator({ db, provider: provider(flavour) }).migrateToLatest();
  if (error) throw error;
}
