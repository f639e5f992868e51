import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Storage } from '../core/storage.ts';
import { StorageInUse } from './in-use.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface Place {
  /** The folder for everything that is kept, unless a database is named. */
  data: string;
  /** postgres://… */
  databaseUrl?: string | undefined;
  /** For the server: only one at a time may have the database. Commands do without, and work beside it. */
  exclusive?: boolean;
}

export async function openStorage({ data, databaseUrl, exclusive = false }: Place): Promise<Storage> {
  if (databaseUrl) return openPostgres(databaseUrl, exclusive ? 'server' : 'command');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const lock = exclusive ? lockFolder(data) : undefined;
  try {
    const storage = await openSqlite(join(data, 'crossplay.db'));
    return {
      ...storage,
      async close() {
        await storage.close();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

const SQLITE_BUSY = 5;

/** A lock that the operating system takes back when the process dies, however it dies. */
function lockFolder(data: string): DatabaseSync {
  const lock = new DatabaseSync(join(data, 'crossplay.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    throw busy ? new StorageInUse(`Another Crossplay server uses ${data}.`) : error;
  }
  return lock;
}
