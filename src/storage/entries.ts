import { type Kysely, sql } from 'kysely';
import type { Entries, EntryRow } from './engine.ts';
import { keep } from './statement.ts';
import type { Tables } from './tables.ts';

interface Place {
  match: string;
  step: number;
}

const integer = (value: number) => sql<number>`cast(${value} as integer)`;

/** Entries in one table that is kept in order: its key sees to it that no number is given twice, whoever writes. */
export function keyedEntries(build: Kysely<Tables>): Entries {
  const insert = keep(({ match, step, body }: EntryRow) => build.insertInto('entries').values({ match, step, body }));
  const selectFitting = keep(({ match, step }: Place) =>
    build
      .selectFrom('matches')
      .select('id')
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
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('entries as taken')
              .select('taken.step')
              .where('taken.match', '=', match)
              .where('taken.step', '=', step),
          ),
        ),
      ),
  );
  const selectAll = keep(({ match }: { match: string }) =>
    build.selectFrom('entries').select('body').where('match', '=', match).orderBy('step'),
  );
  const selectLive = keep(() =>
    build
      .selectFrom('matches')
      // SQLite takes a cross join in the order in which it is written: from the few that go on to their entries.
      .crossJoin('entries')
      .select(['entries.match', 'entries.body'])
      .where('matches.outcome', 'is', null)
      .whereRef('entries.match', '=', 'matches.id')
      .orderBy('matches.at')
      .orderBy('matches.serial')
      .orderBy('entries.step'),
  );

  return {
    *begin(match, bodies) {
      for (const [step, body] of bodies.entries()) yield* insert({ match, step, body });
    },
    *fits(match, step) {
      return (yield* selectFitting({ match, step })).rows.length > 0;
    },
    *add(entry) {
      yield* insert(entry);
    },
    *end() {},
    *of(match) {
      return (yield* selectAll({ match })).rows.map(({ body }) => body);
    },
    *live() {
      const { rows } = yield* selectLive({});
      return rows;
    },
  };
}
