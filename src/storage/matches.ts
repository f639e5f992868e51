import { type SeatHolder, takesTurns } from '../core/record.ts';
import type { Append, Appended, MatchReads, MatchStore, Two } from '../core/storage.ts';
import type { Engine, Reading, WithReads } from './engine.ts';
import { forgetting } from './forget.ts';
import { toText } from './json.ts';
import { agentsOf, type Ledger } from './ledger.ts';
import { type Listed, matchAgents } from './match-agents.ts';
import { matchLists } from './match-lists.ts';
import { type RecordRow, toRecord, toResult, toRow } from './match-rows.ts';
import { pastMatches } from './past.ts';
import { keep, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

export function matchStore(engine: Engine, books: Ledger): WithReads<MatchStore, MatchReads> {
  const { build, entries } = engine;
  const agents = matchAgents(build);
  const lists = matchLists(engine);
  const records = build
    .selectFrom('matches')
    .select(['id', 'game', 'version', 'at', 'seats', 'options', 'terms', 'seed', 'seed_hash'])
    .select(['arrival', 'table_id', 'previous']);

  const insertMatch = keep((row: RecordRow) =>
    build
      .insertInto('matches')
      .values({
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
      })
      .returning('serial'),
  );
  const upsertMeeting = keep(({ game, one, other, match }: Tables['meetings']) =>
    build
      .insertInto('meetings')
      .values({ game, one, other, match })
      .onConflict((conflict) => conflict.columns(['game', 'one', 'other']).doUpdateSet({ match })),
  );
  const selectMeeting = keep(({ game, one, other }: Omit<Tables['meetings'], 'match'>) =>
    build
      .selectFrom('meetings')
      .innerJoin('matches', 'matches.id', 'meetings.match')
      .select(['matches.id', 'seats'])
      .where('meetings.game', '=', game)
      .where('one', '=', one)
      .where('other', '=', other),
  );
  const voidOutcome = keep(({ id, before, outcome }: { id: string; before: string; outcome: string }) =>
    build
      .updateTable('matches')
      .set({ outcome, signature: null })
      .where('id', '=', id)
      .where('outcome', '=', before)
      .returning(['serial', 'at', 'game', 'seats']),
  );
  const updateResult = keep((row: Pick<Tables['matches'], 'id' | 'outcome' | 'ended_at' | 'steps' | 'unrated'>) =>
    build
      .updateTable('matches')
      .set({ outcome: row.outcome, ended_at: row.ended_at, steps: row.steps, unrated: row.unrated })
      .where('id', '=', row.id)
      .returning(['serial', 'at', 'game', 'seats']),
  );
  const selectRecord = keep(({ id }: { id: string }) => records.select('outcome').where('id', '=', id));
  const selectLive = keep(() => records.where('outcome', 'is', null).orderBy('at').orderBy('serial'));
  const selectResult = keep(({ id }: { id: string }) =>
    build.selectFrom('matches').select(['outcome', 'ended_at', 'steps', 'signature', 'unrated']).where('id', '=', id),
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

  const forgotten = forgetting(build);
  const past = pastMatches(engine);

  /** In this order, so that whatever stops it stops it before the first write. */
  function* appendAndSettle({ match, step, entry, close, unrated, settle }: Append, body: string): Work<Appended> {
    if (!(yield* entries.fits(match, step))) return { done: 'conflict' };
    const effects = settle ? yield* books.settle(settle, entry.at, match) : [];
    if (typeof effects === 'string') return { done: 'refused', reason: effects };
    yield* entries.add({ match, step, body });
    if (!close) return { done: 'appended', effects };
    yield* entries.end(match);
    const result = { id: match, outcome: toText(close), ended_at: entry.at, steps: step + 1, unrated: unrated ?? null };
    const [row] = (yield* updateResult(result)).rows;
    yield* agents.end(toListed(row!), close);
    return { done: 'appended', effects };
  }

  const reads = ({ read, snapshot }: Reading): MatchReads => ({
    load: (id) =>
      snapshot(function* () {
        const [row] = (yield* selectRecord({ id })).rows;
        return row && toRecord(row, yield* entries.of(id, row.outcome !== null));
      }),
    result: (id) =>
      snapshot(function* () {
        const [row] = (yield* selectResult({ id })).rows;
        if (!row?.outcome) return undefined;
        const effects = yield* books.postedBy(id);
        const { signature } = row;
        return { ...toResult(row), effects, ...(signature !== null && { signature }) };
      }),
    list: (filter) => snapshot(() => lists.page(filter)),
    past: (page) => snapshot(() => past(page)),
    opponents: (agent) => read(() => lists.opponents(agent)),
    against: (agent, other, game) => read(() => lists.against(agent, other, game)),
  });

  const store: MatchStore = {
    ...reads(engine),
    async create(record) {
      const row = toRow(record);
      const bodies = record.entries.map(toText);
      const [first, second] = record.seats;
      const pair = takesTurns(record) ? pairOf([first!.agent, second!.agent]) : undefined;
      return engine.write(function* () {
        const [{ serial }] = (yield* insertMatch(row)).rows as [{ serial: number }];
        yield* agents.begin({ serial, at: record.at, game: record.game, seats: record.seats });
        if (pair) yield* upsertMeeting({ game: row.game, ...pair, match: row.id });
        yield* entries.begin(record.id, bodies);
      });
    },
    append(append) {
      const { match, step, entry, close, settle } = append;
      const body = toText(entry);
      if (close || settle) return engine.write(() => appendAndSettle(append, body), agentsOf(settle?.figures ?? []));
      return engine.writeEntry({ match, step, body });
    },
    live: () =>
      engine.snapshot(function* () {
        const { rows } = yield* selectLive({});
        const bodies = Map.groupBy(yield* entries.live(), ({ match }) => match);
        return rows.map((row) => toRecord(row, bodies.get(row.id)?.map(({ body }) => body) ?? []));
      }),
    byTable: (table) =>
      engine.read(function* () {
        return (yield* selectByTable({ table })).rows[0]?.id;
      }),
    lastMeeting: (game, agents) =>
      engine.read(function* () {
        const [row] = (yield* selectMeeting({ game, ...pairOf(agents) })).rows;
        if (!row) return undefined;
        const [first, second] = JSON.parse(row.seats) as SeatHolder[];
        return { id: row.id, agents: [first!.agent, second!.agent] as const };
      }),
    undo: (id, at, reason) =>
      engine.write(function* () {
        const [row] = (yield* selectResult({ id })).rows;
        if (!row?.outcome || JSON.parse(row.outcome).kind === 'void') return false;
        const outcome = toText({ kind: 'void', reason });
        const [voided] = (yield* voidOutcome({ id, before: row.outcome, outcome })).rows;
        // Somebody else may be at it: the first to change the row posts.
        if (!voided) return false;
        yield* books.reverse(id, at, reason);
        yield* agents.void(toListed(voided));
        return true;
      }),
    old: (before, limit) => engine.read(() => forgotten.old(before, limit)),
    remove: (id) => engine.write(() => forgotten.remove(id)),
    sign: (id, outcome, signature) =>
      engine.write(function* () {
        return (yield* updateSignature({ id, outcome: toText(outcome), signature })).changed === 1;
      }),
    unsigned: (limit, after = '') =>
      engine.read(function* () {
        return (yield* selectUnsigned({ after, limit })).rows.map(({ id }) => id);
      }),
  };
  return { store, beside: reads(engine.beside) };
}

const toListed = (row: { serial: number; at: number; game: string; seats: string }): Listed => ({
  ...row,
  seats: JSON.parse(row.seats),
});

/** In an order of its own, so that it does not matter who sat first. */
const pairOf = ([first, second]: Two): { one: string; other: string } =>
  first < second ? { one: first, other: second } : { one: second, other: first };
