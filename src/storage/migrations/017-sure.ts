import type { Kysely, Migration } from 'kysely';

/** Why a match moved no rating stands with its result; of matches from before nothing is said. */
export const sure: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the tables' newest types
  async up({ schema }: Kysely<any>) {
    await schema.alterTable('matches').addColumn('unrated', 'text').execute();
  },
};
