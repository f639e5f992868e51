import { parseArgs } from 'node:util';
import type { Storage } from '../core/storage.ts';
import { openStorage } from '../storage/open.ts';
import { ConfigError, SETTINGS } from './config.ts';

export interface Arguments {
  words: string[];
  json: boolean;
  limit: number;
  data: string;
  databaseUrl: string | undefined;
}

/** How many rows a command prints, where it lets its user choose. */
export interface Limit {
  fallback: number;
  most: number;
}

/** The words of a command that works on the database, and where that is. */
export function readArguments(args: string[], usage: string, count: number, limit?: Limit): Arguments {
  let parsed: { positionals: string[]; values: { [flag: string]: string | boolean | undefined } };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        data: { type: 'string' },
        'database-url': { type: 'string' },
        ...(limit && { limit: { type: 'string' } }),
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
    limit: readLimit(values.limit, limit),
    data: String(values.data ?? (process.env[SETTINGS.data.variable] || SETTINGS.data.fallback)),
    databaseUrl:
      (values['database-url'] as string | undefined) ?? (process.env[SETTINGS.databaseUrl.variable] || undefined),
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

/** Opens the database beside a running server, for one piece of work. */
export async function withStorage<T>(
  { data, databaseUrl }: Arguments,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await openStorage({ data, databaseUrl });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
