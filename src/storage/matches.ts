import { sql } from 'kysely';
import type { Append, Appended, MatchFilter, MatchStore, MatchSummary } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { toText } from './json.ts';
import { agentsOf, type Ledger } from './ledger.ts';
import { type RecordRow, toRecord, toRow, toSummary } from './match-rows.ts';
import { pastMatches } from './past.ts';
import { keep, once, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

export function matchStore(engine: Engine, books: Ledger): MatchStore {
  const { build, entries } = engine;
  const records = build
    .selectFrom('matches')
    .select(['id', 'game', 'version', 'at', 'seats', 'options', 'terms', 'seed', 'seed_hash'])
    .select(['arrival', 'table_id', 'previous']);

  const insertMatch = keep((row: RecordRow) =>
    build.insertInto('matches').values({
      id: row.id,
      game: row.game,
      version: row.version,
      at: row.at,
      seats: row.seats,
      options: row.options,
      terms: row.terms,
      seed: row.seed,
      seed_hash: row.seed_hash,
      arrival: row.arrival,
      table_id: row.table_id,
      previous: row.previous,
    }),
  );
  const insertAgent = keep(({ agent, at, match }: Tables['match_agents']) =>
    build.insertInto('match_agents').values({ agent, at, match }),
  );
  const voidOutcome = keep(({ id, before, outcome }: { id: string; before: string; outcome: string }) =>
    build.updateTable('matches').set({ outcome, signature: null }).where('id', '=', id).where('outcome', '=', before),
  );
  const updateResult = keep((row: { id: string; outcome: string; at: number; steps: number }) =>
    build
      .updateTable('matches')
      .set({ outcome: row.outcome, ended_at: row.at, steps: row.steps })
      .where('id', '=', row.id),
  );
  const selectRecord = keep(({ id }: { id: string }) => records.select('outcome').where('id', '=', id));
  const selectLive = keep(() => records.where('outcome', 'is', null).orderBy('at').orderBy('serial'));
  const selectResult = keep(({ id }: { id: string }) =>
    build.selectFrom('matches').select(['outcome', 'ended_at', 'steps', 'signature']).where('id', '=', id),
  );
  const updateSignature = keep(({ id, outcome, signature }: { id: string; outcome: string; signature: string }) =>
    build.updateTable('matches').set({ signature }).where('id', '=', id).where('outcome', '=', outcome),
  );
  const selectUnsigned = keep(({ after, limit }: { after: string; limit: number }) =>
    build
      .selectFrom('matches')
      .select('id')
      .where('outcome', 'is not', null)
      .where('arrival', 'is not', null)
      .where('signature', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  );
  const selectByTable = keep(({ table }: { table: string }) =>
    build.selectFrom('matches').select('id').where('table_id', '=', table).orderBy('serial', 'desc').limit(1),
  );

  const past = pastMatches(engine);

  /** In this order, so that whatever stops it stops it before the first write. */
  function* appendAndSettle({ match, step, entry, close, settle }: Append, body: string): Work<Appended> {
    if (!(yield* entries.fits(match, step))) return { done: 'conflict' };
    const effects = settle ? yield* books.settle(settle, entry.at, match) : [];
    if (typeof effects === 'string') return { done: 'refused', reason: effects };
    yield* entries.add({ match, step, body });
    if (!close) return { done: 'appended', effects };
    yield* entries.end(match);
    yield* updateResult({ id: match, outcome: toText(close), at: entry.at, steps: step + 1 });
    return { done: 'appended', effects };
  }

  function page({ agent, game, over, before, limit }: MatchFilter) {
    const at = agent === undefined ? 'matches.at' : 'match_agents.at';
    let query = build
      .selectFrom('matches')
      .select(['id', 'game', 'version', 'seats', 'matches.at', 'outcome', 'ended_at', 'steps']);
    if (agent !== undefined) {
      query = query.innerJoin('match_agents', 'match_agents.match', 'matches.id').where('agent', '=', agent);
    }
    if (game !== undefined) query = query.where('game', '=', game);
    if (over !== undefined) query = query.where('outcome', over ? 'is not' : 'is', null);
    if (before !== undefined) query = query.where(sql.ref<number>(at), '<', before);
    return query.orderBy(sql.ref<number>(at), 'desc').orderBy('serial', 'desc').limit(limit);
  }

  return {
    async create(record) {
      const row = toRow(record);
      const bodies = record.entries.map(toText);
      const agents = new Set(record.seats.map((seat) => seat.agent));
      return engine.write(function* () {
        yield* insertMatch(row);
        for (const agent of agents) yield* insertAgent({ agent, at: record.at, match: record.id });
        yield* entries.begin(record.id, bodies);
      });
    },
    append(append) {
      const { match, step, entry, close, settle } = append;
      const body = toText(entry);
      if (close || settle) return engine.write(() => appendAndSettle(append, body), agentsOf(settle?.figures ?? []));
      return engine.writeEntry({ match, step, body });
    },
    load: (id) =>
      engine.snapshot(function* () {
        const [row] = (yield* selectRecord({ id })).rows;
        return row && toRecord(row, yield* entries.of(id, row.outcome !== null));
      }),
    live: () =>
      engine.snapshot(function* () {
        const { rows } = yield* selectLive({});
        const bodies = Map.groupBy(yield* entries.live(), ({ match }) => match);
        return rows.map((row) => toRecord(row, bodies.get(row.id)?.map(({ body }) => body) ?? []));
      }),
    result: (id) =>
      engine.snapshot(function* () {
        const [row] = (yield* selectResult({ id })).rows;
        if (!row?.outcome) return undefined;
        const effects = yield* books.postedBy(id);
        const { outcome, ended_at: at, steps, signature } = row;
        return {
          outcome: JSON.parse(outcome),
          at: at!,
          steps: steps!,
          effects,
          ...(signature !== null && { signature }),
        };
      }),
    byTable: (table) =>
      engine.read(function* () {
        return (yield* selectByTable({ table })).rows[0]?.id;
      }),
    list: (filter) =>
      engine.read(function* (): Work<MatchSummary[]> {
        return (yield* once(page(filter))).rows.map(toSummary);
      }),
    past: (page) => engine.snapshot(() => past(page)),
    undo: (id, at, reason) =>
      engine.write(function* () {
        const [row] = (yield* selectResult({ id })).rows;
        if (!row?.outcome || JSON.parse(row.outcome).kind === 'void') return false;
        const outcome = toText({ kind: 'void', reason });
        // Somebody else may be at it: the first to change the row posts.
        if ((yield* voidOutcome({ id, before: row.outcome, outcome })).changed === 0) return false;
        yield* books.reverse(id, at, reason);
        return true;
      }),
    sign: (id, outcome, signature) =>
      engine.write(function* () {
        return (yield* updateSignature({ id, outcome: toText(outcome), signature })).changed === 1;
      }),
    unsigned: (limit, after = '') =>
      engine.read(function* () {
        return (yield* selectUnsigned({ after, limit })).rows.map(({ id }) => id);
      }),
  };
}
