import { type Kysely, type Migration, sql } from 'kysely';

/** The server looks every few seconds for bans that a command made. */
export const bans: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    await schema
      .createIndex('agents_banned')
      .on('agents')
      .column('banned_at')
      .where(sql.ref('banned_at'), 'is not', null)
      .execute();
  },
};
