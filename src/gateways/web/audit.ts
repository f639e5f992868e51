import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { DocumentStore } from '../../core/storage.ts';
import type { Deed } from './json.ts';

const KIND = 'audit';
const LATEST = 200;

export type Audit = (deed: string, subject: string, words: string) => Promise<void>;

/** Keeps what hosts and organisers did. */
export const auditOf =
  (documents: DocumentStore, clock: Clock): Audit =>
  async (deed, subject, words) => {
    const done: Deed = { at: clock.now(), deed, subject, words };
    await documents.put(KIND, `${done.at}-${randomUUID()}`, 0, done);
  };

/** The latest first. */
export const latestDeeds = async (documents: DocumentStore): Promise<Deed[]> =>
  (await documents.list(KIND))
    .slice(-LATEST)
    .reverse()
    .map(({ body }) => body as Deed);
