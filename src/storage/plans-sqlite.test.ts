import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Storage } from '../core/storage.ts';
import { Statement } from './statement.ts';
import { freshSqlite, type PlacedDatabase } from './suite/databases.ts';
import { ANALYZE, FILL } from './suite/filled.ts';

/** What does not grow with what was played: what goes on, what a query was handed, and so many of the latest rows. */
const SHORT = ['journal', 'live_agents', 'json_each', 'latest', 'met', 'purse_anchors'];
/** Read from one end to the other on purpose: a row for each account that has money, for each competition, the latest of the audit. */
const WHOLE = ['purse_balances', 'purse_addresses', 'competitions', 'audit'];
/** Indexes of what goes on alone. */
const GOES_ON = /INDEX (?:matches_live|held_seats_open)/;
/** Where one row at most is looked at, or the figures of one agent, or so many of the latest rows. */
const FEW_ROWS =
  /^SEARCH (\w+) USING .*\((?:id=\?|rowid=\?|kind=\? AND id=\?)\)$|^SEARCH (figures) USING PRIMARY KEY|^SCAN (latest|json_each)/;
const isForPostgres = /\$1|pg_/;

let database: PlacedDatabase;
let storage: Storage;
let db: DatabaseSync;
beforeAll(async () => {
  database = await freshSqlite();
  storage = await database.open();
  db = new DatabaseSync(join(database.place.data, 'crossplay.db'));
  db.exec(FILL);
});
afterAll(async () => {
  db.close();
  await storage.close();
  await database.drop();
});

const planOf = (sql: string): string[] =>
  db
    .prepare(`explain query plan ${sql}`)
    .all()
    .map(({ detail }) => String(detail));

/** Why the statement would take longer the more was played. */
function problemsOf(sql: string): string[] {
  const plan = planOf(sql);
  return [...plan.filter(isScan), ...sorted(sql, plan), ...compared(sql, plan)].map((why) => `${why}: ${sql}`);
}

const isScan = (step: string): boolean => {
  const [, table] = /^SCAN (\w+)/.exec(step) ?? [];
  return table !== undefined && ![...SHORT, ...WHOLE].includes(table) && !GOES_ON.test(step);
};

/** A sort of more rows than are wanted. */
const sorted = (sql: string, plan: string[]): string[] =>
  plan.includes('USE TEMP B-TREE FOR ORDER BY') && sql.includes(' limit ') && !SHORT.some((name) => sql.includes(name))
    ? ['sorts']
    : [];

/** Conditions that no index serves: rows are read for nothing. */
function compared(sql: string, plan: string[]): string[] {
  const few = [...SHORT, ...plan.flatMap((step) => FEW_ROWS.exec(step)?.slice(1) ?? [])];
  const served = plan.flatMap((step) => [...conditionsIn(step), ...conditionsOf(/INDEX (\w+)/.exec(step)?.[1])]);
  const [, only] = /(?:from|update) "?(\w+)/.exec(sql) ?? [];
  const conditions = [...(sql.split(' where ')[1] ?? '').matchAll(/(?:(\w+)"?\.)?"?(\w+)"? (?:[=<>!]+|is|in) /g)];
  const columns = conditions.flatMap(([, table = only, column]) => (few.includes(table ?? '') ? [] : [column!]));
  const place = /\((?:own\.)?-?at, /.test(sql) && !sql.includes('live_agents') ? ['at'] : [];
  const unserved = [...columns, ...place].filter((column) => !served.includes(column));
  return unserved.map((column) => `looks at "${column}" row by row`);
}

const conditionsIn = (step: string): string[] =>
  [
    ...step
      .replaceAll('<expr>', 'at')
      .replaceAll('rowid', 'serial')
      .matchAll(/(\w+)(?:,\w+\))?[=<>]/g),
  ].map(([, column]) => column!);

/** What holds for all rows of a partial index. */
function conditionsOf(index: string | undefined): string[] {
  const row = db.prepare(`select sql from sqlite_master where type = 'index' and name = ?`).get(index ?? '');
  const [, conditions = ''] = String(row?.sql ?? '').split(' where ');
  return [...conditions.matchAll(/"(\w+)" (?:is|=)/g)].map(([, column]) => column!);
}

describe('in SQLite no statement takes longer the more was played', () => {
  it('finds those that would', () => {
    expect(problemsOf('select id from matches where steps > ?')).toHaveLength(2);
    expect(problemsOf('select id from matches where outcome is not null and game = ? and version = ?')).toHaveLength(1);
    expect(problemsOf('select id from matches where outcome is not null order by steps limit 5')).toHaveLength(2);
    expect(problemsOf('select id from matches where outcome is not null order by at limit 5')).toHaveLength(1);
  });

  it.each([
    ['as it is', ''],
    ['with statistics', ANALYZE],
  ])('%s', (_name, prepare) => {
    db.exec(prepare);
    const statements = Statement.all()
      .map(({ sql }) => sql)
      .filter((sql) => !isForPostgres.test(sql));
    expect(statements.length).toBeGreaterThan(50);
    expect(statements.flatMap(problemsOf)).toEqual([]);
  });
});
