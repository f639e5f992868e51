import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { hasDatabase, openStorage } from '../open.ts';

/** What cannot be backed up or restored, in a sentence. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export interface BackedUp {
  bytes: number;
  matches: number;
}

const FILE = 'crossplay.db';
/** All in one step: with the next commit of a running server a backup in several would begin anew. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies the database as it is at one moment, while a server may go on writing. The file appears once it is whole. */
export async function backUp(data: string, file: string, replace = false): Promise<BackedUp> {
  const path = join(data, FILE);
  if (!hasDatabase(data)) throw new BackupError(`there is no database in ${data}.`);
  if (!existsSync(dirname(file))) throw new BackupError(`there is no folder ${dirname(file)}.`);
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new BackupError(`${file} is a folder; name a file.`);
  if (there && !replace) throw new BackupError(`there is a file ${file} already; --replace writes over it.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(db, part, { rate: ALL_PAGES });
    chmodSync(part, 0o600);
    const checked = check(part);
    renameSync(part, file);
    return checked;
  } finally {
    db.close();
    rmSync(part, { force: true });
  }
}

/**
 * Puts a backup in the place of the database, which no server may have. What was there is kept beside it.
 * @returns what the database holds now, and where the one before is
 */
export async function restore(data: string, file: string, replace: boolean): Promise<BackedUp & { before?: string }> {
  if (!existsSync(file)) throw new BackupError(`there is no file ${file}.`);
  check(file);
  const path = join(data, FILE);
  const hadOne = hasDatabase(data);
  if (hadOne && !replace) throw new BackupError(`there is a database in ${data}; --replace moves it aside.`);
  // Nobody may have it, and its log is folded in, so that the file is all of it.
  await (await openStorage({ data, exclusive: true })).close();
  const before = join(data, `crossplay-before-${new Date().toISOString().replaceAll(':', '')}.db`);
  const fresh = `${path}.part`;
  copyFileSync(file, fresh);
  chmodSync(fresh, 0o600);
  if (hadOne) renameSync(path, before);
  for (const rest of ['-wal', '-shm']) rmSync(path + rest, { force: true });
  renameSync(fresh, path);
  await (await openStorage({ data, exclusive: true })).close();
  return { ...check(path), ...(hadOne && { before }) };
}

/** Gives the room of what was deleted back to the disk. No server may have the database. @returns bytes before and after */
export async function compact(data: string): Promise<{ before: number; after: number }> {
  const storage = await openStorage({ data, exclusive: true });
  try {
    const db = new DatabaseSync(join(data, FILE));
    const before = await storage.size();
    db.exec('vacuum');
    db.exec('pragma wal_checkpoint(truncate)');
    db.close();
    return { before, after: await storage.size() };
  } finally {
    await storage.close();
  }
}

function check(file: string): BackedUp {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const found = db.prepare('pragma quick_check(1)').get() as { quick_check: string };
    if (found.quick_check !== 'ok') throw new Error(found.quick_check);
    const { n } = db.prepare('select count(*) as n from matches').get() as { n: number };
    const { bytes } = db
      .prepare('select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()')
      .get() as { bytes: number };
    return { bytes, matches: n };
  } catch (error) {
    throw new BackupError(`${file} is no sound database of Crossplay: ${(error as Error).message}.`);
  } finally {
    db?.close();
  }
}
