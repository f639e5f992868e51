import { describe, expect, it } from 'vitest';
import { adding, broken, key, type Opened, sampleEntry, sampleRecord, type TestDatabase, won } from './samples.ts';

export function durabilitySuite(storage: Opened, database: () => TestDatabase): void {
  describe('commits', () => {
    it('let a job that cannot succeed fail alone', async () => {
      await storage().matches.create(sampleRecord('m1'));
      const { matches, figures, documents, agents } = storage();
      const all = await Promise.allSettled([
        matches.append({ match: 'm1', step: 0, entry: sampleEntry(0) }),
        matches.append({ match: 'm1', step: 1, entry: sampleEntry(1), close: won, settle: broken }),
        matches.append({ match: 'm1', step: 1, entry: sampleEntry(1) }),
        agents.addKey('hash', 'nobody', 1),
        figures.post(adding({ ...key('ann'), change: 1, reason: 'test' }), 1),
        documents.put('table', 't1', 0, {}),
      ]);
      const states = all.map((one) => one.status === 'fulfilled');
      expect(states).toEqual([true, false, true, false, true, true]);
      expect(await figures.of('ann')).toEqual({ points: 1 });
      expect((await matches.load('m1'))?.entries).toHaveLength(2);
      expect(await matches.result('m1')).toBeUndefined();
    });

    it('take more jobs than fit into one', async () => {
      const ids = Array.from({ length: 1200 }, (_, index) => `t${index}`);
      const all = await Promise.all(ids.map((id) => storage().documents.put('table', id, 0, {})));
      expect(all.every(Boolean)).toBe(true);
      expect(await storage().documents.list('table')).toHaveLength(1200);
    });

    it('are finished before the storage closes, and a new opening sees them all', async () => {
      const first = await database().open();
      const record = sampleRecord('m1', { entries: [sampleEntry(0)] });
      const writes = [
        first.matches.create(sampleRecord('m1')),
        first.matches.append({ match: 'm1', step: 0, entry: sampleEntry(0) }),
        first.documents.put('table', 't1', 0, { open: true }),
      ];
      await first.close();
      await Promise.all(writes);
      await expect(first.documents.put('table', 't2', 0, {})).rejects.toThrow('closed');

      const second = await database().open();
      expect(await second.matches.load('m1')).toEqual(record);
      expect(await second.documents.get('table', 't1')).toMatchObject({ body: { open: true } });
      await second.close();
    });

    it('of a command are seen by a server that runs, and the other way round', async () => {
      const server = await database().open({ exclusive: true });
      const command = await database().open();
      const ann = { id: 'a1', name: 'Ann', description: '', at: 1 };
      await command.agents.create(ann, 'hash');
      expect(await server.agents.byKey('hash')).toEqual({ agent: ann });
      await Promise.all([
        ...[1, 2, 3].map((id) => server.documents.put('table', `s${id}`, 0, {})),
        ...[1, 2, 3].map((id) => command.documents.put('table', `c${id}`, 0, {})),
      ]);
      expect(await command.documents.list('table')).toHaveLength(6);
      await command.close();
      await server.close();
    });
  });
}
