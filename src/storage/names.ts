import type { Kysely } from 'kysely';
import { DELETED_NAME } from '../core/storage.ts';
import { keep, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

interface Renaming {
  id: string;
  name: string;
  folded: string;
  at: number;
  heldUntil: number;
}

/** Names that were given up are held for a while, so that nobody is taken for who had one before. */
export function nameKeeping(build: Kysely<Tables>) {
  const selectHeld = keep(({ folded }: { folded: string }) =>
    build.selectFrom('held_names').select(['agent', 'until']).where('folded_name', '=', folded),
  );
  const selectHeldBy = keep(({ agent }: { agent: string }) =>
    build.selectFrom('held_names').select('until').where('agent', '=', agent),
  );
  const selectName = keep(({ id }: { id: string }) =>
    build.selectFrom('agents').select(['folded_name', 'deleted_at']).where('id', '=', id),
  );
  const selectTaken = keep(({ folded }: { folded: string }) =>
    build.selectFrom('agents').select('id').where('folded_name', '=', folded),
  );
  const hold = keep(({ folded, agent, until }: { folded: string; agent: string; until: number }) =>
    build
      .insertInto('held_names')
      .values({ folded_name: folded, agent, until })
      .onConflict((conflict) =>
        conflict
          .column('folded_name')
          .doUpdateSet({ agent: (row) => row.ref('excluded.agent'), until: (row) => row.ref('excluded.until') }),
      ),
  );
  const updateName = keep(({ id, name, folded }: { id: string; name: string; folded: string }) =>
    build.updateTable('agents').set({ name, folded_name: folded }).where('id', '=', id),
  );
  const markDeleted = keep(({ id, name, folded, at }: { id: string; name: string; folded: string; at: number }) =>
    build
      .updateTable('agents')
      .set({ name, folded_name: folded, description: '', owner: null, banned_at: at, deleted_at: at })
      .where('id', '=', id),
  );

  function* isHeld(folded: string, agent: string, at: number): Work<boolean> {
    return (yield* selectHeld({ folded })).rows.some((held) => held.agent !== agent && held.until > at);
  }

  return {
    isHeld,
    *rename({ id, name, folded, at, heldUntil }: Renaming): Work<'renamed' | 'taken' | 'too soon'> {
      const [known] = (yield* selectName({ id })).rows;
      const isSame = known?.folded_name === folded;
      if (!isSame && (yield* selectHeldBy({ agent: id })).rows.some(({ until }) => until > at)) return 'too soon';
      const isTaken = (yield* selectTaken({ folded })).rows.some((other) => other.id !== id);
      if (isTaken || (yield* isHeld(folded, id, at))) return 'taken';
      if (known && !isSame) yield* hold({ folded: known.folded_name, agent: id, until: heldUntil });
      yield* updateName({ id, name, folded });
      return 'renamed';
    },
    *remove(id: string, at: number, heldUntil: number): Work<void> {
      const [known] = (yield* selectName({ id })).rows;
      if (!known || known.deleted_at !== null) return;
      yield* hold({ folded: known.folded_name, agent: id, until: heldUntil });
      yield* markDeleted({ id, name: DELETED_NAME, folded: `${DELETED_NAME} ${id}`, at });
    },
  };
}
