import type { DocumentStore } from '../core/storage.ts';

const KIND = 'setting';
const ID = 'keys-taken-back';
/** So many are kept; no process that looks twice a second misses more. */
const MOST = 256;

export interface TakenBack {
  /** Grows by one with each time, whatever the clocks of those who do it say. */
  count: number;
  /** Whose keys; undefined: of more agents than are kept. */
  agents: string[] | undefined;
}

/** @param known what the count was; -1: nobody asks about the past */
export async function takenBackSince(documents: DocumentStore, known: number): Promise<TakenBack | undefined> {
  const document = await documents.get(KIND, ID);
  const count = document?.version ?? 0;
  if (count === known) return undefined;
  if (known === -1) return { count, agents: [] };
  const latest = latestIn(document?.body);
  const missed = count - known;
  return { count, agents: missed > latest.length ? undefined : latest.slice(-missed) };
}

export async function noteTakenBack(documents: DocumentStore, agent: string): Promise<void> {
  for (;;) {
    const document = await documents.get(KIND, ID);
    const latest = [...latestIn(document?.body), agent].slice(-MOST);
    if (await documents.put(KIND, ID, document?.version ?? 0, { latest })) return;
  }
}

const latestIn = (body: unknown): string[] => (body as { latest: string[] } | undefined)?.latest ?? [];
