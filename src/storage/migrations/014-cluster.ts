import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Which node has what. A match has the node that wrote it, which its connection names; only PostgreSQL has nodes. */
export const cluster = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up(db: Kysely<any>) {
    if (flavour !== 'postgres') return;
    const text = sql`text collate "C"`;
    await db.schema
      .createTable('nodes')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('wire', 'integer', (column) => column.notNull())
      .addColumn('gone', 'boolean', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('places')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('node', text, (column) => column.notNull())
      .execute();
    const named = sql`nullif(current_setting('crossplay.node', true), '')`;
    await db.schema
      .alterTable('matches')
      .addColumn('node', text, (column) => column.defaultTo(named))
      .execute();
    await db.schema
      .createIndex('matches_of_node')
      .on('matches')
      .column('node')
      .where(sql.ref('outcome'), 'is', null)
      .execute();
  },
});
