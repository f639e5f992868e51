import type { Notary } from './notary.ts';
import type { ExportedRecord } from './record.ts';
import type { MatchStore } from './storage.ts';

/** A finished match with all that verifying it takes but the server's key; 'live' while it goes on. */
export async function exportRecord(
  id: string,
  store: Pick<MatchStore, 'load' | 'result'>,
  notary?: Pick<Notary, 'sign'>,
): Promise<ExportedRecord | 'live' | undefined> {
  let result = await store.result(id);
  const record = await store.load(id);
  if (!record || !result) return record && 'live';
  // Who asks in the moment of the end waits for the signature.
  if (record.arrival && !result.signature && notary) {
    await notary.sign(id);
    result = (await store.result(id))!;
  }
  const { outcome, signature } = result;
  return { ...record, outcome, ...(signature !== undefined && { signature }) };
}
