import type { Compilable } from 'kysely';

/** A query with places for values. Only this file makes them, and it keeps all that work on tables: none can be overlooked. */
export class Statement {
  readonly sql: string;
  /** Under which a database keeps it prepared; a statement without one is not kept. */
  readonly name: string | undefined;
  private constructor(sql: string, name?: string) {
    this.sql = sql;
    this.name = name;
  }

  static readonly #known = new Map<string, Statement>();

  /** The one with that text. */
  static of(sql: string): Statement {
    let known = Statement.#known.get(sql);
    if (!known) Statement.#known.set(sql, (known = new Statement(sql, `crossplay_${Statement.#known.size + 1}`)));
    return known;
  }

  /** Begins or ends a transaction, or sets something; it works on no table. */
  static control(sql: string): Statement {
    return new Statement(sql);
  }

  /** All that were made so far, of whichever database. */
  static all(): Statement[] {
    return [...Statement.#known.values()];
  }
}

/** A statement with its values, ready to run. */
export interface Query {
  statement: Statement;
  values: readonly unknown[];
}

export interface Result<Row = unknown> {
  rows: Row[];
  /** How many rows were written. */
  changed: number;
}

/**
 * A piece of work over the database: it yields queries and is handed their results. SQLite runs it without ever
 * leaving the current tick, PostgreSQL waits for each answer; the work is written once.
 */
export type Work<T> = Generator<Query, T, Result>;

class Place {
  readonly row: number;
  readonly name: string;
  constructor(row: number, name: string) {
    this.row = row;
    this.name = name;
  }
}

/** Stands for the arguments while a statement is compiled: every property reads as the place of that argument. */
const places = <Args extends object>(row: number): Args =>
  new Proxy({}, { get: (_, name) => new Place(row, String(name)) }) as Args;

function compile<Args extends object>(query: Compilable<unknown>): (rows: readonly Args[]) => Query {
  const { sql, parameters } = query.compile();
  const statement = Statement.of(sql);
  const fill = (rows: readonly Args[], value: unknown) =>
    value instanceof Place ? rows[value.row]?.[value.name as keyof Args] : value;
  return (rows) => ({ statement, values: parameters.map((value) => fill(rows, value)) });
}

/** A statement that is built and prepared once; each call only fills in the values. */
export function keep<Args extends object, Row>(
  build: (args: Args) => Compilable<Row>,
): (args: Args) => Work<Result<Row>> {
  const query = compile<Args>(build(places<Args>(0)));
  return function* (args) {
    return (yield query([args])) as Result<Row>;
  };
}

/** As `keep`, where the values stand in the query in the order in which they are given: nothing is looked up by name. It is yielded as it is. */
export function keepInOrder<Values extends readonly unknown[]>(
  build: (...values: Values) => Compilable<unknown>,
): (values: Values) => Query {
  const places = Array.from({ length: build.length }, (_, index) => new Place(0, String(index)));
  const { sql, parameters } = build(...(places as unknown as Values)).compile();
  if (parameters.some((value, index) => value !== places[index])) throw new Error(`not in order: ${sql}`);
  const statement = Statement.of(sql);
  return (values) => ({ statement, values });
}

/** As `keep`, for a list of rows: one statement for each length that occurs. */
export function keepRows<Args extends object>(
  build: (rows: Args[]) => Compilable<unknown>,
): (rows: readonly Args[]) => Work<Result> {
  const compiled = (length: number) => compile<Args>(build(Array.from({ length }, (_, row) => places<Args>(row))));
  const queries = new Map([[1, compiled(1)]]);
  return function* (rows) {
    let query = queries.get(rows.length);
    if (!query) queries.set(rows.length, (query = compiled(rows.length)));
    return yield query(rows);
  };
}
