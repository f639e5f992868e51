import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../test/postgres.ts';
import type { Storage } from '../core/storage.ts';
import { Statement } from './statement.ts';
import { type PlacedDatabase, postgresDatabase } from './suite/databases.ts';
import { ANALYZE, FILL } from './suite/filled.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Filter?: string;
  Plans?: Node[];
}

/** What does not grow with what was played. */
const SHORT = ['live_agents', 'purse_anchors'];
/** Read from one end to the other on purpose: a row for each account that has money, and for each competition. */
const WHOLE = ['purse_balances', 'purse_addresses', 'competitions'];
/** Where one row at most is looked at, or the figures of one agent, or the matches of one table. */
const FEW_ROWS = [
  'matches_id_key',
  'matches_pkey',
  'documents_key',
  'figures_key',
  'matches_by_table',
  'purse_sends_by_state',
];
/** What is asked for where it is worst: the agent with the most matches, the game with the fewest, far back. */
const ASKED: { [name: string]: string } = {
  agent: `'a1'`,
  game: `'rare'`,
  at: '10000',
  serial: '10000',
  id: `'m5000'`,
  match: `'m5000'`,
  previous: `'m5000'`,
  step: '3',
  book: `'book1'`,
  value: '50',
  opponent: `'a2'`,
  result: `'void'`,
  kind: `'kind1'`,
  hash: `'k500'`,
  fingerprint: `'s500'`,
  folded_name: `'a500'`,
  banned_at: '4000',
  limit: '50',
  table_id: `'t500'`,
  account: `'a1'`,
  asset: `'token'`,
  address: `'xa1'`,
  block: '19990',
  number: '20200',
  tx: `'t500'`,
  send: `'s500'`,
  sender: `'till'`,
  competition: `'c500'`,
  one: `'a1'`,
  other: `'a2'`,
  rival: `'a1'`,
  state: `'wanted'`,
};

const server: TestPostgres | undefined = await startPostgres();

describe.skipIf(!server)('in PostgreSQL no statement takes longer the more was played', () => {
  let database: PlacedDatabase & { remove(): Promise<void> };
  let storage: Storage;
  let client: pg.Client;
  beforeAll(async () => {
    database = await postgresDatabase(server!.url);
    storage = await database.open();
    client = new pg.Client(database.place.databaseUrl);
    await client.connect();
    await client.query(FILL);
    await client.query(ANALYZE);
    await client.query('set plan_cache_mode = force_custom_plan');
  });
  afterAll(async () => {
    await client.end();
    await storage.close();
    await database.remove();
    await server!.stop();
  });

  async function problemsOf(sql: string): Promise<string[]> {
    const values = valuesFor(sql);
    await client.query(`prepare asked as ${sql}`);
    try {
      const { rows } = await client.query(`explain (format json) execute asked${values && `(${values})`}`);
      return problemsIn(rows[0]['QUERY PLAN'][0].Plan, /^\s*select/i.test(sql)).map((why) => `${why}: ${sql}`);
    } finally {
      await client.query('deallocate asked');
    }
  }

  it('finds those that would', async () => {
    expect(await problemsOf('select id from matches where steps > 7')).toHaveLength(1);
    expect(
      await problemsOf(`select id from matches where outcome is not null and game = 'rare' and version = 1`),
    ).toHaveLength(1);
    expect(await problemsOf('select body from entries order by body limit 5')).toHaveLength(2);
  });

  it('as it is', async () => {
    const statements = Statement.all().map(({ sql }) => sql);
    expect(statements.length).toBeGreaterThan(45);
    const problems: string[] = [];
    for (const sql of statements) problems.push(...(await problemsOf(sql)));
    expect(problems).toEqual([]);
  });
});

/** A value for each place, by what it is compared with; none for what is only stored. */
function valuesFor(sql: string): string {
  const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const values = Array<string>(count).fill('null');
  const ask = (name: string | undefined, place: string | undefined, form = (value: string) => value) => {
    const value = ASKED[name ?? ''];
    if (value !== undefined) values[Number(place) - 1] = form(value);
  };
  for (const [, name, place] of sql.matchAll(/(\w+)"? (?:[=<>]+|is|limit) (?:-?cast\()?\$(\d+)/g)) ask(name, place);
  for (const [, place] of sql.matchAll(/limit \$(\d+)/g)) ask('limit', place);
  for (const [, name, place] of sql.matchAll(/(\w+)"? = any\(\$(\d+)/g)) ask(name, place, (value) => `array[${value}]`);
  for (const [, at, serial] of sql.matchAll(/\(-?(?:cast\()?\$(\d+)(?: as bigint\))?, -?(?:cast\()?\$(\d+)/g)) {
    ask('at', at);
    ask('serial', serial);
  }
  return values.join(', ');
}

function problemsIn(node: Node, reads: boolean): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, Filter: filter, Plans: below = [] } = node;
  const grows = table !== undefined && !SHORT.includes(table);
  const own: string[] = [];
  if (grows && type === 'Seq Scan' && !WHOLE.includes(table)) own.push(`reads all ${table}`);
  else if (grows && reads && filter && !isFew(node)) own.push(`looks at ${filter} row by row by ${index}`);
  if (type === 'Limit' && below.some(sortsAll)) own.push('sorts more than it takes');
  return [...own, ...below.flatMap((one) => problemsIn(one, reads))];
}

const isFew = (node: Node): boolean => FEW_ROWS.includes(node['Index Name'] ?? '') || (node.Plans ?? []).some(isFew);

/** A sort of rows of a table, which no limit below has made few. */
const sortsAll = (node: Node): boolean => node['Node Type'] === 'Sort' && tablesBelow(node).length > 0;

const tablesBelow = (node: Node): string[] => {
  if (node['Node Type'] === 'Limit') return [];
  const own = node['Relation Name'];
  const isLong = own !== undefined && !SHORT.includes(own) && !isFew(node);
  return [...(isLong ? [own] : []), ...(node.Plans ?? []).flatMap(tablesBelow)];
};
