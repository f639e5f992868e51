import { hash } from 'node:crypto';
import { headOf } from '../../core/chain.ts';
import type { Storage } from '../../core/storage.ts';
import { openStorage, type Place } from '../open.ts';
import { openRaw, type Raw } from './raw.ts';

/** What cannot be copied, or was copied wrong, in a sentence. */
export class CopyError extends Error {
  override name = 'CopyError';
}

export interface Copied {
  tables: number;
  rows: number;
  /** Whose hash over header and all entries is the same on both sides. */
  records: number;
}

/**
 * Copies everything into an empty database of either kind, then holds one against the other: rows by table, and each
 * match by the head of its chain. No server may have either meanwhile.
 */
export async function copyStorage(from: Place, to: Place): Promise<Copied> {
  const source = await openStorage({ ...from, exclusive: true });
  try {
    const target = await openStorage({ ...to, exclusive: true });
    try {
      return await copyOpened(from, to, source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyOpened(from: Place, to: Place, source: Storage, target: Storage): Promise<Copied> {
  const [old, fresh] = [await openRaw(from), await openRaw(to)];
  try {
    const tables = await old.tables();
    const known = await fresh.tables();
    const missing = tables.filter((table) => !known.includes(table));
    if (missing.length > 0) throw new CopyError(`the target has no table ${missing.join(', ')}.`);
    for (const table of known) {
      if ((await fresh.count(table)) > 0) throw new CopyError(`the target is not empty: there are rows in ${table}.`);
    }
    let rows = 0;
    for (const table of tables) {
      for await (const batch of old.rows(table)) await fresh.insert(table, batch);
      rows += await compareCounts(old, fresh, table);
    }
    await fresh.finish();
    return { tables: tables.length, rows, records: await compareHeads(old, source, target) };
  } finally {
    await Promise.all([old.close(), fresh.close()]);
  }
}

async function compareCounts(old: Raw, fresh: Raw, table: string): Promise<number> {
  const [wanted, got] = [await old.count(table), await fresh.count(table)];
  if (wanted !== got) throw new CopyError(`${table} has ${wanted} rows, but ${got} were copied.`);
  return got;
}

async function compareHeads(old: Raw, source: Storage, target: Storage): Promise<number> {
  let records = 0;
  for await (const batch of old.rows('matches')) {
    const ids = (batch as { id: string }[]).map(({ id }) => id);
    const [ones, others] = await Promise.all([source, target].map((side) => headsOf(side, ids)));
    const wrong = ids.find((_, i) => ones![i] === undefined || ones![i] !== others![i]);
    if (wrong !== undefined) throw new CopyError(`match ${wrong} was copied wrong.`);
    records += ids.length;
  }
  return records;
}

const headsOf = ({ matches }: Storage, ids: string[]): Promise<(string | undefined)[]> =>
  Promise.all(
    ids.map(async (id) => {
      const record = await matches.load(id);
      return record && headOf(record, (bytes) => hash('sha256', bytes, 'buffer'));
    }),
  );
