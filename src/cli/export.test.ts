import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openStorage } from '../storage/open.ts';
import { sampleEntry, sampleRecord, won } from '../storage/suite/samples.ts';
import { exportMatches } from './export.ts';
import { rebuildRatings } from './rebuild-ratings.ts';

const data = mkdtempSync(join(tmpdir(), 'crossplay-'));
afterAll(() => rmSync(data, { recursive: true }));

async function printed(work: () => Promise<void>): Promise<string> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  await work().finally(() => write.mockRestore());
  return text;
}

test('finished matches are written, and their ratings rebuilt, from the database that is named', async () => {
  const storage = await openStorage({ data, databaseUrl: undefined });
  await storage.matches.create(sampleRecord('m1'));
  await storage.matches.append({ match: 'm1', step: 0, entry: sampleEntry(0), close: won });
  await storage.close();
  const lines = await printed(() => exportMatches(['--game', 'tic-tac-toe', '--data', data]));
  expect(JSON.parse(lines)).toMatchObject({ id: 'm1', names: ['Ann', 'Bob “B” Ünal'], ranks: [1, 2] });
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await rebuildRatings(['--data', data]);
  expect(log.mock.calls).toEqual([['ttt: 2 agents from 1 matches']]);
  log.mockRestore();
});

test.each([
  [[], /no game ""/],
  [['--game', 'ttt', '--since', 'soon'], /"soon" is no date/],
  [['--game', 'ttt', '--format', 'xml'], /"xml" is none of jsonl, csv/],
  [['--bogus'], /--bogus/],
])('%j is refused with a sentence and the usage', async (args, sentence) => {
  await expect(exportMatches(args)).rejects.toThrow(sentence);
  await expect(exportMatches(args)).rejects.toThrow(/Usage: crossplay export/);
});
