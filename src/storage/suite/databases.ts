import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStorage, type Place } from '../open.ts';
import type { TestDatabase } from './samples.ts';

/** Where a database of a test is, for another process to open as well. */
export interface PlacedDatabase extends TestDatabase {
  place: Place;
}

const at = (place: Place, drop: () => Promise<void>): PlacedDatabase => ({
  place,
  open: (options) => openStorage({ ...place, ...options }),
  drop,
});

export async function freshSqlite(): Promise<PlacedDatabase> {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-db-'));
  return at({ data }, async () => rmSync(data, { recursive: true, force: true }));
}

/** Those that refer to others first. */
const TABLES = [
  'places',
  'nodes',
  'purse_lines',
  'purse_postings',
  'purse_balances',
  'purse_addresses',
  'purse_anchors',
  'purse_deposits',
  'purse_transactions',
  'purse_sends',
  'entries',
  'meetings',
  'live_agents',
  'past_agents',
  'ledger',
  'matches',
  'figures',
  'documents',
  'competition_entries',
  'competitions',
  'api_keys',
  'held_seats',
  'ssh_keys',
  'held_names',
  'audit',
  'agents',
];

/**
 * One database for many tests, empty again after each: a new one for each would take far longer.
 * @param server the address of a server that lets us create databases
 */
export async function postgresDatabase(server: string): Promise<PlacedDatabase & { remove(): Promise<void> }> {
  const name = `crossplay_${randomUUID().replaceAll('-', '')}`;
  await command(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // The audit refuses to be emptied.
  const guard = (state: string) => `alter table audit ${state} trigger audit_only_grows`;
  const deletes = TABLES.map((table) => `delete from ${table}`);
  const empty = () => command(url.href, [guard('disable'), ...deletes, guard('enable')].join('; '));
  const remove = () => command(server, `drop database ${name} with (force)`);
  return { ...at({ data: '', databaseUrl: url.href }, empty), remove };
}

export async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
