import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
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
