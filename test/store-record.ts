import type { ExportedRecord } from '../src/core/record.ts';
import type { Storage } from '../src/core/storage.ts';

/** Writes a finished match as if it had been played here. */
export async function storeRecord(
  { matches }: Storage,
  { outcome, entries, ...record }: ExportedRecord,
): Promise<void> {
  await matches.create({ ...record, entries: [] });
  for (const [step, entry] of entries.entries()) {
    const isLast = step === entries.length - 1;
    await matches.append({ match: record.id, step, entry, ...(isLast && { close: outcome }) });
  }
}
