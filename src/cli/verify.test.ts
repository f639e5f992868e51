import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyText } from './verify.ts';

const records = globSync(join(import.meta.dirname, '../games/*/records/*.json'));
const win = JSON.parse(
  readFileSync(records.find((file) => /tic-tac-toe.*\.json$/.test(file) && /win/.test(file))!, 'utf8'),
);
const changed = (change: (record: typeof win) => void) => {
  const copy = structuredClone(win);
  change(copy);
  return verifyText(JSON.stringify(copy));
};

test.each(records)('%s is verified', async (file) => {
  expect(await verifyText(readFileSync(file, 'utf8'))).toMatch(/^verified: /);
});

test('another seed, a changed move, a missing move, a move too many and another result are all found out', async () => {
  await expect(changed((record) => (record.seed = '00'.repeat(32)))).rejects.toThrow(/seed does not fit/);
  await expect(
    changed((record) => (record.entries[1].moves[0].move = record.entries[0].moves[0].move)),
  ).rejects.toThrow(/breaks the rules/);
  await expect(changed((record) => (record.entries[1].moves[0].seat = 0))).rejects.toThrow(/breaks the rules/);
  await expect(changed((record) => record.entries.pop())).rejects.toThrow(/ends otherwise/);
  await expect(changed((record) => record.entries.push(record.entries[0]))).rejects.toThrow(/match is over/);
  await expect(changed((record) => record.outcome.ranks.reverse())).rejects.toThrow(/ends otherwise/);
});

test('what is no record is said to be none', async () => {
  for (const text of ['', '{}', 'null', '[]', '{"entries":[]}'])
    await expect(verifyText(text)).rejects.toThrow(/not an exported record/);
});

test('rules that are not here are named', async () => {
  await expect(changed((record) => (record.version = 99))).rejects.toThrow(/version 99/);
});
