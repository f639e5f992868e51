import { describe, expect, it } from 'vitest';
import type { Opened } from './samples.ts';

export function competitionsSuite(storage: Opened): void {
  describe('competitions', () => {
    it('are opened once, and listed the latest first', async () => {
      const { competitions } = storage();
      for (const id of ['cup', 'plate', 'bowl']) expect(await competitions.open(id, { name: id })).toBe(true);
      expect(await competitions.open('cup', { name: 'another' })).toBe(false);
      expect(await competitions.get('cup')).toEqual({ name: 'cup' });
      expect(await competitions.get('none')).toBeUndefined();
      expect((await competitions.newest(2, 0)).map(({ id }) => id)).toEqual(['bowl', 'plate']);
      expect((await competitions.newest(2, 2)).map(({ id }) => id)).toEqual(['cup']);
    });

    it('keep their logs in order, and take nothing behind entries that were not known', async () => {
      const { competitions } = storage();
      await competitions.open('cup', {});
      expect(await competitions.read('cup')).toEqual([]);
      for (let i = 0; i < 11; i++) expect(await competitions.append('cup', i, [{ i }], false)).toBe(true);
      expect(await competitions.append('cup', 11, [{ i: 11 }, { i: 12 }], false)).toBe(true);
      expect(await competitions.append('cup', 11, [{ i: 'late' }, { i: 'later' }], false)).toBe(false);
      expect(await competitions.append('cup', 14, [{ i: 'a gap' }], false)).toBe(false);
      expect(await competitions.append('cup', 13, [], false)).toBe(true);
      expect(await competitions.read('cup')).toEqual(Array.from({ length: 13 }, (_, i) => ({ i })));
      expect(await competitions.read('plate')).toEqual([]);
    });

    it('let one of several writers have the next number, with all that it brings', async () => {
      const { competitions } = storage();
      await competitions.open('cup', {});
      const race = ['a', 'b', 'c'].map((by) => competitions.append('cup', 0, [by, by], false));
      expect((await Promise.all(race)).filter(Boolean)).toHaveLength(1);
      const [first, second, ...more] = await competitions.read('cup');
      expect(second).toBe(first);
      expect(more).toEqual([]);
    });

    it('take more entries at once than a statement holds', async () => {
      const { competitions } = storage();
      const many = Array.from({ length: 1203 }, (_, i) => i);
      await competitions.open('cup', {});
      expect(await competitions.append('cup', 0, many, false)).toBe(true);
      expect(await competitions.read('cup')).toEqual(many);
    });

    it('are no longer under way with the entry that ends them', async () => {
      const { competitions } = storage();
      for (const id of ['cup', 'plate']) await competitions.open(id, { id });
      await competitions.append('cup', 0, ['entered'], false);
      expect((await competitions.underWay()).map(({ id }) => id)).toEqual(['cup', 'plate']);
      await competitions.append('cup', 1, ['ended'], true);
      expect(await competitions.underWay()).toEqual([{ id: 'plate', body: { id: 'plate' } }]);
      expect(await competitions.append('plate', 1, ['ended'], true)).toBe(false);
      expect(await competitions.underWay()).toHaveLength(1);
    });
  });
}
