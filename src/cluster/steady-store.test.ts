import { expect, test } from 'vitest';
import type { Append, MatchStore } from '../core/storage.ts';
import { ConnectionLost, Fenced } from '../storage/commit-queue.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { sampleEntry, sampleRecord } from '../storage/suite/samples.ts';
import { steadyStore } from './steady-store.ts';

const append: Append = { match: 'm1', step: 0, entry: sampleEntry(0) };

/** The connection goes at the first append: before it is in, or after. */
async function losing(when: 'before' | 'after', error: Error) {
  const { matches } = await openSqlite(':memory:');
  await matches.create(sampleRecord('m1'));
  let lost = false;
  const store: MatchStore = {
    ...matches,
    async append(one) {
      if (lost) return matches.append(one);
      lost = true;
      if (when === 'after') await matches.append(one);
      throw error;
    },
  };
  return { matches, steady: steadyStore(store, async () => {}) };
}

for (const when of ['before', 'after'] as const) {
  test(`an entry is in once, and acknowledged, if the connection goes ${when} it is stored`, async () => {
    const { matches, steady } = await losing(when, new ConnectionLost('gone'));
    expect(await steady.append(append)).toEqual({ done: 'appended', effects: [] });
    expect((await matches.load('m1'))!.entries).toEqual([append.entry]);
  });
}

test('what somebody else stored under that number is a conflict', async () => {
  const { matches, steady } = await losing('before', new ConnectionLost('gone'));
  await matches.append({ ...append, entry: sampleEntry(4) });
  expect(await steady.append(append)).toEqual({ done: 'conflict' });
});

test('a node that was declared gone does not try again', async () => {
  const { steady } = await losing('before', new Fenced('gone'));
  await expect(steady.append(append)).rejects.toThrow(Fenced);
});
