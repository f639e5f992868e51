import type { Clock } from '../../core/clock.ts';
import type { AuditStore } from '../../core/storage.ts';

export type Audit = (deed: string, subject: string, words: string) => Promise<void>;

/** Keeps what hosts and organisers do with competitions. */
export const auditOf =
  (store: AuditStore, clock: Clock): Audit =>
  (deed, subject, words) =>
    store.add({ at: clock.now(), actor: 'host or organiser', deed, subject, words });
