import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { Place } from '../open.ts';
import { clientConfig } from '../postgres-client.ts';

export type Row = { [column: string]: unknown };

/** A database as tables and rows, for whoever copies all of it. */
export interface Raw {
  /** Those of the schema, those first to which others refer. */
  tables(): Promise<string[]>;
  count(table: string): Promise<number>;
  rows(table: string): AsyncGenerator<Row[]>;
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** After the last row: numbers go on behind the highest. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

const BATCH = 500;
/** Entries of matches that go on are a matter of SQLite's own; elsewhere they stand with the others. */
const JOURNAL = 'journal';
/** Which node has what is a matter of PostgreSQL's, and of no other database. */
const OF_NODES = ['nodes', 'places'];
const isOurs = (table: string): boolean =>
  !/^(sqlite_|kysely_)/.test(table) && table !== JOURNAL && !OF_NODES.includes(table);
/** Of the node that wrote it a row knows only where there are nodes. */
const withoutNode = ({ node: _node, ...row }: Row): Row => row;

export const openRaw = (place: Place): Promise<Raw> =>
  place.databaseUrl ? rawPostgres(place.databaseUrl) : rawSqlite(join(place.data, 'crossplay.db'));

async function rawSqlite(path: string): Promise<Raw> {
  const db = new DatabaseSync(path);
  const quoted = (name: string) => `"${name}"`;
  /** What stays of the journal: rows of matches that end are moved, and deleted there later. */
  const unmoved = `from journal where not exists (select 1 from entries where entries.match = journal.match and entries.step = journal.step)`;
  const sources = (table: string) =>
    table === 'entries'
      ? [`select * from entries`, `select match, step, body ${unmoved} order by serial`]
      : [`select * from ${quoted(table)}`];
  return {
    async tables() {
      const all = db.prepare(`select name from sqlite_master where type = 'table'`).all() as { name: string }[];
      const names = all.map(({ name }) => name).filter(isOurs);
      const needs = new Map(
        names.map((name) => {
          const keys = db.prepare(`pragma foreign_key_list(${quoted(name)})`).all() as { table: string }[];
          return [name, keys.map(({ table }) => table).filter((table) => table !== name)];
        }),
      );
      return inOrder(needs);
    },
    async count(table) {
      return sources(table).reduce(
        (sum, select) => sum + Number(db.prepare(`select count(*) as n from (${select})`).get()!.n),
        0,
      );
    },
    async *rows(table) {
      for (const select of sources(table)) {
        const batch: Row[] = [];
        for (const row of db.prepare(select).iterate()) {
          batch.push(row);
          if (batch.length === BATCH) yield batch.splice(0);
        }
        if (batch.length > 0) yield batch;
      }
    },
    async insert(table, rows) {
      const columns = Object.keys(rows[0]!);
      const places = columns.map(() => '?').join(', ');
      const statement = db.prepare(
        `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${places})`,
      );
      db.exec('begin');
      try {
        for (const row of rows) statement.run(...columns.map((column) => row[column] as SQLInputValue));
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    async finish() {},
    async close() {
      db.close();
    },
  };
}

async function rawPostgres(url: string): Promise<Raw> {
  const client = new pg.Client(clientConfig(url));
  await client.connect();
  const name = (table: string) => pg.escapeIdentifier(table);
  const tables = async (): Promise<string[]> => {
    const { rows } = await client.query<{ child: string; parent: string | null }>(
      `select tables.oid::regclass::text as child, keys.confrelid::regclass::text as parent
       from pg_class tables left join pg_constraint keys on keys.conrelid = tables.oid and keys.contype = 'f'
       where tables.relkind = 'r' and tables.relnamespace = current_schema()::regnamespace`,
    );
    const needs = new Map<string, string[]>();
    for (const { child, parent } of rows.filter((row) => isOurs(row.child))) {
      needs.set(child, [...(needs.get(child) ?? []), ...(parent && parent !== child ? [parent] : [])]);
    }
    return inOrder(needs);
  };
  return {
    tables,
    async count(table) {
      return Number((await client.query(`select count(*) as n from ${name(table)}`)).rows[0].n);
    },
    async *rows(table) {
      await client.query('begin isolation level repeatable read, read only');
      await client.query(`declare everything no scroll cursor for select * from ${name(table)}`);
      for (;;) {
        const { rows } = await client.query(`fetch ${BATCH} from everything`);
        if (rows.length === 0) break;
        yield table === 'matches' ? rows.map(withoutNode) : rows;
      }
      await client.query('commit');
    },
    async insert(table, rows) {
      const columns = Object.keys(rows[0]!).map(name).join(', ');
      await client.query(
        `insert into ${name(table)} (${columns}) select ${columns} from json_populate_recordset(null::${name(table)}, $1::json)`,
        [JSON.stringify(rows)],
      );
    },
    async finish() {
      const { rows } = await client.query<{ table: string; column: string }>(
        `select table_name as table, column_name as column from information_schema.columns
         where table_schema = current_schema() and column_default like 'nextval(%'`,
      );
      for (const { table, column } of rows) {
        await client.query(
          `select setval(pg_get_serial_sequence($1, $2), greatest(1, (select coalesce(max(${name(column)}), 0) from ${name(table)})),
           exists (select from ${name(table)}))`,
          [name(table), column],
        );
      }
    },
    async close() {
      await client.end();
    },
  };
}

function inOrder(needs: Map<string, string[]>): string[] {
  const done: string[] = [];
  const add = (table: string): void => {
    if (done.includes(table) || !needs.has(table)) return;
    for (const other of needs.get(table)!) add(other);
    done.push(table);
  };
  for (const table of [...needs.keys()].sort()) add(table);
  return done;
}
