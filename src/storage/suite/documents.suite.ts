import { describe, expect, it } from 'vitest';
import type { Opened } from './samples.ts';

export function documentsSuite(storage: Opened): void {
  describe('documents', () => {
    it('are absent until they are first written', async () => {
      expect(await storage().documents.get('table', 't1')).toBeUndefined();
      expect(await storage().documents.put('table', 't1', 0, { open: true })).toBe(true);
      const written = { kind: 'table', id: 't1', version: 1, body: { open: true } };
      expect(await storage().documents.get('table', 't1')).toEqual(written);
      expect(await storage().documents.get('room', 't1')).toBeUndefined();
    });

    it('are written only over the version expected', async () => {
      const { documents } = storage();
      expect(await documents.put('table', 't1', 1, 'none yet')).toBe(false);
      await documents.put('table', 't1', 0, 'first');
      expect(await documents.put('table', 't1', 0, 'again')).toBe(false);
      expect(await documents.put('table', 't1', 2, 'too far')).toBe(false);
      expect(await documents.put('table', 't1', 1, 'second')).toBe(true);
      expect(await documents.get('table', 't1')).toMatchObject({ version: 2, body: 'second' });
    });

    it('let one writer win a race', async () => {
      const { documents } = storage();
      const race = (expected: number) =>
        Promise.all(['a', 'b', 'c'].map((body) => documents.put('table', 't1', expected, body)));
      expect(await race(0)).toEqual([true, false, false]);
      expect(await race(1)).toEqual([true, false, false]);
      expect(await documents.get('table', 't1')).toMatchObject({ version: 2, body: 'a' });
    });

    it('are listed by kind, in order of first writing', async () => {
      const { documents } = storage();
      for (const id of ['c', 'a', 'b']) await documents.put('table', id, 0, id);
      await documents.put('room', 'x', 0, null);
      await documents.put('table', 'c', 1, 'changed');
      expect((await documents.list('table')).map(({ id, body }) => [id, body])).toEqual([
        ['c', 'changed'],
        ['a', 'a'],
        ['b', 'b'],
      ]);
      expect(await documents.list('room')).toEqual([{ kind: 'room', id: 'x', version: 1, body: null }]);
      expect(await documents.list('league')).toEqual([]);
      expect((await documents.list('table', 2)).map(({ id }) => id)).toEqual(['a', 'b']);
      expect(await documents.list('table', 9)).toHaveLength(3);
    });

    it('begin anew after they were removed', async () => {
      const { documents } = storage();
      for (const id of ['a', 'b']) await documents.put('table', id, 0, id);
      await documents.remove('table', 'a');
      await documents.remove('table', 'nobody');
      expect(await documents.get('table', 'a')).toBeUndefined();
      expect(await documents.put('table', 'a', 1, 'old version')).toBe(false);
      expect(await documents.put('table', 'a', 0, 'new')).toBe(true);
      expect((await documents.list('table')).map(({ id, version }) => [id, version])).toEqual([
        ['b', 1],
        ['a', 1],
      ]);
    });

    it('are not found by ids that nobody can have', async () => {
      expect(await storage().documents.get('table', 'nul \0')).toBeUndefined();
    });
  });
}
