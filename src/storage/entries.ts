import { type Kysely, sql } from 'kysely';
import type { EntryRow } from './engine.ts';
import { keep } from './statement.ts';
import type { Tables } from './tables.ts';

const integer = (value: number) => sql<number>`cast(${value} as integer)`;
const text = (value: string) => sql<string>`cast(${value} as text)`;

/** The match, if it goes on and has every entry before this one; whether the number is taken is for the key to say. */
export const appendable = (build: Kysely<Tables>, match: string, step: number) =>
  build
    .selectFrom('matches')
    .where('id', '=', match)
    .where('outcome', 'is', null)
    .where((where) =>
      where.or([
        where(integer(step), '=', 0),
        where.exists(
          where
            .selectFrom('entries as previous')
            .select('previous.step')
            .where('previous.match', '=', match)
            .where('previous.step', '=', sql<number>`${integer(step)} - 1`),
        ),
      ]),
    );

/** The statement on the path of every move: adds the entry, or no row where it does not fit. */
export const appendEntry = (build: Kysely<Tables>) =>
  keep(({ match, step, body }: EntryRow) =>
    build
      .insertInto('entries')
      .columns(['match', 'step', 'body'])
      .expression(
        appendable(build, match, step).select([
          text(match).as('match'),
          integer(step).as('step'),
          text(body).as('body'),
        ]),
      )
      .onConflict((conflict) => conflict.columns(['match', 'step']).doNothing()),
  );
