import type pg from 'pg';
import type { Appended } from '../core/storage.ts';
import type { Job } from './commit-queue.ts';
import { APPENDED, CONFLICT, type EntryRow } from './engine.ts';
import { execute, run } from './postgres-client.ts';
import { type Query, Statement } from './statement.ts';
import type { Watch } from './watch.ts';

/** Adds the entries of many matches in one round trip, those that fit. */
const ADD_ENTRIES = Statement.of(`
  insert into entries (match, step, body)
  select added.match, added.step, added.body
  from unnest($1::text[], $2::integer[], $3::text[]) as added (match, step, body)
  join matches on matches.id = added.match and matches.outcome is null
  where added.step = 0
    or exists (select from entries as previous where previous.match = added.match and previous.step = added.step - 1)
  on conflict (match, step) do nothing
  returning match`);

/** Held until the commit. In order, so that two who want the same figures wait for each other and never both. */
const LOCK_FIGURES = Statement.of(`
  select pg_advisory_xact_lock(figures.key)
  from (select distinct hashtextextended(agent, 1667592051) as key from unnest($1::text[]) as agent order by key) as figures`);

export const lockFigures = (agents: readonly string[]): Query => ({ statement: LOCK_FIGURES, values: [agents] });

/** Runs the jobs in order; the figures of all are locked first, and entries of different matches that follow each other go together. */
export async function runJobs(client: pg.ClientBase, jobs: readonly Job[], watch?: Watch): Promise<unknown[]> {
  const values: unknown[] = [];
  const agents = jobs.flatMap((job) => ('agents' in job && job.agents) || []);
  if (agents.length > 0) await execute(client, lockFigures(agents));
  let entries = new Map<string, EntryRow>();
  const flush = async () => {
    if (entries.size > 0) values.push(...(await addEntries(client, [...entries.values()], watch)));
    entries = new Map();
  };
  for (const job of jobs) {
    if (!('entry' in job) || entries.has(job.entry.match)) await flush();
    if ('entry' in job) entries.set(job.entry.match, job.entry);
    else values.push(await run(client, job.work(), watch));
  }
  await flush();
  return values;
}

async function addEntries(
  client: pg.ClientBase,
  entries: readonly EntryRow[],
  watch: Watch | undefined,
): Promise<Appended[]> {
  const columns = [
    entries.map((entry) => entry.match),
    entries.map((entry) => entry.step),
    entries.map((entry) => entry.body),
  ];
  const { rows } = await execute(client, { statement: ADD_ENTRIES, values: columns }, watch);
  const added = new Set((rows as { match: string }[]).map((row) => row.match));
  return entries.map((entry) => (added.has(entry.match) ? APPENDED : CONFLICT));
}
