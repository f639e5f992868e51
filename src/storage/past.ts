import { sql } from 'kysely';
import type { PastMatch, PastPage } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { toRecord, toResult } from './match-rows.ts';
import { keep, type Work } from './statement.ts';

/** Reads finished matches of a game from one end to the other, a page at a time: nothing of a page is needed for the next. */
export function pastMatches({ build, entries }: Engine): (page: PastPage) => Work<PastMatch[]> {
  // Written as the index of finished matches has it, which is walked backwards.
  const selectPage = keep(({ game, at, serial, limit }: { game: string; at: number; serial: number; limit: number }) =>
    build
      .selectFrom('matches')
      .select(['id', 'game', 'version', 'at', 'seats', 'options', 'terms', 'seed', 'seed_hash'])
      .select(['arrival', 'table_id', 'previous', 'serial', 'outcome', 'ended_at', 'steps', 'signature', 'unrated'])
      .where('game', '=', game)
      .where('outcome', 'is not', null)
      .where(sql<boolean>`((-at), (-serial)) < (${at}, ${serial})`)
      .orderBy(sql`(-at)`, 'desc')
      .orderBy(sql`(-serial)`, 'desc')
      .limit(limit),
  );

  return function* ({ game, after, limit, entries: whole }) {
    const { rows } = yield* selectPage({ game, at: -after.at, serial: -after.serial, limit });
    const found: PastMatch[] = [];
    for (const row of rows) {
      found.push({
        place: { at: row.at, serial: row.serial },
        record: toRecord(row, whole ? yield* entries.of(row.id, true) : []),
        result: {
          ...toResult(row),
          ...(row.signature !== null && { signature: row.signature }),
        },
      });
    }
    return found;
  };
}
