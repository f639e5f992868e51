import type { DocumentStore } from '../core/storage.ts';

const KIND = 'purse';
const ID = 'brake';

/** What the host, or the purse itself, has stopped. Kept where commands reach it beside a running server. */
export interface Brake {
  /** Nothing is signed or sent. */
  paused?: { at: number; why: string };
  /** How many transactions of an account's address were there that the books do not know, once the host was told. */
  foreign: { [account: string]: number };
}

export async function readBrake(documents: DocumentStore): Promise<Brake> {
  const stored = await documents.get(KIND, ID);
  return (stored?.body as Brake | undefined) ?? { foreign: {} };
}

export async function setBrake(documents: DocumentStore, change: (brake: Brake) => Brake): Promise<void> {
  for (;;) {
    const stored = await documents.get(KIND, ID);
    const brake = (stored?.body as Brake | undefined) ?? { foreign: {} };
    if (await documents.put(KIND, ID, stored?.version ?? 0, change(brake))) return;
  }
}

export const pause = (documents: DocumentStore, why: string, at: number): Promise<void> =>
  setBrake(documents, (brake) => ({ ...brake, paused: brake.paused ?? { at, why } }));

export const release = (documents: DocumentStore): Promise<void> => setBrake(documents, ({ foreign }) => ({ foreign }));
