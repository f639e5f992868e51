import { type Kysely, type Migration, sql } from 'kysely';

/** Accounts are found by how their names look. */
export const looks: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up(db: Kysely<any>) {
    await sql`create index agents_by_look on agents
      (replace(replace(replace(replace(folded_name, '0', 'o'), '1', 'l'), 'i', 'l'), 'm', 'rn'))`.execute(db);
  },
};
