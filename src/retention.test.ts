import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../test/clock.ts';
import { goldenRecords } from '../test/golden.ts';
import { storeRecord } from '../test/store-record.ts';
import { verifyText } from './cli/verify.ts';
import { Retention } from './retention.ts';
import { openSqlite } from './storage/sqlite.ts';
import { sampleRecord } from './storage/suite/samples.ts';

const DAY = 24 * 60 * 60 * 1000;

test('finished matches that are too old go into a file that verifies, and what they changed stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-retention-'));
  const storage = await openSqlite(':memory:');
  onTestFinished(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const clock = fakeClock();
  const { record } = goldenRecords().find(({ record: { game } }) => game === 'ttt')!;
  const aged = (id: string, days: number) => ({ ...record, id, at: clock.now() - days * DAY });
  await storeRecord(storage, aged('old', 31));
  await storeRecord(storage, aged('recent', 29));
  await storage.matches.create(sampleRecord('live', { at: clock.now() - 99 * DAY }));
  await storage.figures.post(
    { figures: [], settle: () => [{ agent: 'a', book: 'rating:ttt', change: 16, from: 1500, reason: 'x' }] },
    1,
  );
  const told: [number, string][] = [];
  const archive = join(folder, 'archive');
  const retention = new Retention({
    matches: storage.matches,
    clock,
    days: 30,
    archive,
    removed: (count, file) => void told.push([count, file]),
    fault: (error) => expect.fail(String(error)),
  });
  retention.start();
  await clock.pass(60_000);
  await retention.stop();

  expect(readdirSync(archive)).toEqual(['2025-12.jsonl']);
  expect(told).toEqual([[1, join(archive, '2025-12.jsonl')]]);
  const [line, nothing] = readFileSync(told[0]![1], 'utf8').split('\n');
  expect(nothing).toBe('');
  expect(JSON.parse(line!)).toMatchObject({ id: 'old', outcome: record.outcome });
  expect(await verifyText(line!, { keys: 'None.' })).toMatchObject({ broken: false });
  expect(await storage.matches.load('old')).toBeUndefined();
  expect(await storage.matches.result('recent')).toBeDefined();
  expect(await storage.matches.live()).toHaveLength(1);
  expect(await storage.figures.of('a')).toEqual({ 'rating:ttt': 1516 });
});
