import type { DocumentStore } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { toText } from './json.ts';
import { keep } from './statement.ts';

interface Key {
  kind: string;
  id: string;
}

export function documentStore({ build, read, write }: Engine): DocumentStore {
  const select = keep(({ kind, id }: Key) =>
    build.selectFrom('documents').select(['version', 'body']).where('kind', '=', kind).where('id', '=', id),
  );
  const selectKind = keep(({ kind }: { kind: string }) =>
    build.selectFrom('documents').select(['id', 'version', 'body']).where('kind', '=', kind).orderBy('serial'),
  );
  const selectNewest = keep(({ kind, newest }: { kind: string; newest: number }) =>
    build
      .selectFrom('documents')
      .select(['id', 'version', 'body'])
      .where('kind', '=', kind)
      .orderBy('serial', 'desc')
      .limit(newest),
  );
  const insert = keep(({ kind, id, body }: Key & { body: string }) =>
    build
      .insertInto('documents')
      .values({ kind, id, version: 1, body })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing()),
  );
  const update = keep(({ kind, id, expected, next, body }: Key & { expected: number; next: number; body: string }) =>
    build
      .updateTable('documents')
      .set({ version: next, body })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('version', '=', expected),
  );
  const remove = keep(({ kind, id }: Key) =>
    build.deleteFrom('documents').where('kind', '=', kind).where('id', '=', id),
  );

  return {
    get: (kind, id) =>
      read(function* () {
        const [row] = (yield* select({ kind, id })).rows;
        return row && { kind, id, version: row.version, body: JSON.parse(row.body) };
      }),
    list: (kind, newest) =>
      read(function* () {
        const rows =
          newest === undefined
            ? (yield* selectKind({ kind })).rows
            : (yield* selectNewest({ kind, newest })).rows.reverse();
        return rows.map(({ id, version, body }) => ({ kind, id, version, body: JSON.parse(body) }));
      }),
    async put(kind, id, expected, content) {
      const body = toText(content);
      return write(function* () {
        const { changed } =
          expected === 0
            ? yield* insert({ kind, id, body })
            : yield* update({ kind, id, expected, next: expected + 1, body });
        return changed === 1;
      });
    },
    remove: (kind, id) =>
      write(function* () {
        yield* remove({ kind, id });
      }),
  };
}
