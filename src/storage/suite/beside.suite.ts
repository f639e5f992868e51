import { describe, expect, it } from 'vitest';
import { adding, key, type Opened, sampleEntry, sampleRecord, won } from './samples.ts';

export function besideSuite(storage: Opened): void {
  describe('what strangers read', () => {
    it('has all that was written before they asked', async () => {
      const { matches, figures, agents, beside } = storage();
      for (let n = 0; n < 20; n++) {
        const [match, agent] = [`m${n}`, `a${n}`];
        await agents.create({ id: agent, name: agent, description: '', at: n });
        expect(await beside.agents.byName(agent)).toMatchObject({ id: agent });
        await matches.create(sampleRecord(match, { at: n }));
        expect((await beside.matches.list({ limit: 1 }))[0]).toMatchObject({ id: match });
        const settle = adding({ ...key('ann'), change: 1, reason: 'won' });
        await matches.append({ match, step: 0, entry: sampleEntry(0), close: won, settle });
        expect((await beside.matches.load(match))?.entries).toHaveLength(1);
        expect(await beside.matches.result(match)).toMatchObject({ effects: [{ after: n + 1 }] });
        expect(await beside.figures.read([key('ann')])).toEqual([n + 1]);
        await figures.post(settle, n);
        await figures.post(adding({ ...key('ann'), change: -1, reason: 'taken' }), n);
      }
    });

    it('is the same as what is read on the path of matches', async () => {
      const { matches, figures, agents, beside } = storage();
      for (const id of ['m1', 'm2', 'm3']) await matches.create(sampleRecord(id));
      await matches.append({ match: 'm2', step: 0, entry: sampleEntry(0), close: won });
      await figures.post(adding({ ...key('ann'), change: 3, reason: 'gift' }), 1);
      await agents.create({ id: 'ann', name: 'Ann', description: '', at: 1 });
      for (const reads of [beside, { matches, figures, agents }]) {
        expect((await reads.matches.list({ limit: 9 })).map(({ id }) => id)).toEqual(['m3', 'm2', 'm1']);
        expect(await reads.matches.load('m1')).toEqual(sampleRecord('m1'));
        expect(await reads.matches.opponents('ann')).toMatchObject([{ agent: 'bob', won: 1 }]);
        expect(await reads.matches.against('bob', 'ann', 'ttt')).toEqual({ won: 0, drawn: 0, lost: 1 });
        expect(await reads.figures.of('ann')).toEqual({ points: 3 });
        expect(await reads.figures.top('points', 5)).toEqual([{ agent: 'ann', value: 3 }]);
        expect(await reads.figures.history(key('ann'), 5)).toHaveLength(1);
        expect(await reads.agents.names(['ann', 'bob'])).toEqual({ ann: 'Ann' });
        expect(await reads.agents.list(5)).toHaveLength(1);
      }
    });

    it('is answered while others write', async () => {
      const { matches, beside } = storage();
      const writes = Array.from({ length: 50 }, (_, n) => matches.create(sampleRecord(`m${n}`, { at: n })));
      const lists = await Promise.all(Array.from({ length: 50 }, () => beside.matches.list({ limit: 100 })));
      await Promise.all(writes);
      for (const list of lists) expect(list.map(({ at }) => at)).toEqual(list.map((_, n) => list.length - 1 - n));
    });
  });
}
