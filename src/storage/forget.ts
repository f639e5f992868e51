import type { Kysely } from 'kysely';
import { keep, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

/** Deletes a finished match with its entries. Rows of the ledger stay, and are of no match any more. */
export function forgetting(build: Kysely<Tables>): (id: string) => Work<void> {
  const isOver = keep(({ id }: { id: string }) =>
    build.selectFrom('matches').select('id').where('id', '=', id).where('outcome', 'is not', null),
  );
  const freeLedger = keep(({ id }: { id: string }) =>
    build.updateTable('ledger').set({ match: null }).where('match', '=', id),
  );
  const deleteAgents = keep(({ agent, id }: { agent: string; id: string }) =>
    build.deleteFrom('match_agents').where('agent', '=', agent).where('match', '=', id),
  );
  const selectSeats = keep(({ id }: { id: string }) =>
    build.selectFrom('matches').select('seats').where('id', '=', id),
  );
  const deleteEntries = keep(({ id }: { id: string }) => build.deleteFrom('entries').where('match', '=', id));
  const deleteMatch = keep(({ id }: { id: string }) => build.deleteFrom('matches').where('id', '=', id));

  return function* (id) {
    if ((yield* isOver({ id })).rows.length === 0) return;
    const [row] = (yield* selectSeats({ id })).rows;
    yield* freeLedger({ id });
    // By agent, as the table is sorted.
    const agents = (JSON.parse(row!.seats) as { agent: string }[]).map(({ agent }) => agent);
    for (const agent of new Set(agents)) yield* deleteAgents({ agent, id });
    yield* deleteEntries({ id });
    yield* deleteMatch({ id });
  };
}
