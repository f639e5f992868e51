import { describe, expect, it } from 'vitest';
import type { Opened } from './samples.ts';

export function auditSuite(storage: Opened): void {
  describe('the audit', () => {
    it('lists what was done, the newest first', async () => {
      const ban = { at: 5, actor: 'host', deed: 'ban', subject: 'a1', words: 'Ann', before: false, after: true };
      const stop = { at: 4, actor: 'command', deed: 'stop', subject: 'm1', words: '' };
      await storage().audit.add(ban);
      await storage().audit.add(stop);
      expect(await storage().audit.list(9)).toEqual([stop, ban]);
      expect(await storage().audit.list(1)).toEqual([stop]);
    });
  });
}
