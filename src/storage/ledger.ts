import type { Effect, FigureKey, Posted, Settlement } from '../core/storage.ts';
import type { Engine } from './engine.ts';
import type { Money } from './money.ts';
import { keep, keepRows, type Work } from './statement.ts';
import type { Tables } from './tables.ts';

type LedgerRow = Omit<Tables['ledger'], 'serial'>;

/** The books: figures, and every change that led to them. All of it runs inside a commit. */
export interface Ledger {
  /** Asks `settle` on figures that its write has locked, and posts what it says; a string refuses, and nothing is written. */
  settle(settlement: Settlement, at: number, match?: string): Work<Posted[] | string>;
  /** Posts the opposite of every change the match made. */
  reverse(match: string, at: number, reason: string): Work<void>;
  postedBy(match: string): Work<Posted[]>;
  figuresOf(agent: string): Work<{ book: string; value: number }[]>;
}

export function ledger({ build, lockFigures }: Engine, money: Money): Ledger {
  const selectFigures = keep(({ agent }: { agent: string }) =>
    build.selectFrom('figures').select(['book', 'value']).where('agent', '=', agent),
  );
  const writeFigures = keepRows((rows: Tables['figures'][]) =>
    build
      .insertInto('figures')
      .values(rows.map(({ agent, book, value }) => ({ agent, book, value })))
      .onConflict((conflict) =>
        conflict.columns(['agent', 'book']).doUpdateSet((set) => ({ value: set.ref('excluded.value') })),
      ),
  );
  const insertChanges = keepRows((rows: LedgerRow[]) =>
    build.insertInto('ledger').values(
      rows.map(({ match, agent, book, change, after, reason, at }) => {
        return { match, agent, book, change, after, reason, at };
      }),
    ),
  );
  const selectByMatch = keep(({ match }: { match: string }) =>
    build
      .selectFrom('ledger')
      .select(['agent', 'book', 'change', 'after', 'reason'])
      .where('match', '=', match)
      .orderBy('serial'),
  );

  function* figuresOf(agent: string) {
    return (yield* selectFigures({ agent })).rows;
  }

  function* readInto(figures: Figures, agents: Iterable<string>): Work<void> {
    for (const agent of agents) {
      if (figures.has(agent)) continue;
      figures.set(agent, new Map((yield* figuresOf(agent)).map(({ book, value }) => [book, value])));
    }
  }

  function* post(figures: Figures, effects: readonly Effect[], at: number, match?: string): Work<Posted[]> {
    if (effects.length === 0) return [];
    const others = agentsOf(effects).filter((agent) => !figures.has(agent));
    if (others.length > 0) yield* lockFigures(others);
    yield* readInto(figures, others);
    const posted = effects.map((effect) => apply(figures, effect));
    yield* writeFigures(latest(posted));
    yield* insertChanges(posted.map((change) => ({ ...change, match: match ?? null, at })));
    return posted;
  }

  function* postedBy(match: string): Work<Posted[]> {
    return (yield* selectByMatch({ match })).rows.map((row) => ({ ...row }));
  }

  return {
    figuresOf,
    postedBy,
    *settle(settlement, at, match) {
      const figures: Figures = new Map();
      yield* readInto(figures, agentsOf(settlement.figures));
      const named = new Set(settlement.figures.map(nameOf));
      const effects = settlement.settle((key) => {
        if (!named.has(nameOf(key))) throw new Error(`The figure ${key.book} of ${key.agent} was not asked for.`);
        return figures.get(key.agent)?.get(key.book);
      });
      if (typeof effects === 'string') return effects;
      const plan = settlement.money && (yield* money.plan(settlement.money));
      if (plan?.done === 'repeated') throw new Error(`The money of ${match ?? 'this'} was moved before.`);
      if (plan?.done) return plan.reason;
      const posted = yield* post(figures, effects, at, match);
      if (plan) yield* money.carryOut(plan, at, match);
      return posted;
    },
    *reverse(match, at, reason) {
      const effects = (yield* postedBy(match)).map(({ agent, book, change }) => {
        return { agent, book, change: 0 - change, reason };
      });
      yield* post(new Map(), effects, at, match);
      yield* money.reverse(match, at, reason);
    },
  };
}

/** By agent, then by book. */
type Figures = Map<string, Map<string, number>>;

/** Ids of agents have no line breaks. */
const nameOf = ({ agent, book }: FigureKey): string => `${agent}\n${book}`;
export const agentsOf = (keys: readonly FigureKey[]): string[] => [...new Set(keys.map((key) => key.agent))];

function apply(figures: Figures, { agent, book, change, from, reason }: Effect): Posted {
  const books = figures.get(agent)!;
  const after = (books.get(book) ?? from ?? 0) + change;
  if (!Number.isFinite(after)) throw new Error(`The figure ${book} of ${agent} would become ${after}.`);
  books.set(book, after);
  return { agent, book, change, after, reason };
}

/** Each figure once, as the last of its changes leaves it. */
function latest(posted: readonly Posted[]): Tables['figures'][] {
  const figures = posted.map(
    ({ agent, book, after }) => [nameOf({ agent, book }), { agent, book, value: after }] as const,
  );
  return [...new Map(figures).values()];
}
