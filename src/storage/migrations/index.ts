import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Watch } from '../watch.ts';
import { beginning } from './001-beginning.ts';
import { journal } from './002-journal.ts';
import { bans } from './003-bans.ts';
import { origins } from './004-origins.ts';
import { signatures } from './005-signatures.ts';
import { purse } from './007-purse.ts';
import { past } from './008-past.ts';
import { competitions } from './009-competitions.ts';
import { operations } from './010-operations.ts';
import { meetings } from './011-meetings.ts';
import { heldSeats } from './013-held-seats.ts';
import { cluster } from './014-cluster.ts';
import { stakes } from './016-stakes.ts';
import { sure } from './017-sure.ts';
import { looks } from './018-looks.ts';

export type Flavour = 'sqlite' | 'postgres';

const FIRST = '001-beginning';

export const migrations = (flavour: Flavour): { [name: string]: Migration } => ({
  [FIRST]: beginning(flavour),
  '002-journal': journal(flavour),
  '003-bans': bans,
  '004-origins': origins(flavour),
  '005-signatures': signatures,
  '007-purse': purse(flavour),
  '008-past': past(flavour),
  '009-competitions': competitions(flavour),
  '010-operations': operations(flavour),
  '011-meetings': meetings(flavour),
  '013-held-seats': heldSeats(flavour),
  '014-cluster': cluster(flavour),
  '016-stakes': stakes,
  '017-sure': sure,
  '018-looks': looks,
});

/** The database has seen migrations that are not known here. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}

/** How far, and who is told of each step. */
export interface Migrating {
  /** The name of the last step to take; absent: the newest. */
  last?: string;
  watch?: Watch | undefined;
}

/** Brings the database to the newest shape, or to that of an earlier version. Safe to run from several processes at once. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs before the tables have their types
export async function migrate(db: Kysely<any>, flavour: Flavour, { last, watch }: Migrating = {}): Promise<void> {
  const provider = { getMigrations: async () => migrations(flavour) };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error, results = [] } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
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
