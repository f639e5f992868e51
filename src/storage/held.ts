import { sql } from 'kysely';
import type { HeldRow, HeldStore } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { toText } from './json.ts';
import { keep } from './statement.ts';
import type { Tables } from './tables.ts';

type Row = Omit<Tables['held_seats'], 'serial'>;

export function heldStore({ build, read, write }: Engine): HeldStore {
  const rows = build
    .selectFrom('held_seats')
    .select(['id', 'agent', 'via', 'game', 'wish', 'rival', 'match', 'closed', 'at']);
  const selectById = keep(({ id }: { id: string }) => rows.where('id', '=', id));
  const selectOf = keep(({ agent, limit }: { agent: string; limit: number }) =>
    rows.where('agent', '=', agent).orderBy(sql`-serial`).limit(limit),
  );
  const selectToward = keep(({ rival, limit }: { rival: string; limit: number }) =>
    rows
      .where('rival', '=', rival)
      .where('match', 'is', null)
      .where('closed', 'is', null)
      .orderBy('serial')
      .limit(limit),
  );
  const selectOpen = keep((_: object) => rows.where('closed', 'is', null).orderBy('serial'));
  const insert = keep(({ id, agent, via, game, wish, rival, match, closed, at }: Row) =>
    build.insertInto('held_seats').values({ id, agent, via, game, wish, rival, match, closed, at }),
  );
  const updateMatch = keep(({ id, match }: { id: string; match: string }) =>
    build.updateTable('held_seats').set({ match }).where('id', '=', id),
  );
  const updateClosed = keep(({ id, reason }: { id: string; reason: string }) =>
    build.updateTable('held_seats').set({ closed: reason }).where('id', '=', id).where('closed', 'is', null),
  );

  return {
    add: ({ wish, rival = null, match = null, closed = null, ...row }) =>
      write(function* () {
        yield* insert({ ...row, wish: toText(wish), rival, match, closed });
      }),
    begin: (id, match) =>
      write(function* () {
        yield* updateMatch({ id, match });
      }),
    close: (id, reason) =>
      write(function* () {
        yield* updateClosed({ id, reason });
      }),
    get: (id) =>
      read(function* () {
        const [row] = (yield* selectById({ id })).rows;
        return row && heldRow(row);
      }),
    of: (agent, limit) =>
      read(function* () {
        return (yield* selectOf({ agent, limit })).rows.map(heldRow);
      }),
    toward: (rival, limit) =>
      read(function* () {
        return (yield* selectToward({ rival, limit })).rows.map(heldRow);
      }),
    open: () =>
      read(function* () {
        return (yield* selectOpen({})).rows.map(heldRow);
      }),
  };
}

function heldRow({ wish, rival, match, closed, ...row }: Row): HeldRow {
  return {
    ...row,
    wish: JSON.parse(wish),
    ...(rival !== null && { rival }),
    ...(match !== null && { match }),
    ...(closed !== null && { closed }),
  };
}
