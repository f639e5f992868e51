import { parseArgs } from 'node:util';
import type { Storage } from '../core/storage.ts';
import { openStorage } from '../storage/open.ts';
import { ConfigError, SETTINGS } from './config.ts';
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
  /** A setting of the command: its flag, its variable, or what holds without them. */
  text(setting: Setting): string;
}

/**
 * The words of a command that works on the database, and where that is.
 * @param more settings whose flags it takes besides, and flags without a value
 */
export function readArguments(
  args: string[],
  usage: string,
  count: number,
  { settings = [], switches = [] }: { settings?: readonly Setting[]; switches?: readonly string[] } = {},
): Arguments {
  let parsed: { positionals: string[]; values: { [flag: string]: string | boolean | undefined } };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        data: { type: 'string' },
        'database-url': { type: 'string' },
        ...Object.fromEntries(switches.map((flag) => [flag, { type: 'boolean' as const }])),
        ...Object.fromEntries(settings.map(({ flag }) => [flag, { type: 'string' as const }])),
      },
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message.split('\n')[0]} Usage: crossplay ${usage}`);
  }
  const { positionals, values } = parsed;
  if (positionals.length !== count) throw new ConfigError(`usage: crossplay ${usage}`);
  return {
    words: positionals,
    json: values.json === true,
    has: (flag) => values[flag] === true,
    ...databaseOf(values as { data?: string; 'database-url'?: string }),
    text: ({ flag, variable, fallback }) => String(values[flag] ?? (process.env[variable] || fallback)),
  };
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
  const storage = await openStorage({ data, databaseUrl });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
