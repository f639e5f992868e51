import type { Notary } from './notary.ts';
import type { ExportedRecord, MatchRecord } from './record.ts';
import type { MatchStore } from './storage.ts';

/**
 * A finished match with all that verifying it takes but the server's key; 'live' while it goes on.
 * @param known its record, if it is at hand with all its entries
 */
export async function exportRecord(
  id: string,
  store: Pick<MatchStore, 'load' | 'result'>,
  notary?: Pick<Notary, 'sign'>,
  known?: MatchRecord,
): Promise<ExportedRecord | 'live' | undefined> {
  let result = await store.result(id);
  const record = known ?? (await store.load(id));
  if (!record || !result) return record && 'live';
  // Who asks in the moment of the end waits for the signature.
  if (record.arrival && !result.signature && notary) {
    await notary.sign(id);
    result = (await store.result(id))!;
  }
  const { outcome, signature } = result;
  return { ...record, outcome, ...(signature !== undefined && { signature }) };
}
