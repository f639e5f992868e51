import type { Kysely, Migration } from 'kysely';

/** Payments are found by whose they are, to be given back; lines by their posting, to be undone. */
export const stakes: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    await schema.createIndex('purse_deposits_by_account').on('purse_deposits').column('account').execute();
    await schema.createIndex('purse_lines_by_posting').on('purse_lines').column('posting').execute();
  },
};
