// Longer than most files: what a storage promises of matches, rule by rule, for both databases.
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../core/record.ts';
import type { Storage } from '../../core/storage.ts';
import { adding, key, type Opened, refusing, sampleEntry, sampleRecord, won } from './samples.ts';

const appended = { done: 'appended', effects: [] };
const conflict = { done: 'conflict' };
const append = (storage: Storage, match: string, step: number) =>
  storage.matches.append({ match, step, entry: sampleEntry(step) });
const finish = (storage: Storage, match: string, step: number, outcome = won) =>
  storage.matches.append({ match, step, entry: sampleEntry(step), close: outcome });

export function matchesSuite(storage: Opened): void {
  describe('matches', () => {
    it('loads a record as it was created', async () => {
      const record = sampleRecord('m1', { entries: [sampleEntry(0), sampleEntry(1)] });
      await storage().matches.create(record);
      expect(await storage().matches.load('m1')).toEqual(record);
    });

    it('forgets a finished match, but not what it changed, and never one that goes on', async () => {
      const { matches, figures } = storage();
      await matches.create(sampleRecord('m1'));
      await matches.create(sampleRecord('m2'));
      const settle = adding({ agent: 'ann', book: 'points', change: 5, reason: 'test' });
      await matches.append({ match: 'm1', step: 0, entry: sampleEntry(0), close: won, settle });
      await matches.remove('m1');
      await matches.remove('m2');
      await matches.remove('unknown');
      expect([await matches.load('m1'), await matches.result('m1')]).toEqual([undefined, undefined]);
      expect(await matches.list({ agent: 'ann', limit: 9 })).toMatchObject([{ id: 'm2' }]);
      expect(await figures.of('ann')).toEqual({ points: 5 });
      expect(await figures.history({ agent: 'ann', book: 'points' }, 9)).toMatchObject([{ after: 5 }]);
    });

    it('keeps with the result why a match was unrated, wherever the result is read', async () => {
      const { matches } = storage();
      for (const id of ['m1', 'm2']) await matches.create(sampleRecord(id));
      await matches.append({ match: 'm1', step: 0, entry: sampleEntry(0), close: won, unrated: 'one owner' });
      await finish(storage(), 'm2', 0);
      expect(await matches.result('m1')).toMatchObject({ unrated: 'one owner' });
      expect(await matches.result('m2')).not.toHaveProperty('unrated');
      expect((await matches.list({ over: true, limit: 9 })).map(({ result }) => result?.unrated)).toEqual([
        undefined,
        'one owner',
      ]);
      const page = { game: 'ttt', after: { at: 0, serial: 0 }, limit: 9, entries: false };
      expect((await matches.past(page)).map(({ result }) => result.unrated)).toEqual(['one owner', undefined]);
    });

    it('loads nothing under an unknown id', async () => {
      expect(await storage().matches.load('m1')).toBeUndefined();
      expect(await storage().matches.result('m1')).toBeUndefined();
    });

    it('finds the match that began at a table, of several the latest, over or not', async () => {
      const { matches } = storage();
      expect(await matches.byTable('t1')).toBeUndefined();
      await matches.create(sampleRecord('m1', { table: 't1' }));
      await matches.create(sampleRecord('m2', { table: 't2' }));
      await matches.create(sampleRecord('m3'));
      expect(await matches.byTable('t1')).toBe('m1');
      await finish(storage(), 'm1', 0);
      expect(await matches.byTable('t1')).toBe('m1');
      await matches.create(sampleRecord('m4', { table: 't1' }));
      expect(await matches.byTable('t1')).toBe('m4');
      expect(await matches.byTable('t2')).toBe('m2');
    });

    it('finds the latest match of two at a game seated by arrival, in whichever order they sat', async () => {
      const { matches } = storage();
      const seats = (...agents: string[]) =>
        agents.map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'x' }));
      const arrival = { ...sampleRecord('m').terms, seating: 'arrival' as const };
      const meet = (id: string, agents: string[], more = {}) =>
        matches.create(sampleRecord(id, { game: 'ttt', terms: arrival, seats: seats(...agents), ...more }));
      expect(await matches.lastMeeting('ttt', ['a', 'b'])).toBeUndefined();
      await meet('m1', ['a', 'b']);
      await meet('m2', ['b', 'a']);
      await meet('m3', ['a', 'c']);
      await meet('m4', ['a', 'b', 'c']);
      await meet('m5', ['a', 'b'], { game: 'c4' });
      await meet('m6', ['a', 'b'], { terms: { ...arrival, seating: 'drawn' } });
      expect(await matches.lastMeeting('ttt', ['a', 'b'])).toEqual({ id: 'm2', agents: ['b', 'a'] });
      expect(await matches.lastMeeting('ttt', ['b', 'a'])).toEqual({ id: 'm2', agents: ['b', 'a'] });
      expect(await matches.lastMeeting('ttt', ['c', 'a'])).toEqual({ id: 'm3', agents: ['a', 'c'] });
      expect(await matches.lastMeeting('ttt', ['b', 'c'])).toBeUndefined();
    });

    it('refuses a second match with the same id', async () => {
      await storage().matches.create(sampleRecord('m1'));
      await expect(storage().matches.create(sampleRecord('m1', { game: 'c4' }))).rejects.toThrow();
      expect(await storage().matches.load('m1')).toEqual(sampleRecord('m1'));
    });

    it('keeps entries in order', async () => {
      await storage().matches.create(sampleRecord('m1'));
      for (let step = 0; step < 12; step++) expect(await append(storage(), 'm1', step)).toEqual(appended);
      const entries = Array.from({ length: 12 }, (_, step) => sampleEntry(step));
      expect((await storage().matches.load('m1'))?.entries).toEqual(entries);
    });

    it('gives a number to one entry only, and keeps the first', async () => {
      await storage().matches.create(sampleRecord('m1'));
      const { matches } = storage();
      const race = [0, 1, 2].map((cell) => matches.append({ match: 'm1', step: 0, entry: sampleEntry(cell) }));
      expect(await Promise.all(race)).toEqual([appended, conflict, conflict]);
      expect(await append(storage(), 'm1', 0)).toEqual(conflict);
      expect((await matches.load('m1'))?.entries).toEqual([sampleEntry(0)]);
    });

    it('refuses an entry that would leave a gap', async () => {
      await storage().matches.create(sampleRecord('m1'));
      expect(await append(storage(), 'm1', 1)).toEqual(conflict);
      await append(storage(), 'm1', 0);
      expect(await append(storage(), 'm1', 2)).toEqual(conflict);
      expect(await append(storage(), 'm1', -1)).toEqual(conflict);
      expect(await finish(storage(), 'm1', 2)).toEqual(conflict);
      expect((await storage().matches.load('m1'))?.entries).toHaveLength(1);
    });

    it('refuses entries of unknown matches', async () => {
      expect(await append(storage(), 'nobody', 0)).toEqual(conflict);
      expect(await finish(storage(), 'nobody', 0)).toEqual(conflict);
    });

    it('appends several entries of one match that wait for the same commit', async () => {
      await storage().matches.create(sampleRecord('m1'));
      await storage().matches.create(sampleRecord('m2'));
      const order = [
        ['m1', 0],
        ['m2', 0],
        ['m1', 1],
        ['m2', 1],
        ['m1', 2],
      ] as const;
      const all = await Promise.all(order.map(([match, step]) => append(storage(), match, step)));
      expect(all).toEqual(order.map(() => appended));
    });

    it('shares commits between the appends of many matches', async () => {
      const ids = Array.from({ length: 100 }, (_, index) => `m${index}`);
      await Promise.all(ids.map((id) => storage().matches.create(sampleRecord(id))));
      const before = storage().commits();
      const all = await Promise.all(ids.map((id) => append(storage(), id, 0)));
      expect(all).toEqual(ids.map(() => appended));
      expect(storage().commits() - before).toBeLessThan(5);
    });

    it('closes a match once, with its result', async () => {
      await storage().matches.create(sampleRecord('m1'));
      await append(storage(), 'm1', 0);
      expect(await storage().matches.result('m1')).toBeUndefined();
      expect(await finish(storage(), 'm1', 1)).toEqual(appended);
      const result = { outcome: won, at: sampleEntry(1).at, steps: 2, effects: [] };
      expect(await storage().matches.result('m1')).toEqual(result);
      expect(await finish(storage(), 'm1', 1, { kind: 'void', reason: 'error' })).toEqual(conflict);
      expect(await finish(storage(), 'm1', 2, { kind: 'void', reason: 'error' })).toEqual(conflict);
      expect(await append(storage(), 'm1', 2)).toEqual(conflict);
      expect(await storage().matches.result('m1')).toEqual(result);
      expect((await storage().matches.load('m1'))?.entries).toHaveLength(2);
    });

    it('takes no entry after the close even in the same commit', async () => {
      await storage().matches.create(sampleRecord('m1'));
      const both = await Promise.all([finish(storage(), 'm1', 0), append(storage(), 'm1', 1)]);
      expect(both).toEqual([appended, conflict]);
    });

    it('lists all matches that go on, oldest first, with their entries', async () => {
      await storage().matches.create(sampleRecord('young', { at: 30 }));
      await storage().matches.create(sampleRecord('old', { at: 10 }));
      await storage().matches.create(sampleRecord('done', { at: 20 }));
      await append(storage(), 'young', 0);
      await append(storage(), 'young', 1);
      await finish(storage(), 'done', 0);
      expect(await storage().matches.live()).toEqual([
        sampleRecord('old', { at: 10 }),
        sampleRecord('young', { at: 30, entries: [sampleEntry(0), sampleEntry(1)] }),
      ]);
    });
  });

  describe('the list of matches', () => {
    const seats = (...agents: string[]) => agents.map((agent) => ({ ...sampleRecord('').seats[0]!, agent }));
    const ids = async (filter: Parameters<Storage['matches']['list']>[0]) =>
      (await storage().matches.list(filter)).map((match) => match.id);
    const fill = async () => {
      const { matches } = storage();
      await matches.create(sampleRecord('a', { at: 1, game: 'ttt', seats: seats('ann', 'bob') }));
      await matches.create(sampleRecord('b', { at: 2, game: 'c4', seats: seats('ann', 'cid') }));
      await matches.create(sampleRecord('c', { at: 3, game: 'ttt', seats: seats('bob', 'bob') }));
      await matches.create(sampleRecord('d', { at: 4, game: 'c4', seats: seats('bob', 'ann') }));
      await finish(storage(), 'b', 0);
      await finish(storage(), 'c', 0);
    };

    it('is newest first, with the results of those that are over', async () => {
      await fill();
      const { id, game, version, seats, at } = sampleRecord('b', { at: 2, game: 'c4' });
      const listed = await storage().matches.list({ limit: 10 });
      expect(listed.map((match) => match.id)).toEqual(['d', 'c', 'b', 'a']);
      expect(listed[2]).toEqual({
        ...{ id, game, version, at },
        seats: [
          { ...seats[0], agent: 'ann' },
          { ...seats[0], agent: 'cid' },
        ],
        result: { outcome: won, at: sampleEntry(0).at, steps: 1 },
      });
      expect(listed[3]).not.toHaveProperty('result');
    });

    it('can be narrowed by game, agent and end, one or all', async () => {
      await fill();
      expect(await ids({ game: 'ttt', limit: 10 })).toEqual(['c', 'a']);
      expect(await ids({ agent: 'ann', limit: 10 })).toEqual(['d', 'b', 'a']);
      expect(await ids({ agent: 'bob', limit: 10 })).toEqual(['d', 'c', 'a']);
      expect(await ids({ over: true, limit: 10 })).toEqual(['c', 'b']);
      expect(await ids({ over: false, limit: 10 })).toEqual(['d', 'a']);
      expect(await ids({ limit: 2 })).toEqual(['d', 'c']);
      expect(await ids({ agent: 'ann', game: 'c4', over: false, limit: 9 })).toEqual(['d']);
      expect(await ids({ agent: 'ann', game: 'c4', over: true, limit: 9 })).toEqual(['b']);
      expect(await ids({ agent: 'ann', game: 'c4', limit: 9 })).toEqual(['d', 'b']);
      expect(await ids({ agent: 'bob', over: true, limit: 9 })).toEqual(['c']);
      expect(await ids({ game: 'c4', over: false, limit: 9 })).toEqual(['d']);
      expect(await ids({ agent: 'nobody', limit: 10 })).toEqual([]);
    });

    it('goes on after any of its matches, and ends after the last', async () => {
      await fill();
      for (const filter of [{}, { agent: 'ann' }, { game: 'ttt' }, { over: true }, { agent: 'bob', over: false }]) {
        const whole = await ids({ ...filter, limit: 10 });
        const pages: string[] = [];
        for (let page = await ids({ ...filter, limit: 1 }); page.length > 0; ) {
          pages.push(...page);
          page = await ids({ ...filter, limit: 1, after: page[0]! });
        }
        expect(pages).toEqual(whole);
      }
      expect(await ids({ after: 'nobody', limit: 10 })).toEqual([]);
    });

    it('loses none of the same moment between two pages', async () => {
      for (const id of ['x', 'z', 'y']) await storage().matches.create(sampleRecord(id, { at: 7 }));
      expect(await ids({ limit: 10, after: 'y' })).toEqual(['z', 'x']);
      expect(await ids({ agent: 'ann', limit: 10, after: 'z' })).toEqual(['x']);
    });

    it('has the later created first among those of the same moment', async () => {
      for (const id of ['x', 'z', 'y']) await storage().matches.create(sampleRecord(id, { at: 7 }));
      expect(await ids({ limit: 10 })).toEqual(['y', 'z', 'x']);
    });
  });

  describe('whom an agent met', () => {
    const seats = (...agents: string[]) =>
      agents.map((agent) => ({ ...sampleRecord('').seats[0]!, agent, name: agent.toUpperCase() }));
    const over = (...ranks: number[]) => ({ ...won, ranks });
    const played = async (id: string, agents: string[], outcome: Outcome, game = 'ttt') => {
      await storage().matches.create(sampleRecord(id, { game, seats: seats(...agents) }));
      await finish(storage(), id, 0, outcome);
    };
    const fill = async () => {
      await played('m1', ['ann', 'bob'], over(1, 2));
      await played('m2', ['bob', 'ann'], over(1, 2));
      await played('m3', ['ann', 'bob'], over(1, 1), 'c4');
      await played('m4', ['cid', 'ann'], over(2, 1));
      await played('m5', ['ann', 'bob', 'cid'], over(1, 2, 3));
      await played('m6', ['ann', 'bob'], { kind: 'void', reason: 'error' });
      await storage().matches.create(sampleRecord('m7', { seats: seats('ann', 'cid') }));
    };

    it('is counted by opponent over matches of two that are over, the most met first', async () => {
      await fill();
      expect(await storage().matches.opponents('ann')).toEqual([
        { agent: 'bob', name: 'BOB', won: 1, drawn: 1, lost: 1 },
        { agent: 'cid', name: 'CID', won: 1, drawn: 0, lost: 0 },
      ]);
      expect(await storage().matches.opponents('cid')).toEqual([
        { agent: 'ann', name: 'ANN', won: 0, drawn: 0, lost: 1 },
      ]);
      expect(await storage().matches.opponents('nobody')).toEqual([]);
    });

    it('is counted for one opponent at one game', async () => {
      await fill();
      const { matches } = storage();
      expect(await matches.against('ann', 'bob', 'ttt')).toEqual({ won: 1, drawn: 0, lost: 1 });
      expect(await matches.against('bob', 'ann', 'c4')).toEqual({ won: 0, drawn: 1, lost: 0 });
      expect(await matches.against('ann', 'bob', 'chess')).toEqual({ won: 0, drawn: 0, lost: 0 });
    });

    it('no longer counts a match that was declared void', async () => {
      await fill();
      await storage().matches.undo('m4', 9, 'cheated');
      expect((await storage().matches.opponents('ann')).map(({ agent }) => agent)).toEqual(['bob']);
      expect(await ids({ agent: 'cid', over: true, limit: 9 })).toEqual(['m5', 'm4']);
    });

    const ids = async (filter: Parameters<Storage['matches']['list']>[0]) =>
      (await storage().matches.list(filter)).map((match) => match.id);
  });

  describe('settling', () => {
    const rating = { agent: 'ann', book: 'rating:ttt', from: 1500, reason: 'won' };

    it('posts the effects of the end with the result', async () => {
      await storage().matches.create(sampleRecord('m1'));
      const settle = adding({ ...rating, change: 16.25 }, { ...rating, agent: 'bob', change: -16.25 });
      const closing = { match: 'm1', step: 0, entry: sampleEntry(0), close: won, settle };
      const effects = [
        { agent: 'ann', book: 'rating:ttt', change: 16.25, after: 1516.25, reason: 'won' },
        { agent: 'bob', book: 'rating:ttt', change: -16.25, after: 1483.75, reason: 'won' },
      ];
      expect(await storage().matches.append(closing)).toEqual({ done: 'appended', effects });
      expect((await storage().matches.result('m1'))?.effects).toEqual(effects);
      expect(await storage().figures.of('ann')).toEqual({ 'rating:ttt': 1516.25 });
      expect(await storage().matches.append(closing)).toEqual(conflict);
      expect(await storage().figures.of('ann')).toEqual({ 'rating:ttt': 1516.25 });
    });

    it('writes nothing when it is refused', async () => {
      await storage().matches.create(sampleRecord('m1'));
      const settle = refusing('too poor', key('ann'), key('bob'));
      for (const close of [{}, { close: won }]) {
        const refused = await storage().matches.append({
          match: 'm1',
          step: 0,
          entry: sampleEntry(0),
          settle,
          ...close,
        });
        expect(refused).toEqual({ done: 'refused', reason: 'too poor' });
      }
      expect(await storage().matches.load('m1')).toEqual(sampleRecord('m1'));
      expect(await storage().matches.result('m1')).toBeUndefined();
      expect(await storage().figures.of('ann')).toEqual({});
      expect(await storage().figures.read([key('ann')])).toEqual([undefined]);
      expect(await storage().figures.top('points', 10)).toEqual([]);
      expect(await storage().figures.history(key('ann'), 10)).toEqual([]);
      expect(await append(storage(), 'm1', 0)).toEqual(appended);
    });

    it('is a conflict, not a refusal, where the entry does not fit', async () => {
      await storage().matches.create(sampleRecord('m1'));
      const settle = refusing('too poor');
      expect(await storage().matches.append({ match: 'm1', step: 3, entry: sampleEntry(3), settle })).toEqual(conflict);
    });

    it('holds a stake in the middle of a match', async () => {
      await storage().matches.create(sampleRecord('m1'));
      await storage().figures.post(adding({ ...key('ann'), change: 100, reason: 'gift' }), 1);
      const settle = adding({ ...key('ann'), change: -30, reason: 'held' });
      const held = [{ ...key('ann'), change: -30, after: 70, reason: 'held' }];
      expect(await storage().matches.append({ match: 'm1', step: 0, entry: sampleEntry(0), settle })).toEqual({
        done: 'appended',
        effects: held,
      });
      expect(await storage().matches.result('m1')).toBeUndefined();
      const back = adding({ ...key('ann'), change: 30, reason: 'returned' });
      await storage().matches.append({ match: 'm1', step: 1, entry: sampleEntry(1), close: won, settle: back });
      const effects = [...held, { ...key('ann'), change: 30, after: 100, reason: 'returned' }];
      expect((await storage().matches.result('m1'))?.effects).toEqual(effects);
    });

    it('lets every settlement of a commit see the figures of those before it', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `m${index}`);
      await Promise.all(ids.map((id) => storage().matches.create(sampleRecord(id))));
      const seen: (number | undefined)[] = [];
      const before = storage().commits();
      await Promise.all(
        ids.map((match) =>
          storage().matches.append({
            match,
            step: 0,
            entry: sampleEntry(0),
            close: won,
            settle: {
              figures: [key('ann')],
              settle(read) {
                seen.push(read(key('ann')));
                return [{ ...key('ann'), change: 1, from: 10, reason: 'won' }];
              },
            },
          }),
        ),
      );
      expect(storage().commits() - before).toBeLessThan(5);
      expect(seen).toEqual([undefined, ...ids.slice(1).map((_, index) => 11 + index)]);
      expect(await storage().figures.of('ann')).toEqual({ points: 30 });
    });
  });

  describe('signing', () => {
    const arrival = ['ann', 'bob'];

    it('keeps the signature with the result, once the match is over and while it ended so', async () => {
      await storage().matches.create(sampleRecord('m1', { arrival }));
      expect(await storage().matches.sign('m1', won, 'a.b.c')).toBe(false);
      await finish(storage(), 'm1', 0);
      expect(await storage().matches.result('m1')).not.toHaveProperty('signature');
      expect(await storage().matches.sign('m1', { kind: 'void', reason: 'error' }, 'a.b.c')).toBe(false);
      expect(await storage().matches.sign('m1', won, 'a.b.c')).toBe(true);
      expect((await storage().matches.result('m1'))?.signature).toBe('a.b.c');
      expect(await storage().matches.sign('nobody', won, 'a.b.c')).toBe(false);
    });

    it('is missing in finished matches whose arrival was kept, listed in order and in pages', async () => {
      for (const id of ['c', 'a', 'd', 'b', 'live', 'old', 'signed']) {
        await storage().matches.create(sampleRecord(id, id === 'old' ? {} : { arrival }));
        if (id !== 'live') await finish(storage(), id, 0);
      }
      await storage().matches.sign('signed', won, 'a.b.c');
      expect(await storage().matches.unsigned(10)).toEqual(['a', 'b', 'c', 'd']);
      expect(await storage().matches.unsigned(2)).toEqual(['a', 'b']);
      expect(await storage().matches.unsigned(2, 'b')).toEqual(['c', 'd']);
      expect(await storage().matches.unsigned(2, 'd')).toEqual([]);
    });
  });

  describe('undoing', () => {
    it('declares a finished match void and takes back its changes, once', async () => {
      await storage().matches.create(sampleRecord('m1'));
      const settle = adding(
        { ...key('ann', 'rating:ttt'), change: 16, from: 1500, reason: 'won' },
        { ...key('bob', 'rating:ttt'), change: -16, from: 1500, reason: 'lost' },
        { ...key('ann'), change: 5, reason: 'won' },
      );
      await storage().matches.append({ match: 'm1', step: 0, entry: sampleEntry(0), close: won, settle });
      await storage().figures.post(adding({ ...key('ann'), change: 7, reason: 'gift' }), 50);
      expect(await storage().matches.undo('m1', 99, 'cheated')).toBe(true);
      expect(await storage().matches.undo('m1', 100, 'again')).toBe(false);

      expect(await storage().figures.of('ann')).toEqual({ 'rating:ttt': 1500, points: 7 });
      expect(await storage().figures.of('bob')).toEqual({ 'rating:ttt': 1500 });
      const result = await storage().matches.result('m1');
      expect(result?.outcome).toEqual({ kind: 'void', reason: 'cheated' });
      expect(result?.effects.map((effect) => effect.change)).toEqual([16, -16, 5, -16, 16, -5]);
      expect(await storage().figures.history(key('ann'), 10)).toEqual([
        { ...key('ann'), change: 5, after: 5, reason: 'won', at: sampleEntry(0).at, match: 'm1' },
        { ...key('ann'), change: 7, after: 12, reason: 'gift', at: 50 },
        { ...key('ann'), change: -5, after: 7, reason: 'cheated', at: 99, match: 'm1' },
      ]);
    });

    it('takes the signature away, since it speaks of another end', async () => {
      await storage().matches.create(sampleRecord('m1', { arrival: ['ann', 'bob'] }));
      await finish(storage(), 'm1', 0);
      await storage().matches.sign('m1', won, 'a.b.c');
      await storage().matches.undo('m1', 99, 'cheated');
      expect(await storage().matches.result('m1')).not.toHaveProperty('signature');
      expect(await storage().matches.unsigned(10)).toEqual(['m1']);
      expect(await storage().matches.sign('m1', won, 'a.b.c')).toBe(false);
      expect(await storage().matches.sign('m1', { kind: 'void', reason: 'cheated' }, 'd.e.f')).toBe(true);
      expect((await storage().matches.result('m1'))?.signature).toBe('d.e.f');
    });

    it('is refused for matches that go on, are void already, or never were', async () => {
      await storage().matches.create(sampleRecord('live'));
      await storage().matches.create(sampleRecord('void'));
      await finish(storage(), 'void', 0, { kind: 'void', reason: 'nobody came' });
      for (const id of ['live', 'void', 'nobody']) expect(await storage().matches.undo(id, 1, 'why')).toBe(false);
      expect((await storage().matches.result('void'))?.outcome).toEqual({ kind: 'void', reason: 'nobody came' });
    });
  });
}
