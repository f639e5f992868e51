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

/** @param server the address of a server that lets us create databases */
export async function freshPostgres(server: string): Promise<PlacedDatabase> {
  const name = `crossplay_${randomUUID().replaceAll('-', '')}`;
  const command = async (sql: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await command(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return at({ data: '', databaseUrl: url.href }, () => command(`drop database ${name} with (force)`));
}
