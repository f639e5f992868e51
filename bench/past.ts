import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ExportedRecord } from '../src/core/record.ts';
import { countOf } from '../src/core/settle/elo.ts';
import { chess } from '../src/games/chess/rules.ts';
import { orderedId } from '../src/storage/ordered-id.ts';
import { type BenchAgent, mintAgents } from './agents.ts';
import { type Finished, wandered } from './wandering.ts';

export interface Past {
  folder: string;
  agents: BenchAgent[];
}

const AGENTS = 2000;
/** One agent plays so many of all matches: the longest list of an agent that there is. */
const BUSY = 0.1;
const BETWEEN = 10_000;
const FIRST = Date.UTC(2025, 0, 1);
const PER_TRANSACTION = 20_000;
const CHESS_GAMES = 500;

/** A database of that many finished matches, copies of some that were played, made once and kept in the folder. */
export async function pastIn(folder: string, counts: { [game: string]: number }): Promise<Past> {
  const done = join(folder, 'agents.json');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    rmSync(join(folder, 'crossplay.db'), { force: true });
    const agents = await mintAgents(folder, AGENTS);
    write(join(folder, 'crossplay.db'), counts);
    writeFileSync(`${done}.new`, JSON.stringify(agents));
    renameSync(`${done}.new`, done);
  }
  return { folder, agents: JSON.parse(readFileSync(done, 'utf8')) };
}

function write(path: string, counts: { [game: string]: number }): void {
  const db = new DatabaseSync(path);
  for (const pragma of ['synchronous = off', 'journal_mode = wal', 'cache_size = -500000', 'temp_store = memory'])
    db.exec(`pragma ${pragma}`);
  const indexes = db.prepare("select name, sql from sqlite_master where type = 'index' and sql is not null").all();
  // To sort an index once is cheaper than to keep it in order meanwhile.
  for (const { name } of indexes) db.exec(`drop index ${name}`);
  const agents = db.prepare('select id, name from agents order by serial').all() as { id: string; name: string }[];
  const random = mulberry(7);
  const templates = Object.keys(counts).flatMap((game) => templatesOf(game, random));
  db.exec('create temp table templates (template integer, step integer, body text, primary key (template, step))');
  const insertTemplate = db.prepare('insert into templates values (?, ?, ?)');
  for (const [index, { entries }] of templates.entries()) {
    for (const [step, entry] of entries.entries()) insertTemplate.run(index, step, JSON.stringify(entry));
  }
  db.exec('create temp table copies (serial integer primary key, id text, template integer)');
  const insertCopy = db.prepare('insert into copies values (?, ?, ?)');
  const insertMatch = db.prepare(
    `insert into matches (id, outcome, ended_at, steps, game, version, at, seats, options, terms, seed, seed_hash)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertAgent = db.prepare(
    'insert into past_agents (agent, game, at, serial, opponent, result) values (?, ?, ?, ?, ?, ?)',
  );
  const insertChange = db.prepare(
    'insert into ledger (match, agent, book, change, after, reason, at) values (?, ?, ?, ?, ?, ?, ?)',
  );
  const figures = new Map<string, number>();

  const post = (
    match: string,
    agent: string,
    book: string,
    change: number,
    from: number,
    reason: string,
    at: number,
  ) => {
    const key = `${agent} ${book}`;
    const after = (figures.get(key) ?? from) + change;
    figures.set(key, after);
    insertChange.run(match, agent, book, change, after, reason, at);
  };

  let at = FIRST;
  let written = 0;
  db.exec('begin');
  for (const game of shuffledGames(counts, random)) {
    const own = templates.flatMap((record, index) => (record.game === game ? [index] : []));
    const template = own[written % own.length]!;
    const { outcome, entries, version, options, terms, seed, seedHash } = templates[template]!;
    const first = random() < BUSY && game === 'ttt' ? 0 : 1 + Math.floor(random() * (agents.length - 1));
    const second = (first + 1 + Math.floor(random() * (agents.length - 1))) % agents.length;
    const pair = [agents[first]!, agents[second]!];
    const id = orderedId(at);
    const seats = pair.map(({ id: agent, name }) => ({ agent, name, kind: 'agent', via: 'agentgames' }));
    const ended = at + 1000 * entries.length;
    const texts = [seats, options, { ...terms, rated: true }].map((value) => JSON.stringify(value)) as [
      string,
      string,
      string,
    ];
    const { lastInsertRowid: serial } = insertMatch.run(
      ...[id, JSON.stringify(outcome), ended, entries.length, game, version, at],
      ...[...texts, seed, seedHash],
    );
    insertCopy.run(written, id, template);
    for (const [seat, { id: agent }] of pair.entries()) {
      const count = countOf(outcome, seat);
      insertAgent.run(agent, game, at, serial, pair[1 - seat]!.id, count);
      const change = { won: 8, drawn: 0, lost: -8 }[count] * (0.5 + random());
      post(id, agent, `rating:${game}`, change, 1500, count, ended);
      post(id, agent, `${count}:${game}`, 1, 0, count, ended);
    }
    at += BETWEEN;
    if (++written % PER_TRANSACTION === 0) db.exec('commit; begin');
  }
  db.exec('commit');
  db.exec('begin');
  db.exec(`insert into entries (match, step, body)
    select copies.id, templates.step, templates.body from copies cross join templates using (template)
    order by copies.serial, templates.step`);
  const insertFigure = db.prepare('insert into figures (agent, book, value) values (?, ?, ?)');
  for (const [key, value] of figures) insertFigure.run(...(key.split(' ') as [string, string]), value);
  for (const { sql } of indexes) db.exec(String(sql));
  db.exec('commit');
  db.close();
}

/** The games in turn, in proportion to how many of each there are to be. */
function* shuffledGames(counts: { [game: string]: number }, random: () => number): Generator<string> {
  const left = { ...counts };
  for (;;) {
    const total = Object.values(left).reduce((sum, count) => sum + count, 0);
    if (total === 0) return;
    let drawn = random() * total;
    const game = Object.keys(left).find((one) => (drawn -= left[one]!) < 0)!;
    left[game]!--;
    yield game;
  }
}

const goldenRecords = (game: string): Finished[] =>
  globSync(join(import.meta.dirname, '../src/games/*/records/*.json'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as ExportedRecord)
    .filter((record): record is Finished => record.game === game && record.outcome.kind === 'over');

/** More games of chess than the rules remember, so that to read one is to play it again. */
function templatesOf(game: string, random: () => number): Finished[] {
  const golden = goldenRecords(game);
  if (game !== chess.id) return golden;
  return Array.from({ length: CHESS_GAMES }, (_, i) => wandered(chess, golden[i % golden.length]!, random));
}

/** The same past for everyone. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
