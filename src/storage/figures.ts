import type { FigureStore } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import { agentsOf, type Ledger } from './ledger.ts';
import { keep, once } from './statement.ts';

export function figureStore(engine: Engine, books: Ledger): FigureStore {
  const { build } = engine;
  const selectTop = keep(({ book, limit, offset }: { book: string; limit: number; offset: number }) =>
    build
      .selectFrom('figures')
      .select(['agent', 'value'])
      .where('book', '=', book)
      .orderBy('value', 'desc')
      .orderBy('agent')
      .limit(limit)
      .offset(offset),
  );
  const selectNewestChanges = keep(({ agent, book, limit }: { agent: string; book: string; limit: number }) =>
    build
      .selectFrom('ledger')
      .select(['agent', 'book', 'change', 'after', 'reason', 'at', 'match'])
      .where('agent', '=', agent)
      .where('book', '=', book)
      .orderBy('serial', 'desc')
      .limit(limit),
  );

  return {
    of: (agent) =>
      engine.read(function* () {
        const rows = yield* books.figuresOf(agent);
        return Object.fromEntries(rows.map(({ book, value }) => [book, value]));
      }),
    top: (book, limit, offset = 0) =>
      engine.read(function* () {
        const { rows } = yield* selectTop({ book, limit, offset });
        return rows.map(({ agent, value }) => ({ agent, value }));
      }),
    read: (keys) =>
      engine.read(function* () {
        if (keys.length === 0) return [];
        const among = (name: 'agent' | 'book') => [...new Set(keys.map((key) => key[name]))];
        const { rows } = yield* once(
          build
            .selectFrom('figures')
            .select(['agent', 'book', 'value'])
            .where('agent', 'in', among('agent'))
            .where('book', 'in', among('book')),
        );
        const values = new Map(rows.map(({ agent, book, value }) => [JSON.stringify([agent, book]), value]));
        return keys.map(({ agent, book }) => values.get(JSON.stringify([agent, book])));
      }),
    history: (key, limit) =>
      engine.read(function* () {
        const { rows } = yield* selectNewestChanges({ ...key, limit });
        return rows.reverse().map(({ match, ...change }) => (match === null ? change : { ...change, match }));
      }),
    post: (settlement, at) =>
      engine.write(function* () {
        const posted = yield* books.settle(settlement, at);
        return typeof posted === 'string' ? { refused: posted } : posted;
      }, agentsOf(settlement.figures)),
  };
}
