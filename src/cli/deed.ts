import { userInfo } from 'node:os';
import type { AuditRow, Storage } from '../core/storage.ts';

/** Keeps in the audit what a command changed, and whose command it was. */
export const keepDeed = (storage: Pick<Storage, 'audit'>, deed: Omit<AuditRow, 'at' | 'actor'>): Promise<void> =>
  storage.audit.add({ at: Date.now(), actor: `command by ${userName()}`, ...deed });

/** A container may run as a user that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
