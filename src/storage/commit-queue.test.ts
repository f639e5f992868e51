import { expect, it } from 'vitest';
import { commitQueue, type Job } from './commit-queue.ts';

const entry = (step: number): Job => ({ entry: { match: 'm1', step, body: '' } });
const other = (): Job => ({
  // biome-ignore lint/correctness/useYield: it asks the database for nothing
  *work() {
    return 'done';
  },
});

/** A queue on a database that takes everything, and what was in each commit. */
function recorded() {
  const batches: (readonly Job[])[] = [];
  const queue = commitQueue(async (jobs) => {
    batches.push(jobs);
    return jobs.map((_, index) => index);
  }, 0);
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
