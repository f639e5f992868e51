import { expect, it } from 'vitest';
import { resourceRush } from '../../src/games/resource-rush/rules.ts';
import { testArena } from '../arena.ts';
import { goldenRecords } from '../golden.ts';
import { storeRecord } from '../store-record.ts';

it('finished matches are kept by their size: large ones push each other out, small ones stay', async () => {
  const { arena, storage } = await testArena([resourceRush]);
  const { record } = goldenRecords().find(
    ({ record: { game, entries } }) => game === 'resource-rush' && entries.length > 500,
  )!;
  const memory = 'x'.repeat(6_000);
  const entries = record.entries.map((entry) =>
    entry.kind === 'move'
      ? {
          ...entry,
          moves: entry.moves.map((one) => ({ ...one, move: { ...(one.move as object), memory: { m: memory } } })),
        }
      : entry,
  );
  const ids = Array.from({ length: 5 }, (_, copy) => `large-${copy}`);
  for (const id of ids) await storeRecord(storage, { ...record, entries, id });
  await storeRecord(storage, { ...record, id: 'small' });
  const first = await arena.find(ids[0]!);
  expect(await arena.find(ids[0]!)).toBe(first);
  for (const id of ids.slice(1)) await arena.find(id);
  expect(await arena.find(ids[0]!)).not.toBe(first);
  const small = await arena.find('small');
  expect(await arena.find('small')).toBe(small);
});
