import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Storage } from '../core/storage.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { NoDatabase, StorageInUse, throwInWords, WrongFolder, whyUnusable } from './trouble.ts';
import type { Watch } from './watch.ts';

export interface Place {
  /** The folder for everything that is kept, unless a database is named. */
  data: string;
  /** postgres://… */
  databaseUrl?: string | undefined;
  /** For the server: only one at a time may have the database. Commands do without, and work beside it. */
  exclusive?: boolean;
  watch?: Watch;
}

const FILE = 'crossplay.db';
const LOCK = 'crossplay.lock';

/** Whether there is an embedded database in the folder. */
export const hasDatabase = (data: string): boolean => existsSync(join(data, FILE));

export async function openStorage({ data, databaseUrl, exclusive = false, watch }: Place): Promise<Storage> {
  if (databaseUrl) return openPostgres(databaseUrl, exclusive ? 'server' : 'command', watch).catch(throwInWords);
  makeFolder(data);
  const lock = exclusive ? lockFolder(data) : undefined;
  try {
    const storage = await openSqlite(join(data, FILE), undefined, watch, exclusive ? 'server' : 'command');
    leaveToOwner(data);
    return {
      ...storage,
      async close() {
        await storage.close();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw unusable(error, data);
  }
}

function unusable(error: unknown, data: string): unknown {
  const why = whyUnusable(error);
  return why === undefined ? error : new NoDatabase(`the database in ${data} cannot be used: ${why}.`);
}

function makeFolder(data: string): void {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? 'there is a file in its place'
        : code === 'EACCES'
          ? 'that is not allowed'
          : code;
    throw new WrongFolder(`${data} cannot be the folder for the data: ${why}. CROSSPLAY_DATA (--data) names another.`);
  }
}

/** What root makes in somebody's folder is theirs, so that a server that runs as them can go on with it. */
function leaveToOwner(data: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(data);
  const made = [FILE, `${FILE}-wal`, `${FILE}-shm`, LOCK, `${LOCK}-journal`].map((name) => join(data, name));
  for (const path of made) if (existsSync(path)) chownSync(path, uid, gid);
}

const SQLITE_BUSY = 5;

/** A lock that the operating system takes back when the process dies, however it dies. */
function lockFolder(data: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(data, LOCK), { timeout: 0 });
    // Of a file that may only be read only what writes is refused.
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 0');
    return lock;
  } catch (error) {
    lock?.close();
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    throw busy ? new StorageInUse(`Another Crossplay server uses ${data}.`) : unusable(error, data);
  }
}
