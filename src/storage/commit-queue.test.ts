import { expect, it, onTestFinished, vi } from 'vitest';
import { commitQueue, type Job } from './commit-queue.ts';

const entry = (step: number): Job => ({ entry: { match: 'm1', step, body: '' } });
const other = (): Job => ({
  // biome-ignore lint/correctness/useYield: it asks the database for nothing
  *work() {
    return 'done';
  },
});

/** A queue on a database that takes everything, and what was in each commit. */
function recorded(apart = 0) {
  const batches: (readonly Job[])[] = [];
  const queue = commitQueue(async (jobs) => {
    batches.push(jobs);
    return jobs.map((_, index) => index);
  }, apart);
  return { queue, batches };
}

it('an entry goes into the next commit, however much of strangers waits before it, and all of that goes in a little at a time', async () => {
  const { queue, batches } = recorded();
  const all = Array.from({ length: 600 }, () => queue.add(other()));
  const move = entry(0);
  all.push(queue.add(move));
  await Promise.all(all);
  expect(batches[0]).toContain(move);
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(50);
  expect(batches.flat()).toHaveLength(601);
});

it('what is in one commit is told in several turns of the loop if it is much', async () => {
  const { queue } = recorded();
  let turn = 0;
  let telling = true;
  const count = (): void => {
    turn++;
    if (telling) setImmediate(count);
  };
  count();
  const turns = await Promise.all(Array.from({ length: 320 }, (_, step) => queue.add(entry(step)).then(() => turn)));
  telling = false;
  expect(new Set(turns).size).toBe(10);
});

/** Calls in each of so many turns of the loop. */
async function inEachTurn(turns: number, call: (turn: number) => void): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((done) => setImmediate(done));
    call(turn);
  }
}

it('after a rest nobody waits for a clock, and what comes in one rush shares a commit', async () => {
  const { queue, batches } = recorded(60_000);
  const all = [queue.add(entry(0))];
  await inEachTurn(5, (turn) => all.push(queue.add(entry(turn + 1))));
  await Promise.all(all);
  expect(batches.map(({ length }) => length)).toEqual([6]);
});

it('a rush without end keeps the first no longer than commits are apart', async () => {
  const { queue, batches } = recorded(5);
  let committed = false;
  const first = queue.add(entry(0)).then(() => {
    committed = true;
  });
  while (!committed) await inEachTurn(1, () => void queue.add(entry(1)));
  await first;
  expect(batches[0]!.length).toBeGreaterThan(1);
  await queue.close();
});

it('what follows a commit closely waits until commits are apart, with whatever else comes until then', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { queue, batches } = recorded(20);
  const sizes = (): number[] => batches.map(({ length }) => length);
  const come = async (step: number, later: number): Promise<void> => {
    void queue.add(entry(step));
    await vi.advanceTimersByTimeAsync(later);
  };
  await come(0, 5);
  expect(sizes()).toEqual([1]);
  await come(1, 5);
  await come(2, 5);
  expect(sizes()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(10);
  expect(sizes()).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(15);
  await come(3, 5);
  expect(sizes()).toEqual([1, 2, 1]);
});
