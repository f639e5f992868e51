import { userInfo } from 'node:os';
import type { Deed, Storage } from '../core/storage.ts';

/** What a command changes, and whose command it is. */
export const byCommand = (deed: Omit<Deed, 'actor'>): Deed => ({ actor: `command by ${userName()}`, ...deed });

/** Keeps in the audit what a command changed. */
export const keepDeed = (storage: Pick<Storage, 'audit'>, deed: Omit<Deed, 'actor'>): Promise<void> =>
  storage.audit.add({ at: Date.now(), ...byCommand(deed) });

/** A container may run as a user that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
