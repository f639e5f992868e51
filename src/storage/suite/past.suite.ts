import { describe, expect, it } from 'vitest';
import type { PastMatch } from '../../core/storage.ts';
import { type Opened, sampleEntry, sampleRecord, won } from './samples.ts';

const FROM_THE_START = { at: -1, serial: Number.MAX_SAFE_INTEGER };

export function pastSuite(storage: Opened): void {
  describe('past matches', () => {
    const finished = async (id: string, at: number, game = 'ttt'): Promise<void> => {
      const { matches } = storage();
      await matches.create(sampleRecord(id, { at, game, arrival: ['ann', 'bob'] }));
      await matches.append({ match: id, step: 0, entry: sampleEntry(0) });
      await matches.append({ match: id, step: 1, entry: sampleEntry(1), close: won });
    };
    const ids = (page: PastMatch[]): string[] => page.map(({ record }) => record.id);

    it('come page by page in the order in which they began, none twice and none left out', async () => {
      for (const [id, at] of [
        ['m3', 30],
        ['m1', 10],
        ['m2a', 20],
        ['m2b', 20],
        ['m2c', 20],
        ['m4', 40],
      ] as const) {
        await finished(id, at);
      }
      await finished('other', 15, 'c4');
      await storage().matches.create(sampleRecord('live', { at: 12 }));
      const { matches } = storage();
      const read: string[][] = [];
      let after = FROM_THE_START;
      for (;;) {
        const page = await matches.past({ game: 'ttt', after, limit: 2, entries: false });
        if (page.length === 0) break;
        read.push(ids(page));
        after = page.at(-1)!.place;
      }
      expect(read).toEqual([
        ['m1', 'm2a'],
        ['m2b', 'm2c'],
        ['m3', 'm4'],
      ]);
      const since = await matches.past({
        game: 'ttt',
        after: { ...FROM_THE_START, at: 19 },
        limit: 10,
        entries: false,
      });
      expect(ids(since)).toEqual(['m2a', 'm2b', 'm2c', 'm3', 'm4']);
    });

    it('come with result and signature, and with their entries when asked for', async () => {
      const { matches } = storage();
      await finished('m1', 10);
      await matches.sign('m1', won, 'a.signature.here');
      const page = { game: 'ttt', after: FROM_THE_START, limit: 10 };
      const [bare] = await matches.past({ ...page, entries: false });
      const [whole] = await matches.past({ ...page, entries: true });
      expect(bare).toMatchObject({
        record: { id: 'm1', at: 10, entries: [], arrival: ['ann', 'bob'] },
        result: { outcome: won, at: sampleEntry(1).at, steps: 2, signature: 'a.signature.here' },
      });
      expect(whole!.record.entries).toEqual([sampleEntry(0), sampleEntry(1)]);
    });
  });
}
