import { describe, expect, it } from 'vitest';
import type { Ranked } from '../../core/storage.ts';
import { adding, broken, key, type Opened, refusing } from './samples.ts';

export function figuresSuite(storage: Opened): void {
  describe('figures', () => {
    const post = (agent: string, book: string, change: number, at = 1) =>
      storage().figures.post(adding({ agent, book, change, reason: 'test' }), at);

    it('are posted outside any match, each change on top of the last', async () => {
      expect(await post('ann', 'points', 10)).toEqual([{ ...key('ann'), change: 10, after: 10, reason: 'test' }]);
      expect(await post('ann', 'points', -2.5)).toEqual([{ ...key('ann'), change: -2.5, after: 7.5, reason: 'test' }]);
      expect(await storage().figures.of('ann')).toEqual({ points: 7.5 });
      expect(await storage().figures.of('bob')).toEqual({});
    });

    it('count from where the effect says while they are absent', async () => {
      const effect = { ...key('ann', 'rating:go'), from: 1200, reason: 'won' };
      const posted = await storage().figures.post(adding({ ...effect, change: 16 }, { ...effect, change: 4 }), 1);
      expect(posted).toMatchObject([{ after: 1216 }, { after: 1220 }]);
      expect(await storage().figures.of('ann')).toEqual({ 'rating:go': 1220 });
    });

    it('keep every digit', async () => {
      await post('ann', 'rating:ttt', 1500.123456789012);
      expect(await storage().figures.read([key('ann', 'rating:ttt')])).toEqual([1500.123456789012]);
    });

    it('are read by those who settle only where they asked for them', async () => {
      await post('ann', 'points', 3);
      const settle = (read: (of: { agent: string; book: string }) => number | undefined) => {
        expect(read(key('ann'))).toBe(3);
        expect(read(key('bob'))).toBeUndefined();
        read(key('cid'));
        return [];
      };
      const asking = { figures: [key('ann'), key('bob')], settle };
      await expect(storage().figures.post(asking, 1)).rejects.toThrow('points of cid');
    });

    it('change for agents that the settlement did not name', async () => {
      await post('bob', 'points', 5);
      const effects = [{ ...key('bob'), change: 1, reason: 'found' }];
      await storage().figures.post({ figures: [], settle: () => effects }, 1);
      expect(await storage().figures.of('bob')).toEqual({ points: 6 });
    });

    it('stay as they are when a posting is refused, is empty or fails', async () => {
      await post('ann', 'points', 3);
      expect(await storage().figures.post(refusing('no', key('ann')), 1)).toEqual({ refused: 'no' });
      expect(await storage().figures.post(adding(), 1)).toEqual([]);
      await expect(storage().figures.post(broken, 1)).rejects.toThrow('a broken rule');
      await expect(post('ann', 'points', Number.NaN)).rejects.toThrow('would become NaN');
      expect(await storage().figures.of('ann')).toEqual({ points: 3 });
      expect(await storage().figures.history(key('ann'), 10)).toHaveLength(1);
    });

    it('are ranked from the highest down, equal ones by agent', async () => {
      for (const [agent, value] of [
        ['b', 2],
        ['c', 2],
        ['B', 2],
        ['a', 1],
        ['d', 9],
        ['e', -1],
      ] as const) {
        await post(agent, 'points', value);
      }
      await post('z', 'other', 100);
      const top = async (limit: number, after?: Ranked) =>
        (await storage().figures.top('points', limit, after)).map(({ agent, value }) => `${agent}${value}`);
      expect(await top(10)).toEqual(['d9', 'B2', 'b2', 'c2', 'a1', 'e-1']);
      expect(await top(2)).toEqual(['d9', 'B2']);
      expect(await top(2, { agent: 'b', value: 2 })).toEqual(['c2', 'a1']);
      expect(await top(1, { agent: 'B', value: 2 })).toEqual(['b2']);
      expect(await top(9, { agent: 'e', value: -1 })).toEqual([]);
      expect(await top(2, { agent: 'gone', value: 1.5 })).toEqual(['a1', 'e-1']);
    });

    it('are read in the order asked for, absent ones as undefined', async () => {
      await post('ann', 'won', 1);
      await post('ann', 'lost', 0);
      await post('bob', 'won', 3);
      const keys = [key('bob', 'won'), key('bob', 'lost'), key('ann', 'lost'), key('ann', 'won'), key('cid', 'won')];
      expect(await storage().figures.read(keys)).toEqual([3, undefined, 0, 1, undefined]);
      expect(await storage().figures.read([])).toEqual([]);
    });

    it('have a history, oldest first, of which a limit keeps the newest', async () => {
      for (const at of [1, 2, 3]) await post('ann', 'points', at, at);
      const history = await storage().figures.history(key('ann'), 2);
      expect(history).toEqual([
        { ...key('ann'), change: 2, after: 3, reason: 'test', at: 2 },
        { ...key('ann'), change: 3, after: 6, reason: 'test', at: 3 },
      ]);
    });
  });
}
