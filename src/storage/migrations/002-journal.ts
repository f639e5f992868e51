import type { Kysely, Migration } from 'kysely';
import type { Flavour } from './index.ts';

/** Entries on their way, for SQLite alone: PostgreSQL adds to the end of a table anyway. */
export const journal = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    if (flavour !== 'sqlite') return;
    await schema
      .createTable('journal')
      .addColumn('serial', 'integer', (column) => column.primaryKey())
      .addColumn('match', 'text', (column) => column.notNull())
      .addColumn('step', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
  },
});
