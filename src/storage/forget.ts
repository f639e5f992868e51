import type { Kysely } from 'kysely';
import { keep, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

/** What becomes of matches that are not kept any longer. */
export function forgetting(build: Kysely<Tables>) {
  const selectOld = keep(({ before, limit }: { before: number; limit: number }) =>
    build
      .selectFrom('matches')
      .select(['id', 'at'])
      .where('outcome', 'is not', null)
      .where('at', '<', before)
      .orderBy('at')
      .orderBy('serial')
      .limit(limit),
  );
  const selectOver = keep(({ id }: { id: string }) =>
    build
      .selectFrom('matches')
      .select(['serial', 'at', 'game', 'seats'])
      .where('id', '=', id)
      .where('outcome', 'is not', null),
  );
  const freeLedger = keep(({ id }: { id: string }) =>
    build.updateTable('ledger').set({ match: null }).where('match', '=', id),
  );
  const deleteAgent = keep(({ agent, game, at, serial }: Tables['live_agents']) =>
    build
      .deleteFrom('past_agents')
      .where('agent', '=', agent)
      .where('game', '=', game)
      .where('at', '=', at)
      .where('serial', '=', serial),
  );
  const selectMeeting = keep(({ game, one, other }: { game: string; one: string; other: string }) =>
    build
      .selectFrom('meetings')
      .select('match')
      .where('game', '=', game)
      .where('one', '=', one)
      .where('other', '=', other),
  );
  const deleteMeeting = keep(({ game, one, other }: { game: string; one: string; other: string }) =>
    build.deleteFrom('meetings').where('game', '=', game).where('one', '=', one).where('other', '=', other),
  );
  const deleteEntries = keep(({ id }: { id: string }) => build.deleteFrom('entries').where('match', '=', id));
  const deleteMatch = keep(({ id }: { id: string }) => build.deleteFrom('matches').where('id', '=', id));

  return {
    *old(before: number, limit: number): Work<{ id: string; at: number }[]> {
      return (yield* selectOld({ before, limit })).rows;
    },
    /** Rows of the ledger stay, and are of no match any more. */
    *remove(id: string): Work<void> {
      const [row] = (yield* selectOver({ id })).rows;
      if (!row) return;
      const { serial, at, game, seats } = row;
      const agents = [...new Set((JSON.parse(seats) as { agent: string }[]).map(({ agent }) => agent))];
      yield* freeLedger({ id });
      for (const agent of agents) yield* deleteAgent({ agent, game, at, serial });
      const [one, other] = agents.toSorted();
      if (one !== undefined && other !== undefined) {
        const [last] = (yield* selectMeeting({ game, one, other })).rows;
        if (last?.match === id) yield* deleteMeeting({ game, one, other });
      }
      yield* deleteEntries({ id });
      yield* deleteMatch({ id });
    },
  };
}
