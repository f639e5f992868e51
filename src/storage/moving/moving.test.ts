import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { goldenRecords } from '../../../test/golden.ts';
import { startPostgres } from '../../../test/postgres.ts';
import { pastLines } from '../../core/past-rows.ts';
import type { Storage } from '../../core/storage.ts';
import { openStorage, type Place } from '../open.ts';
import { freshSqlite, postgresDatabase } from '../suite/databases.ts';
import { sampleEntry, sampleRecord } from '../suite/samples.ts';
import { BackupError, backUp, compact, restore } from './backup.ts';
import { CopyError, copyStorage } from './copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-moving-'));
const inside = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

async function withStorage<T>(place: Place, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(place);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** A bit of everything, with a match that goes on. */
const fill = (place: Place) =>
  withStorage(place, async (storage) => {
    await storage.agents.create({ id: 'a1', name: 'Ann', description: '', at: 1, owner: 'x' }, 'hash');
    for (const [i, { record }] of goldenRecords().entries()) {
      const { outcome, entries, ...header } = record;
      const [id, step] = [`g${i}`, entries.length - 1];
      await storage.matches.create({ ...header, id, entries: entries.slice(0, step) });
      await storage.matches.append({ match: id, step, entry: entries[step]!, close: outcome });
    }
    await storage.matches.create(sampleRecord('live'));
    for (const step of [0, 1, 2]) await storage.matches.append({ match: 'live', step, entry: sampleEntry(step) });
    await storage.figures.post(
      { figures: [], settle: () => [{ agent: 'a1', book: 'rating:ttt', change: 0.1 + 0.2, reason: 'test' }] },
      5,
    );
    await storage.audit.add({ at: 1, actor: 'host', deed: 'ban', subject: 'a1', words: 'Ann', after: true });
    await storage.documents.put('setting', 'ä', 0, { text: '„quoted“ \u0000 \\ 🙂' });
  });

const exported = (place: Place) =>
  withStorage(place, async (storage) => {
    let text = '';
    for (const { record } of goldenRecords()) {
      const wish = { game: record.game, since: 0, format: 'jsonl' as const, moves: true };
      for await (const lines of pastLines((page) => storage.matches.past(page), wish)) text += lines;
    }
    return text;
  });

describe('a backup', () => {
  it('taken while a server writes has every entry that was acknowledged before', async () => {
    const database = await freshSqlite();
    const program = join(import.meta.dirname, '../../../test/append-forever.ts');
    const writer = spawn(process.execPath, [program, JSON.stringify(database.place)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const last = new Map<string, number>();
    let seen = 0;
    let taken: Promise<unknown> | undefined;
    let before = new Map<string, number>();
    for await (const line of createInterface({ input: writer.stdout })) {
      const [match, step] = line.split(' ');
      last.set(match!, Number(step));
      if (++seen !== 300) continue;
      before = new Map(last);
      taken = backUp(database.place.data, inside('load.db')).finally(() => writer.kill('SIGKILL'));
    }
    await taken;
    await restore(inside('restored'), inside('load.db'), false);
    const records = await withStorage({ data: inside('restored') }, (storage) => storage.matches.live());
    expect(before.size).toBeGreaterThan(0);
    for (const [match, step] of before) {
      const entries = records.find(({ id }) => id === match)!.entries;
      expect(entries.length).toBeGreaterThan(step);
      expect(entries).toEqual(entries.map((_, i) => sampleEntry(i)));
    }
    await database.drop();
  });

  it('is readable by its owner only, and put back only over nothing or when told so, with the old one kept', async () => {
    const [place, other] = [{ data: inside('one') }, { data: inside('two') }];
    await fill(place);
    await backUp(place.data, inside('one.db'));
    expect(statSync(inside('one.db')).mode & 0o777).toBe(0o600);
    await withStorage(other, async () => {});
    await expect(restore(other.data, inside('one.db'), false)).rejects.toThrow('--replace moves it aside');
    const { before } = await restore(other.data, inside('one.db'), true);
    expect(readdirSync(other.data)).toContain(before!.split('/').at(-1));
    expect(await exported(other)).toBe(await exported(place));
    const server = await openStorage({ ...other, exclusive: true });
    await expect(restore(other.data, inside('one.db'), true)).rejects.toThrow('Another Crossplay server');
    await server.close();
  });

  it('that is none is refused in words, and nothing is changed', async () => {
    writeFileSync(
      inside('text'),
      'hello, this is no database, and longer than a header of one hundred bytes'.repeat(9),
    );
    await expect(restore(inside('three'), inside('text'), false)).rejects.toThrow(BackupError);
    await expect(restore(inside('three'), inside('nothing'), false)).rejects.toThrow('there is no file');
    await expect(backUp(inside('three'), inside('x.db'))).rejects.toThrow('there is no database');
  });

  it('is not needed to compact', async () => {
    const place = { data: inside('compact') };
    await fill(place);
    const { before, after } = await compact(place.data);
    expect(after).toBeLessThanOrEqual(before);
    expect(await exported(place)).not.toBe('');
  });
});

const postgres = await startPostgres();
describe.skipIf(!postgres)('a copy', () => {
  it('to PostgreSQL and back gives exports that are equal byte by byte, and a match that goes on', async () => {
    const database = await postgresDatabase(postgres!.url);
    const [here, back] = [{ data: inside('here') }, { data: inside('back') }];
    await fill(here);
    const there = await copyStorage(here, database.place);
    expect(there).toMatchObject({ records: goldenRecords().length + 1 });
    await expect(copyStorage(here, database.place)).rejects.toThrow(CopyError);
    expect(await copyStorage(database.place, back)).toEqual(there);
    for (const place of [database.place, back]) {
      expect(await exported(place)).toBe(await exported(here));
      await withStorage(place, async (storage) => {
        expect(await storage.matches.append({ match: 'live', step: 3, entry: sampleEntry(3) })).toMatchObject({
          done: 'appended',
        });
        await storage.matches.create(sampleRecord('new'));
        expect(await storage.agents.create({ id: 'b1', name: 'Bob', description: '', at: 2 })).toBe(true);
        expect(await storage.figures.of('a1')).toEqual({ 'rating:ttt': 0.1 + 0.2 });
        expect((await storage.documents.get('setting', 'ä'))!.body).toEqual({ text: '„quoted“ \u0000 \\ 🙂' });
        expect(await storage.audit.list(1)).toMatchObject([{ deed: 'ban', after: true }]);
      });
    }
    await database.remove();
    await postgres!.stop();
  });
});
