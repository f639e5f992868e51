import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Which match two met in last at a game where they take turns in who sits first. */
export const meetings = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    // No foreign key: a row is only ever written with its match, and every new match would look for rows that wait for it.
    const text = flavour === 'postgres' ? sql`text collate "C"` : sql`text`;
    await schema
      .createTable('meetings')
      .addColumn('game', text, (column) => column.notNull())
      .addColumn('one', text, (column) => column.notNull())
      .addColumn('other', text, (column) => column.notNull())
      .addColumn('match', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('meetings_key', ['game', 'one', 'other'])
      .modifyEnd(flavour === 'sqlite' ? sql`without rowid` : sql``)
      .execute();
  },
});
