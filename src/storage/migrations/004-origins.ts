import { type Kysely, type Migration, sql } from 'kysely';
import type { Flavour } from './index.ts';

/** Where a match came from, and the server's word for how it ended. */
export const origins = (flavour: Flavour): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    const text = flavour === 'postgres' ? sql`text collate "C"` : sql`text`;
    for (const column of ['arrival', 'table_id', 'previous', 'signature']) {
      await schema.alterTable('matches').addColumn(column, text).execute();
    }
    await schema
      .createIndex('matches_by_table')
      .on('matches')
      .column('table_id')
      .where(sql.ref('table_id'), 'is not', null)
      .execute();
  },
});
