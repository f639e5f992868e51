import { describe, expect, it } from 'vitest';
import type { HeldRow } from '../../core/storage.ts';
import type { Opened } from './samples.ts';

const row = (id: string, more: Partial<HeldRow> = {}): HeldRow => ({
  id,
  agent: 'ann',
  via: 'http',
  game: 'ttt',
  wish: { against: 'anyone' },
  at: 1_800_000_000_000,
  ...more,
});

export function heldSuite(storage: Opened): void {
  describe('held seats', () => {
    it('are kept as they were written, under their id and their agent', async () => {
      const { held } = storage();
      for (const one of [row('a'), row('b', { rival: 'bob' }), row('c', { agent: 'bob', match: 'm' })])
        await held.add(one);
      expect(await held.get('b')).toEqual(row('b', { rival: 'bob' }));
      expect(await held.get('nobody')).toBeUndefined();
      expect((await held.of('ann', 10)).map(({ id }) => id)).toEqual(['b', 'a']);
      expect((await held.of('ann', 1)).map(({ id }) => id)).toEqual(['b']);
      expect(await held.of('bob', 10)).toEqual([row('c', { agent: 'bob', match: 'm' })]);
    });

    it('are open until they are closed, the first reason stays', async () => {
      const { held } = storage();
      for (const id of ['a', 'b', 'c']) await held.add(row(id));
      await held.begin('b', 'm1');
      await held.close('a', 'left');
      await held.close('a', 'over');
      expect(await held.open()).toEqual([row('b', { match: 'm1' }), row('c')]);
      expect(await held.get('a')).toEqual(row('a', { closed: 'left' }));
    });

    it('wait for a rival until they begin or are closed', async () => {
      const { held } = storage();
      for (const id of ['a', 'b', 'c']) await held.add(row(id, { rival: 'bob' }));
      await held.add(row('d'));
      await held.begin('a', 'm1');
      await held.close('b', 'declined');
      expect((await held.toward('bob', 10)).map(({ id }) => id)).toEqual(['c']);
      expect(await held.toward('ann', 10)).toEqual([]);
    });
  });
}
