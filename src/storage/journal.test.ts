import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Storage } from '../core/storage.ts';
import { openSqlite } from './sqlite.ts';
import { sampleEntry, sampleRecord, won } from './suite/samples.ts';

const SMALL = { longest: 12, apart: 2, trimmed: 3 };

/** Six matches at a time at most, one moved out with every second row, and what waits to be trimmed. */
const MOST = SMALL.longest + 6 * SMALL.apart + 2 * SMALL.trimmed;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crossplay-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name = 'crossplay.db') => join(folder, name);
const append = (storage: Storage, match: string, step: number, close = false) =>
  storage.matches.append({ match, step, entry: sampleEntry(step), ...(close && { close: won }) });

function count(table: 'journal' | 'entries', file = path()): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const { n } = db.prepare(`select count(*) as n from ${table}`).get() as { n: number };
  db.close();
  return n;
}

describe('the journal', () => {
  it('holds the entries of a match that goes on, and gives them all to the table of entries at its end', async () => {
    const storage = await openSqlite(path(), SMALL);
    await storage.matches.create(sampleRecord('m1'));
    for (let step = 0; step < 5; step++) await append(storage, 'm1', step);
    expect([count('journal'), count('entries')]).toEqual([5, 0]);
    await append(storage, 'm1', 5, true);
    expect([count('journal'), count('entries')]).toEqual([0, 6]);
    expect((await storage.matches.load('m1'))?.entries).toHaveLength(6);
    await storage.close();
  });

  it('keeps what is of no use any more until all before it is, and is never much longer than it may be', async () => {
    const storage = await openSqlite(path(), SMALL);
    await storage.matches.create(sampleRecord('slow'));
    await append(storage, 'slow', 0);
    for (let n = 0; n < 20; n++) {
      await storage.matches.create(sampleRecord(`m${n}`));
      await append(storage, `m${n}`, 0);
      await append(storage, `m${n}`, 1, true);
      expect(count('journal')).toBeLessThanOrEqual(MOST);
    }
    expect(await append(storage, 'slow', 1)).toMatchObject({ done: 'appended' });
    expect((await storage.matches.load('slow'))?.entries).toEqual([sampleEntry(0), sampleEntry(1)]);
    await storage.close();
  });

  it('fails a second process that appends beside the first, and loses nothing', async () => {
    const first = await openSqlite(path(), SMALL);
    await first.matches.create(sampleRecord('m1'));
    await append(first, 'm1', 0);
    const second = await openSqlite(path(), SMALL);
    await append(second, 'm1', 1);
    await expect(append(first, 'm1', 1)).rejects.toThrow();
    expect(await append(first, 'm1', 1)).toEqual({ done: 'conflict' });
    expect(await append(first, 'm1', 2)).toMatchObject({ done: 'appended' });
    expect((await second.matches.load('m1'))?.entries).toHaveLength(3);
    await second.close();
    await first.close();
  });

  it('never loses, doubles or moves an entry, however matches come, end and the server restarts', async () => {
    const act = fc.oneof(
      { weight: 12, arbitrary: fc.record({ do: fc.constant('append' as const), match: fc.nat(5) }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const), match: fc.nat(5) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), match: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), match: fc.nat(5) }) },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 120 }), async (acts) => {
        const file = path(`run-${run++}.db`);
        let storage = await openSqlite(file, SMALL);
        const lengths = new Map<string, number>();
        const live = new Map<number, string>();
        for (const { do: kind, match: slot } of acts) {
          if (kind === 'restart') {
            await storage.close();
            storage = await openSqlite(file, SMALL);
            continue;
          }
          let match = live.get(slot);
          if (match === undefined) {
            match = `m${lengths.size}`;
            await storage.matches.create(sampleRecord(match));
            live.set(slot, match);
            lengths.set(match, 0);
          }
          const step = lengths.get(match)!;
          if (kind === 'fail') {
            await expect(storage.matches.create(sampleRecord(match))).rejects.toThrow();
            expect(await append(storage, match, step + 1)).toEqual({ done: 'conflict' });
            continue;
          }
          expect(await append(storage, match, step, kind === 'close')).toMatchObject({ done: 'appended' });
          lengths.set(match, step + 1);
          if (kind === 'close') live.delete(slot);
        }
        for (const [match, length] of lengths) {
          const expected = Array.from({ length }, (_, step) => sampleEntry(step));
          expect((await storage.matches.load(match))?.entries).toEqual(expected);
        }
        const lives = (await storage.matches.live()).map(({ id, entries }) => [id, entries.length]);
        expect(new Map(lives as [string, number][])).toEqual(
          new Map([...live.values()].map((match) => [match, lengths.get(match)!])),
        );
        expect(count('journal', file)).toBeLessThanOrEqual(MOST);
        await storage.close();
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});
