import { describe, expect, it } from 'vitest';
import type { Opened } from './samples.ts';

const ann = { id: 'a1', name: 'Ann', description: 'plays “well”', at: 1_767_225_600_000 };
const bob = { id: 'b1', name: 'bob', description: '', at: 1_767_225_600_001 };

export function agentsSuite(storage: Opened): void {
  describe('agents', () => {
    it('are found by id and by name, ignoring case', async () => {
      expect(await storage().agents.create(ann)).toBe(true);
      expect(await storage().agents.byId('a1')).toEqual(ann);
      expect(await storage().agents.byName('aNN')).toEqual(ann);
      expect(await storage().agents.byId('b1')).toBeUndefined();
      expect(await storage().agents.byName('a1')).toBeUndefined();
    });

    it('have names that are unique ignoring case', async () => {
      await storage().agents.create(ann);
      expect(await storage().agents.create({ ...bob, name: 'ANN' }, 'hash')).toBe(false);
      expect(await storage().agents.byId('b1')).toBeUndefined();
      expect(await storage().agents.byKey('hash')).toBeUndefined();
      const race = ['Cid', 'cid', 'CID'].map((name, index) =>
        storage().agents.create({ ...bob, id: `c${index}`, name }),
      );
      expect(await Promise.all(race)).toEqual([true, false, false]);
    });

    it('cannot share an id', async () => {
      await storage().agents.create(ann);
      await expect(storage().agents.create({ ...bob, id: 'a1' })).rejects.toThrow();
    });

    it('are listed in order of registration, and named by id', async () => {
      await storage().agents.create(bob);
      await storage().agents.create(ann);
      expect(await storage().agents.list(10)).toEqual([bob, ann]);
      expect(await storage().agents.list(1)).toEqual([bob]);
      expect(await storage().agents.list(10, bob.id)).toEqual([ann]);
      expect(await storage().agents.list(10, ann.id)).toEqual([]);
      expect(await storage().agents.list(10, 'nobody')).toEqual([]);
      expect(await storage().agents.names(['a1', 'b1', 'c1'])).toEqual({ a1: 'Ann', b1: 'bob' });
      expect(await storage().agents.names([])).toEqual({});
    });

    it('are banned and let back', async () => {
      await storage().agents.create(ann, 'hash');
      await storage().agents.setBanned('a1', 5);
      expect(await storage().agents.byKey('hash')).toEqual({ ...ann, bannedAt: 5 });
      expect(await storage().agents.byId('a1')).toEqual({ ...ann, bannedAt: 5 });
      await storage().agents.setBanned('a1', undefined);
      expect(await storage().agents.byId('a1')).toEqual(ann);
    });

    it('are found by any of their keys until those are dropped', async () => {
      await storage().agents.create(ann, 'first');
      await storage().agents.create(bob, 'other');
      await storage().agents.addKey('second', 'a1', 7);
      expect(await storage().agents.byKey('first')).toEqual(ann);
      expect(await storage().agents.byKey('second')).toEqual(ann);
      await storage().agents.dropKeys('a1');
      expect(await storage().agents.byKey('first')).toBeUndefined();
      expect(await storage().agents.byKey('second')).toBeUndefined();
      expect(await storage().agents.byKey('other')).toEqual(bob);
    });

    it('cannot take a key that is taken, nor one for nobody', async () => {
      await storage().agents.create(ann, 'first');
      await storage().agents.create(bob);
      await expect(storage().agents.addKey('first', 'b1', 7)).rejects.toThrow();
      await expect(storage().agents.addKey('third', 'nobody', 7)).rejects.toThrow();
      expect(await storage().agents.byKey('first')).toEqual(ann);
    });

    it('are found by their SSH keys, which belong to one agent only', async () => {
      await storage().agents.create(ann);
      await storage().agents.create(bob);
      expect(await storage().agents.addSshKey('SHA256:x', 'a1', 1)).toBe(true);
      expect(await storage().agents.addSshKey('SHA256:x', 'a1', 2)).toBe(true);
      expect(await storage().agents.addSshKey('SHA256:x', 'b1', 3)).toBe(false);
      expect(await storage().agents.bySshKey('SHA256:x')).toEqual(ann);
      expect(await storage().agents.bySshKey('SHA256:y')).toBeUndefined();
      await storage().agents.dropKeys('a1');
      expect(await storage().agents.bySshKey('SHA256:x')).toEqual(ann);
    });
  });
}
