import { sql } from 'kysely';
import type { CompetitionStore } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { toText } from './json.ts';
import { keep, keepRows } from './statement.ts';

interface EntryRow {
  competition: string;
  number: number;
  body: string;
}

/** So many rows go into one statement. */
const AT_ONCE = 500;

export function competitionStore({ build, read, snapshot, write }: Engine): CompetitionStore {
  const insert = keep(({ id, body }: { id: string; body: string }) =>
    build
      .insertInto('competitions')
      .values({ id, over: 0, body })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  const select = keep(({ id }: { id: string }) =>
    build.selectFrom('competitions').select(['id', 'body']).where('id', '=', id),
  );
  const selectUnderWay = keep(() =>
    build.selectFrom('competitions').select(['id', 'body']).where('over', '=', sql.lit(0)).orderBy('serial'),
  );
  const selectNewest = keep(({ limit, offset }: { limit: number; offset: number }) =>
    build.selectFrom('competitions').select(['id', 'body']).orderBy('serial', 'desc').limit(limit).offset(offset),
  );
  const finish = keep(({ id }: { id: string }) =>
    build.updateTable('competitions').set({ over: 1 }).where('id', '=', id),
  );
  const insertEntries = keepRows((rows: EntryRow[]) =>
    build
      .insertInto('competition_entries')
      .values(rows.map(({ competition, number, body }) => ({ competition, number, body }))),
  );
  const insertFirst = keep(({ competition, number, body }: EntryRow) =>
    build
      .insertInto('competition_entries')
      .values({ competition, number, body })
      .onConflict((conflict) => conflict.columns(['competition', 'number']).doNothing()),
  );
  const selectNumber = keep(({ competition, number }: Omit<EntryRow, 'body'>) =>
    build
      .selectFrom('competition_entries')
      .select('number')
      .where('competition', '=', competition)
      .where('number', '=', number),
  );
  const selectEntries = keep(({ competition }: { competition: string }) =>
    build.selectFrom('competition_entries').select('body').where('competition', '=', competition).orderBy('number'),
  );
  const opened = ({ id, body }: { id: string; body: string }) => ({ id, body: JSON.parse(body) });

  return {
    async open(id, content) {
      const body = toText(content);
      return write(function* () {
        return (yield* insert({ id, body })).changed === 1;
      });
    },
    get: (id) =>
      read(function* () {
        const [row] = (yield* select({ id })).rows;
        return row && JSON.parse(row.body);
      }),
    underWay: () =>
      read(function* () {
        return (yield* selectUnderWay({})).rows.map(opened);
      }),
    newest: (limit, offset) =>
      read(function* () {
        return (yield* selectNewest({ limit, offset })).rows.map(opened);
      }),
    read: (id) =>
      snapshot(function* () {
        return (yield* selectEntries({ competition: id })).rows.map(({ body }) => JSON.parse(body));
      }),
    async append(id, after, entries, over) {
      const rows = entries.map((entry, i) => ({ competition: id, number: after + i, body: toText(entry) }));
      const [first, ...rest] = rows;
      if (!first) return true;
      return write(function* () {
        if (after > 0) {
          const before = yield* selectNumber({ competition: id, number: after - 1 });
          if (before.rows.length === 0) return false;
        }
        // Others write their entries together too: who has the first number has them all.
        if ((yield* insertFirst(first)).changed === 0) return false;
        for (let i = 0; i < rest.length; i += AT_ONCE) yield* insertEntries(rest.slice(i, i + AT_ONCE));
        if (over) yield* finish({ id });
        return true;
      });
    },
  };
}
