import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { replay } from './replay.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const record = JSON.parse(
  readFileSync(join(import.meta.dirname, '../games/tic-tac-toe/records/first-wins.json'), 'utf8'),
);

test.each<[string, string]>([
  ['no JSON', '{'],
  ['nobody', JSON.stringify({ ...record, seats: [] })],
  ['a move of nothing', JSON.stringify({ ...record, entries: [{ at: 1, kind: 'move' }] })],
  ['nothing', 'null'],
])('a file with %s is refused with a sentence', async (_, text) => {
  const file = join(folder, 'record.json');
  writeFileSync(file, text);
  await expect(replay([file])).rejects.toThrow(ConfigError);
  await expect(replay([file])).rejects.toThrow(/not an exported record of a finished match/);
});
