import type { FigureReads, FigureStore } from '../core/storage.ts';
import type { Engine, ListValue, Reading, WithReads } from './engine.ts';
import { agentsOf, type Ledger } from './ledger.ts';
import { isNoPlainBook } from './plain-books.ts';
import { keep } from './statement.ts';

export function figureStore(engine: Engine, books: Ledger): WithReads<FigureStore, FigureReads> {
  const { build, lists } = engine;
  const selectBelow = keep(({ book, value, limit }: { book: string; value: number; limit: number }) =>
    build
      .selectFrom('figures')
      .select(['agent', 'value'])
      .where('book', '=', book)
      .where(isNoPlainBook)
      .where('value', '<', value)
      .orderBy('value', 'desc')
      .orderBy('agent')
      .limit(limit),
  );
  const selectEqual = keep((after: { book: string; value: number; agent: string; limit: number }) =>
    build
      .selectFrom('figures')
      .select(['agent', 'value'])
      .where('book', '=', after.book)
      .where(isNoPlainBook)
      .where('value', '=', after.value)
      .where('agent', '>', after.agent)
      .orderBy('agent')
      .limit(after.limit),
  );
  const selectSome = keep(({ agents, names }: { agents: ListValue; names: ListValue }) =>
    build
      .selectFrom('figures')
      .select(['agent', 'book', 'value'])
      .where(lists.among('agent', agents))
      .where(lists.among('book', names)),
  );
  const selectNewestChanges = keep(({ agent, book, limit }: { agent: string; book: string; limit: number }) =>
    build
      .selectFrom('ledger')
      .select(['agent', 'book', 'change', 'after', 'reason', 'at', 'match'])
      .where('agent', '=', agent)
      .where('book', '=', book)
      .where(isNoPlainBook)
      .orderBy('serial', 'desc')
      .limit(limit),
  );

  const reads = ({ read, snapshot }: Reading): FigureReads => ({
    of: (agent) =>
      read(function* () {
        const rows = yield* books.figuresOf(agent);
        return Object.fromEntries(rows.map(({ book, value }) => [book, value]));
      }),
    top: (book, limit, after) =>
      snapshot(function* () {
        const equal = after ? (yield* selectEqual({ book, ...after, limit })).rows : [];
        const below = { book, value: after?.value ?? Infinity, limit: limit - equal.length };
        const rows = below.limit > 0 ? [...equal, ...(yield* selectBelow(below)).rows] : equal;
        return rows.map(({ agent, value }) => ({ agent, value }));
      }),
    read: (keys) =>
      read(function* () {
        const all = (name: 'agent' | 'book') => lists.value([...new Set(keys.map((key) => key[name]))]);
        const { rows } = yield* selectSome({ agents: all('agent'), names: all('book') });
        const values = new Map(rows.map(({ agent, book, value }) => [JSON.stringify([agent, book]), value]));
        return keys.map(({ agent, book }) => values.get(JSON.stringify([agent, book])));
      }),
    history: (key, limit) =>
      read(function* () {
        const { rows } = yield* selectNewestChanges({ ...key, limit });
        return rows.reverse().map(({ match, ...change }) => (match === null ? change : { ...change, match }));
      }),
  });

  const store: FigureStore = {
    ...reads(engine),
    post: (settlement, at) =>
      engine.write(function* () {
        const posted = yield* books.settle(settlement, at);
        return typeof posted === 'string' ? { refused: posted } : posted;
      }, agentsOf(settlement.figures)),
  };
  return { store, beside: reads(engine.beside) };
}
