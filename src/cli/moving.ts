import { resolve } from 'node:path';
import { backUp, compact as compactSqlite, restore as restoreSqlite } from '../storage/moving/backup.ts';
import { copyStorage } from '../storage/moving/copy.ts';
import type { Place } from '../storage/open.ts';
import { type Arguments, readArguments, withStorage } from './arguments.ts';
import { ConfigError } from './config.ts';
import { keepDeed } from './deed.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const matchesIn = (count: number): string => `${count} ${count === 1 ? 'match' : 'matches'}`;

/** While a server runs or not. */
export async function backup(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'backup FILE [--replace]', 1, { switches: ['replace'] });
  onlyEmbedded(parsed, 'pg_dump backs it up');
  const { bytes, matches } = await backUp(parsed.data, parsed.words[0]!, parsed.has('replace'));
  console.log(`${parsed.words[0]} holds ${matchesIn(matches)}, ${megabytes(bytes)}. It also holds keys: keep it safe.`);
}

export async function restore(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'restore FILE [--replace]', 1, { switches: ['replace'] });
  onlyEmbedded(parsed, 'pg_restore restores it');
  const { matches, before } = await restoreSqlite(parsed.data, parsed.words[0]!, parsed.has('replace'));
  await withStorage(parsed, (storage) =>
    keepDeed(storage, { deed: 'restore', subject: 'database', words: resolve(parsed.words[0]!) }),
  );
  console.log(`${parsed.data} holds ${matchesIn(matches)} again.${before ? ` What was there before: ${before}` : ''}`);
}

const TO = { flag: 'to', variable: '', fallback: '', about: 'postgres://…, or a folder for an embedded database' };

export async function copy(args: string[]): Promise<void> {
  const usage = 'copy --to postgres://…|FOLDER';
  const parsed = readArguments(args, usage, 0, { settings: [TO] });
  const to = parsed.text(TO);
  if (to === '') throw new ConfigError(`usage: crossplay ${usage}`);
  const isPostgres = /^postgres(ql)?:\/\//.test(to);
  if (!isPostgres && /^[a-z][a-z\d+.-]*:\/\//i.test(to)) {
    throw new ConfigError(`--to is "${to}", but must be postgres://… or a folder.`);
  }
  const target: Place = isPostgres ? { data: '', databaseUrl: to } : { data: to };
  const { rows, tables, records } = await copyStorage(parsed, target);
  console.log(
    `${rows} rows of ${tables} tables copied; ${matchesIn(records)} compared by the head of their chains: all equal.`,
  );
}

export async function compact(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'compact', 0);
  onlyEmbedded(parsed, 'autovacuum and "vacuum full" compact it');
  const { before, after } = await compactSqlite(parsed.data);
  console.log(`${megabytes(before)} before, ${megabytes(after)} now.`);
}

function onlyEmbedded({ databaseUrl }: Arguments, instead: string): void {
  if (databaseUrl) throw new ConfigError(`this is for the embedded database; with PostgreSQL, ${instead}.`);
}
