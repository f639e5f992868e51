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

    it('has a deed together with what it changed, and has none of what was refused or failed', async () => {
      const { agents, audit } = storage();
      await agents.create({ id: 'a1', name: 'Ann', description: '', at: 1 }, 'key');
      await agents.create({ id: 'b1', name: 'Bob', description: '', at: 1 });
      const deed = (name: string) => ({ at: 7, actor: 'host', deed: name, subject: 'a1', words: 'Ann' });
      await agents.setBanned('a1', 5, deed('ban'));
      await agents.setOwner('a1', 'Ann & Co', deed('owner'));
      await agents.addSshKey('SHA256:x', 'a1', 6, deed('add SSH key'));
      expect(await agents.addSshKey('SHA256:x', 'b1', 6, deed('take SSH key'))).toBe(false);
      await expect(agents.addKey('key', 'b1', 6, deed('add key'))).rejects.toThrow();
      await agents.replaceKeys('other', 'a1', 6, deed('replace keys'));
      await agents.remove('a1', 8, 9, deed('delete'));
      const deeds = (await audit.list(9)).map((one) => one.deed);
      expect(deeds).toEqual(['delete', 'replace keys', 'add SSH key', 'owner', 'ban']);
    });
  });
}
