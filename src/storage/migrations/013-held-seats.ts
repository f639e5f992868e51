import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Seats that agents without a connection take: from the wish to the end under one id. */
export const heldSeats = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    const postgres = flavour === 'postgres';
    const text = postgres ? sql`text collate "C"` : sql`text`;
    await schema
      .createTable('held_seats')
      .addColumn('serial', postgres ? sql`bigserial` : sql`integer`, (column) => column.primaryKey())
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('via', text, (column) => column.notNull())
      .addColumn('game', text, (column) => column.notNull())
      .addColumn('wish', text, (column) => column.notNull())
      .addColumn('rival', text)
      .addColumn('match', text)
      .addColumn('closed', text)
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    // Written so that only this index has the order: PostgreSQL would else walk through everybody's for one.
    await schema
      .createIndex('held_seats_by_agent')
      .on('held_seats')
      .column('agent')
      .expression(sql`(-serial)`)
      .execute();
    await schema
      .createIndex('held_seats_open')
      .on('held_seats')
      .column('serial')
      .where(sql.ref('closed'), 'is', null)
      .execute();
    await schema
      .createIndex('held_seats_by_rival')
      .on('held_seats')
      .columns(['rival', 'serial'])
      .where(sql.ref('rival'), 'is not', null)
      .where(sql.ref('match'), 'is', null)
      .where(sql.ref('closed'), 'is', null)
      .execute();
  },
});
