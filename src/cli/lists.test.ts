import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { goldenRecords } from '../../test/golden.ts';
import { storeRecord } from '../../test/store-record.ts';
import { openStorage } from '../storage/open.ts';
import { ladder, matches } from './lists.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-lists-'));
const printed: string[] = [];
vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
beforeEach(() => void printed.splice(0));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['ttt', 'TTT', 'tic-tac-toe', 'Connect-Four', 'chess'])('%s names a game', async (id) => {
  await ladder([id, '--json', '--data', folder]);
  await matches([id, '--json', '--data', folder]);
  expect(printed).toEqual(['[]', '[]']);
});

test.each(['nope', '', '__proto__', 'constructor'])(
  '%j names none, and the error lists those there are',
  async (id) => {
    await expect(ladder([id, '--data', folder])).rejects.toThrow(/no game .*ttt/);
    await expect(matches([id, '--data', folder])).rejects.toThrow(/no game .*ttt/);
  },
);

test('matches are printed newest first, as many as asked for, and with their moves as JSON', async () => {
  const storage = await openStorage({ data: folder });
  const records = goldenRecords().filter(({ record }) => record.game === 'chess');
  for (const { record } of records) await storeRecord(storage, record);
  await storage.close();
  const newest = records.at(-1)!.record;

  await matches(['chess', '--data', folder]);
  expect(printed).toHaveLength(records.length);
  expect(printed[0]).toMatch(new RegExp(`^${newest.id}  Bot 0 – Bot 1  .*, ${newest.entries.length} steps$`));

  printed.length = 0;
  await matches(['chess', '--json', '--limit', '2', '--data', folder]);
  const [first, ...others] = JSON.parse(printed[0]!);
  expect(others).toHaveLength(1);
  expect(first).toMatchObject({ id: newest.id, players: ['Bot 0', 'Bot 1'], winner: expect.any(Number) });
  expect(first.moves.slice(0, 2)).toEqual([
    { player: 0, move: expect.stringMatching(/^[a-hNBRQKO]/) },
    { player: 1, move: expect.stringMatching(/^[a-hNBRQKO]/) },
  ]);
});

test.each(['0', '1001', 'x', '1.5'])('a limit of %s is none', async (limit) => {
  await expect(matches(['chess', '--limit', limit, '--data', folder])).rejects.toThrow('from 1 to 1000');
  await expect(ladder(['chess', '--limit', limit, '--data', folder])).rejects.toThrow('--limit');
});
