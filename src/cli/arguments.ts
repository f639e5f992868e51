import { resolve } from 'node:path';
import type { Storage } from '../core/storage.ts';
import { hasDatabase, openStorage } from '../storage/open.ts';
import { ConfigError, SETTINGS } from './config.ts';
import { readFlags } from './read-flags.ts';
import type { Setting } from './setting.ts';

/** Where a command finds the database. */
export interface Database {
  data: string;
  databaseUrl: string | undefined;
}

export interface Arguments extends Database {
  words: string[];
  json: boolean;
  has(flag: string): boolean;
  limit: number;
  /** A setting of the command: its flag, its variable, or what holds without them. */
  text(setting: Setting): string;
}

/** How many rows a command prints, where it lets its user choose. */
export interface Limit {
  fallback: number;
  most: number;
}

/** The flags that a command takes besides. */
export interface OwnFlags {
  settings?: readonly Setting[];
  /** Those without a value. */
  switches?: readonly string[];
  limit?: Limit;
}

/** The words of a command that works on the database, and where that is. */
export function readArguments(
  args: string[],
  usage: string,
  count: number,
  { settings = [], switches = [], limit }: OwnFlags = {},
): Arguments {
  const parsed = readFlags(usage, {
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      data: { type: 'string' },
      'database-url': { type: 'string' },
      ...Object.fromEntries(switches.map((flag) => [flag, { type: 'boolean' as const }])),
      ...Object.fromEntries(settings.map(({ flag }) => [flag, { type: 'string' as const }])),
      ...(limit && { limit: { type: 'string' } }),
    },
  });
  const positionals = parsed.positionals;
  const values = parsed.values as { [flag: string]: string | boolean | undefined };
  if (positionals.length !== count) throw new ConfigError(`usage: crossplay ${usage}`);
  return {
    words: positionals,
    json: values.json === true,
    has: (flag) => values[flag] === true,
    limit: readLimit(values.limit, limit),
    ...databaseOf(values as { data?: string; 'database-url'?: string }),
    text: ({ flag, variable, fallback }) => String(values[flag] ?? (process.env[variable] || fallback)),
  };
}

function readLimit(given: string | boolean | undefined, { fallback, most }: Limit = { fallback: 0, most: 0 }): number {
  if (given === undefined) return fallback;
  const limit = Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) {
    throw new ConfigError(`--limit is a whole number from 1 to ${most}, not "${given}"`);
  }
  return limit;
}

/** As the flags say, else the variables. */
export const databaseOf = (values: { data?: string | undefined; 'database-url'?: string | undefined }): Database => ({
  data: values.data ?? (process.env[SETTINGS.data.variable] || SETTINGS.data.fallback),
  databaseUrl: values['database-url'] ?? (process.env[SETTINGS.databaseUrl.variable] || undefined),
});

/** Opens the database beside a running server, for one piece of work. */
export async function withStorage<T>(
  { data, databaseUrl }: Database,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  // Whoever is in another folder than the server would else wonder what became of it.
  if (!databaseUrl && !hasDatabase(data)) {
    console.error(
      `crossplay: there is no database in ${resolve(data)}, so a new one is made. CROSSPLAY_DATA (--data) names another.`,
    );
  }
  const storage = await openStorage({ data, databaseUrl });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
