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

    it('are found by how their names look', async () => {
      const milo = { ...ann, name: 'Milo 10' };
      await storage().agents.create(milo);
      expect(await storage().agents.byLook('rnllo lo')).toEqual(milo);
      expect(await storage().agents.byLook('milo 10')).toBeUndefined();
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
      expect(await storage().agents.byKey('hash')).toEqual({ agent: { ...ann, bannedAt: 5 } });
      expect(await storage().agents.byId('a1')).toEqual({ ...ann, bannedAt: 5 });
      await storage().agents.setBanned('a1', undefined);
      expect(await storage().agents.byId('a1')).toEqual(ann);
    });

    it('are found by any of their keys until those are replaced', async () => {
      await storage().agents.create(ann, 'first');
      await storage().agents.create(bob, 'other');
      await storage().agents.addKey('second', 'a1', 7);
      expect(await storage().agents.byKey('first')).toEqual({ agent: ann });
      expect(await storage().agents.byKey('second')).toEqual({ agent: ann });
      await storage().agents.replaceKeys('third', 'a1', 8);
      expect(await storage().agents.byKey('third')).toEqual({ agent: ann });
      expect(await storage().agents.byKey('first')).toBeUndefined();
      expect(await storage().agents.byKey('second')).toBeUndefined();
      expect(await storage().agents.byKey('other')).toEqual({ agent: bob });
    });

    it('list their keys, know when one was used, and lose a single one', async () => {
      const [first, second] = ['1'.repeat(64), '2'.repeat(64)];
      await storage().agents.create(ann, first);
      await storage().agents.addKey(second!, 'a1', ann.at + 7);
      await storage().agents.keyUsed(second!, 99);
      expect(await storage().agents.byKey(second!)).toEqual({ agent: ann, usedAt: 99 });
      expect(await storage().agents.keys('a1')).toEqual([
        { id: '111111111111', at: ann.at },
        { id: '222222222222', at: ann.at + 7, usedAt: 99 },
      ]);
      expect(await storage().agents.dropKey('b1', '111111111111')).toBe(false);
      expect(await storage().agents.dropKey('a1', '')).toBe(false);
      expect(await storage().agents.dropKey('a1', '111111111111')).toBe(true);
      expect(await storage().agents.byKey(first!)).toBeUndefined();
    });

    it('have an owner, or none', async () => {
      await storage().agents.create({ ...ann, owner: 'ann@example.com' });
      expect(await storage().agents.byId('a1')).toEqual({ ...ann, owner: 'ann@example.com' });
      await storage().agents.setOwner('a1', undefined);
      expect(await storage().agents.byId('a1')).toEqual(ann);
      await storage().agents.setOwner('a1', 'Ann & Co');
      expect((await storage().agents.list(1))[0]).toEqual({ ...ann, owner: 'Ann & Co' });
    });

    it('change their names, and the old ones are held for them', async () => {
      await storage().agents.create(ann);
      await storage().agents.create(bob);
      expect(await storage().agents.rename('a1', 'BOB', 10, 20)).toBe('taken');
      expect(await storage().agents.rename('a1', 'Eve', 10, 20)).toBe('renamed');
      expect(await storage().agents.byName('eve')).toEqual({ ...ann, name: 'Eve' });
      expect(await storage().agents.rename('b1', 'ann', 19, 29)).toBe('taken');
      expect(await storage().agents.rename('a1', 'Ann', 19, 29)).toBe('too soon');
      expect(await storage().agents.rename('b1', 'ann', 20, 30)).toBe('renamed');
    });

    it('are deleted for good: keys, name and words go, the name is held', async () => {
      await storage().agents.create({ ...ann, owner: 'x' }, 'hash');
      await storage().agents.addSshKey('SHA256:x', 'a1', 1);
      await storage().agents.remove('a1', ann.at + 5, ann.at + 9);
      await storage().agents.remove('a1', ann.at + 6, ann.at + 99);
      await storage().agents.setBanned('a1', undefined);
      const gone = { id: 'a1', name: 'deleted agent', description: '', at: ann.at };
      expect(await storage().agents.byId('a1')).toEqual({ ...gone, bannedAt: ann.at + 5, deletedAt: ann.at + 5 });
      expect(await storage().agents.byKey('hash')).toBeUndefined();
      expect(await storage().agents.bySshKey('SHA256:x')).toBeUndefined();
      expect(await storage().agents.byName('Ann')).toBeUndefined();
      expect(await storage().agents.create({ ...ann, id: 'a2', at: ann.at + 8 })).toBe(false);
      expect(await storage().agents.create({ ...ann, id: 'a2', at: ann.at + 9 })).toBe(true);
    });

    it('cannot take a key that is taken, nor one for nobody', async () => {
      await storage().agents.create(ann, 'first');
      await storage().agents.create(bob);
      await expect(storage().agents.addKey('first', 'b1', 7)).rejects.toThrow();
      await expect(storage().agents.addKey('third', 'nobody', 7)).rejects.toThrow();
      expect(await storage().agents.byKey('first')).toEqual({ agent: ann });
    });

    it('are found by their SSH keys, which belong to one agent only', async () => {
      await storage().agents.create(ann);
      await storage().agents.create(bob);
      expect(await storage().agents.addSshKey('SHA256:x', 'a1', 1)).toBe(true);
      expect(await storage().agents.addSshKey('SHA256:x', 'a1', 2)).toBe(true);
      expect(await storage().agents.addSshKey('SHA256:x', 'b1', 3)).toBe(false);
      expect(await storage().agents.bySshKey('SHA256:x')).toEqual(ann);
      expect(await storage().agents.bySshKey('SHA256:y')).toBeUndefined();
      await storage().agents.replaceKeys('second', 'a1', 8);
      expect(await storage().agents.bySshKey('SHA256:x')).toEqual(ann);
    });
  });
}
