import { expect, it } from 'vitest';
import type { MatchHandle } from '../../src/core/arena.ts';
import { StorageBusy } from '../../src/core/storage.ts';
import { ticTacToe } from '../../src/games/tic-tac-toe/rules.ts';
import { Transcript } from '../../src/gateways/agon/match/transcript.ts';
import { HappenedLog } from '../../src/gateways/held/happened-log.ts';
import { watched } from '../../src/gateways/mcp/watching.ts';
import { stepsOf } from '../../src/gateways/now.ts';
import { Encoder } from '../../src/gateways/web/encoder.ts';
import { spectate } from '../../src/gateways/web/spectate.ts';
import { testArena } from '../arena.ts';
import { goldenRecords } from '../golden.ts';
import { storeRecord } from '../store-record.ts';

const COPIES = 12;
const TAKES = 2;

let views = 0;
/** Tic-tac-toe that takes two milliseconds to look at. */
const slowToSee: typeof ticTacToe = {
  ...ticTacToe,
  view(...args) {
    views++;
    for (const until = performance.now() + TAKES; performance.now() < until; );
    return ticTacToe.view(...args);
  },
};

/** The most views that were made while nobody else had a turn. */
async function mostInOneGo(doing: Promise<unknown>): Promise<number> {
  let most = 0;
  let before = views;
  let counting = true;
  const count = (): void => {
    most = Math.max(most, views - before);
    before = views;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  await doing;
  counting = false;
  return most;
}

const { record } = goldenRecords().find(({ record: { game, entries } }) => game === 'ttt' && entries.length > 6)!;

async function finished(count: number) {
  const home = await testArena([slowToSee]);
  const ids = Array.from({ length: count }, (_, copy) => `copy-${copy}`);
  for (const id of ids) await storeRecord(home.storage, { ...record, id });
  const matches: MatchHandle[] = [];
  for (const id of ids) matches.push((await home.arena.find(id))!);
  return { ...home, matches };
}

const wire = { send: () => {}, charge: () => true, isBehind: false, onceTaken: () => {} };

it('who asks for the steps of many finished matches at once, by whichever way, stops nobody: others get their turn after a few of them', async () => {
  const { arena, matches } = await finished(COPIES);
  const ways: ((match: MatchHandle) => Promise<unknown>)[] = [
    (match) => Transcript.of(match, () => true),
    (match) => watched(arena, match, undefined),
    (match) => new HappenedLog().between(match, 0, 0, record.entries.length),
    (match) => stepsOf(match, 'spectator'),
    (match) => spectate(match, 'replay', new Encoder(), wire, { after: -1, begin() {} }),
  ];
  for (const way of ways) {
    const most = await mostInOneGo(Promise.all(matches.map(way)));
    // Each shows the present besides, which is one view of each match and kept.
    expect(most).toBeLessThan(COPIES + record.entries.length);
  }
});

it('of those who ask for past steps of finished matches few are served at a time, the rest is told to come again, and then may', async () => {
  const { matches } = await finished(1);
  const asked = await Promise.allSettled(Array.from({ length: 100 }, () => stepsOf(matches[0]!, 'spectator')));
  const refused = asked.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(100 - 64);
  expect(refused[0]!.reason).toBeInstanceOf(StorageBusy);
  expect(await stepsOf(matches[0]!, 'spectator')).toHaveLength(record.entries.length + 1);
});
