import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { migrations } from '../src/storage/migrations/index.ts';
import { openSqlite } from '../src/storage/sqlite.ts';
import { sampleEntry, sampleRecord, won } from '../src/storage/suite/samples.ts';

const schemas = join(import.meta.dirname, 'schemas');
const folder = mkdtempSync(join(tmpdir(), 'crossplay-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('there is a database of every schema since the first', () => {
  expect(readdirSync(schemas)).toEqual(Object.keys(migrations('sqlite')).map((name) => `${name}.sql`));
});

test.each(readdirSync(schemas))('a database as %s left it is brought forward with all that is in it', async (file) => {
  const path = join(folder, `${file}.db`);
  const old = new DatabaseSync(path);
  old.exec(readFileSync(join(schemas, file), 'utf8'));
  old.close();
  const migrated: string[] = [];
  const watch = {
    migrated: (name: string) => void migrated.push(name),
    committed() {},
    slow() {},
    unwritable() {},
    writable() {},
  };
  const storage = await openSqlite(path, undefined, watch);
  const name = file.replace('.sql', '');
  expect(migrated).not.toContain(name);
  expect(migrated.length > 0 || name === readdirSync(schemas).at(-1)!.replace('.sql', '')).toBe(true);

  const entries = [sampleEntry(0), sampleEntry(1)];
  expect(await storage.matches.load('over')).toEqual(sampleRecord('over', { entries }));
  expect(await storage.matches.result('over')).toMatchObject({ outcome: won, steps: 2 });
  expect(await storage.matches.live()).toEqual([sampleRecord('live', { entries })]);
  expect(await storage.matches.append({ match: 'live', step: 2, entry: sampleEntry(2), close: won })).toMatchObject({
    done: 'appended',
  });
  expect(await storage.agents.byKey('a'.repeat(64))).toMatchObject({ agent: { name: 'Ann' } });
  expect(await storage.figures.of('ann')).toEqual({ 'rating:ttt': 1516 });
  expect((await storage.documents.get('setting', 'kept'))!.body).toEqual({ a: 1 });
  const deeds = await storage.audit.list(9);
  expect(deeds).toMatchObject(name < '010' ? [{ at: 7, actor: 'host', deed: 'ban', subject: 'ann' }] : []);
  expect(await storage.documents.list('audit')).toEqual([]);
  await storage.close();
  const again = await openSqlite(path, undefined, watch);
  expect((await again.matches.load('live'))!.entries).toHaveLength(3);
  await again.close();
});
