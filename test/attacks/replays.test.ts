import { expect, it } from 'vitest';
import { Replays } from '../../src/core/replays.ts';
import { StorageBusy } from '../../src/core/storage.ts';
import { resourceRush } from '../../src/games/resource-rush/rules.ts';
import { ticTacToe } from '../../src/games/tic-tac-toe/rules.ts';
import { testArena } from '../arena.ts';
import { goldenRecords } from '../golden.ts';
import { storeRecord } from '../store-record.ts';

const COPIES = 5;

/** How often others get their turn while something is done. */
async function turnsWhile<Value>(doing: Promise<Value>): Promise<{ value: Value; turns: number }> {
  let turns = 0;
  let counting = true;
  const count = (): void => {
    turns++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const value = await doing;
  counting = false;
  return { value, turns };
}

it('who looks at many finished matches at once stops nobody: others get their turn between the replays', async () => {
  const { arena, storage } = await testArena([resourceRush]);
  const { record } = goldenRecords().find(
    ({ record: { game, entries } }) => game === 'resource-rush' && entries.length > 500,
  )!;
  const ids = Array.from({ length: COPIES }, (_, copy) => `copy-${copy}`);
  for (const id of ids) await storeRecord(storage, { ...record, id });
  const { value, turns } = await turnsWhile(Promise.all(ids.map((id) => arena.find(id))));
  expect(value.map((match) => match?.id)).toEqual(ids);
  expect(turns).toBeGreaterThanOrEqual(COPIES);
});

it('others get their turn within a long replay too', async () => {
  /** Each takes longer than what is worked in one go. */
  function* longSteps(): Generator<number> {
    for (let step = 0; step < COPIES; step++) {
      for (const until = performance.now() + 6; performance.now() < until; );
      yield step;
    }
  }
  const replays = new Replays();
  const played = async (): Promise<number> => {
    let last = 0;
    for await (const step of replays.each(longSteps())) last = step;
    return last;
  };
  const { value, turns } = await turnsWhile(played());
  expect(value).toBe(COPIES - 1);
  expect(turns).toBeGreaterThanOrEqual(COPIES - 1);
});

it('of matches that are to be played again few wait at a time, the rest is told to come again, and then may', async () => {
  const { record } = goldenRecords().find(({ record: { game } }) => game === 'ttt')!;
  const replays = new Replays();
  const look = () => replays.lastStep(ticTacToe, record, 'spectator');
  const looks = await Promise.allSettled(Array.from({ length: 500 }, look));
  const refused = looks.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(500 - 64);
  expect(refused[0]!.reason).toBeInstanceOf(StorageBusy);
  expect((await look()).position.status.kind).toBe('over');
});

it('a match that many ask for at once is played again once', async () => {
  const { arena, storage } = await testArena([resourceRush]);
  const { record } = goldenRecords().find(({ record: { game } }) => game === 'resource-rush')!;
  await storeRecord(storage, record);
  const found = await Promise.all(Array.from({ length: COPIES }, () => arena.find(record.id)));
  expect(new Set(found).size).toBe(1);
});
