import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Competitions, and their logs entry by entry. */
export const competitions = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    const postgres = flavour === 'postgres';
    const text = postgres ? sql`text collate "C"` : sql`text`;
    await schema
      .createTable('competitions')
      .addColumn('serial', postgres ? sql`bigserial` : sql`integer`, (column) => column.primaryKey())
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('over', 'integer', (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('competitions_under_way')
      .on('competitions')
      .column('serial')
      .where(sql.ref('over'), '=', sql.lit(0))
      .execute();
    await schema
      .createTable('competition_entries')
      .addColumn('competition', text, (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('competition_entries_key', ['competition', 'number'])
      .modifyEnd(postgres ? sql`` : sql`without rowid`)
      .execute();
  },
});
