import type { Kysely, Migration } from 'kysely';

/** Payments are found by whose they are, to be given back. */
export const stakes: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    await schema.createIndex('purse_deposits_by_account').on('purse_deposits').column('account').execute();
  },
};
