import { type Kysely, type Migration, sql } from 'kysely';

/** At its start the server looks for matches that ended just before it stopped. Those from before arrival was kept stay unsigned. */
export const signatures: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    await schema
      .createIndex('matches_unsigned')
      .on('matches')
      .column('id')
      .where(sql.ref('outcome'), 'is not', null)
      .where(sql.ref('arrival'), 'is not', null)
      .where(sql.ref('signature'), 'is', null)
      .execute();
  },
};
