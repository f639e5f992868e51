import { mkdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrate, migrations } from '../src/storage/migrations/index.ts';
import { sqliteDialect } from '../src/storage/sqlite-dialect.ts';
import { sampleEntry, sampleRecord, won } from '../src/storage/suite/samples.ts';

// Writes test/schemas/NAME.sql: a small database as that migration left it. A release keeps one of its newest:
//   node test/make-schema.ts 010-operations
const [name] = process.argv.slice(2);
const all = Object.keys(migrations('sqlite'));
if (!name || !all.includes(name)) throw new Error(`usage: node test/make-schema.ts ${all.join('|')}`);

const db = new DatabaseSync(':memory:');
await migrate(new Kysely({ dialect: sqliteDialect(db) }), 'sqlite', { last: name });
const isThere = (table: string): boolean => db.prepare(`pragma table_info(${table})`).all().length > 0;

const insert = (table: string, row: { [column: string]: string | number | null }): void => {
  const columns = db.prepare(`pragma table_info(${table})`).all() as { name: string }[];
  const known = Object.entries(row).filter(([column]) => columns.some((one) => one.name === column));
  const places = known.map(() => '?').join(', ');
  db.prepare(`insert into ${table} (${known.map(([column]) => `"${column}"`).join(', ')}) values (${places})`).run(
    ...known.map(([, value]) => value),
  );
};

insert('agents', { id: 'ann', name: 'Ann', folded_name: 'ann', description: '', at: 1 });
insert('api_keys', { hash: 'a'.repeat(64), agent: 'ann', at: 1 });
for (const [id, over] of [
  ['over', true],
  ['live', false],
] as const) {
  const { seedHash, seats, options, terms, ...record } = sampleRecord(id);
  const [outcome, ended_at, steps] = over ? [JSON.stringify(won), record.at + 9, 2] : [null, null, null];
  const texts = { seats: JSON.stringify(seats), options: JSON.stringify(options), terms: JSON.stringify(terms) };
  const { game, version, at, seed } = record;
  insert('matches', { id, game, version, at, seed, seed_hash: seedHash, outcome, ended_at, steps, ...texts });
  const { serial } = db.prepare('select serial from matches where id = ?').get(id) as { serial: number };
  for (const [i, { agent }] of seats.entries()) {
    if (isThere('match_agents')) insert('match_agents', { agent, at, match: id });
    else if (over)
      insert('past_agents', { agent, game, at, serial, opponent: seats[1 - i]!.agent, result: i ? 'lost' : 'won' });
    else insert('live_agents', { agent, game, at, serial });
  }
  for (const step of [0, 1]) insert('entries', { match: id, step, body: JSON.stringify(sampleEntry(step)) });
}
insert('ledger', { match: 'over', agent: 'ann', book: 'rating:ttt', change: 16, after: 1516, reason: 'match', at: 9 });
insert('figures', { agent: 'ann', book: 'rating:ttt', value: 1516 });
insert('documents', { kind: 'setting', id: 'kept', version: 1, body: '{"a":1}' });
if (name < '010') {
  const body = JSON.stringify({ at: 7, deed: 'ban', subject: 'ann', words: 'Ann' });
  insert('documents', { kind: 'audit', id: '7-x', version: 1, body });
}

const schema = db.prepare(`select name, type, sql from sqlite_master where sql is not null`).all() as {
  name: string;
  type: string;
  sql: string;
}[];
const quote = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
const rows = schema
  .filter(({ type, name: table }) => type === 'table' && !table.startsWith('sqlite_'))
  .flatMap(({ name: table }) =>
    db
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => {
        const columns = Object.keys(row).map((column) => `"${column}"`);
        return `insert into "${table}" (${columns.join(', ')}) values (${Object.values(row).map(quote).join(', ')});`;
      }),
  );
const statement = ({ sql }: { sql: string }) => `${sql.replaceAll(/\s+/g, ' ')};`;
const tables = schema.filter(({ type }) => type === 'table').map(statement);
const others = schema.filter(({ type }) => type !== 'table').map(statement);
const folder = new URL('schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL(`${name}.sql`, folder), `${[...tables, ...rows, ...others].join('\n')}\n`);
