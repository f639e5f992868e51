import { expect, test } from 'vitest';
import { openSqlite } from '../storage/sqlite.ts';
import { NEWCOMER, type Sure, sureEffects } from './settle/glicko.ts';
import { sureHistory } from './sure-history.ts';

const steps: Sure[] = [1560, 1590, 1570].map((rating, i) => ({ rating, deviation: 290 - 40 * i, volatility: 0.06 }));

async function posted(...times: number[][]) {
  const storage = await openSqlite(':memory:');
  let before = NEWCOMER;
  for (const round of times) {
    for (const [i, at] of round.entries()) {
      const effects = sureEffects('ann', 'ttt', before, steps[i]!, 'won');
      await storage.figures.post({ figures: [], settle: () => effects }, at);
      before = steps[i]!;
    }
  }
  return storage;
}

const drawn = (points: { at: number; rating: number; deviation: number }[]) =>
  points.map(({ at, rating, deviation }) => [at, Math.round(rating), Math.round(deviation)]);

test('a history begins with the newcomer, and has rating and deviation of each time', async () => {
  const { figures, close } = await posted([1, 2, 3]);
  const whole = [
    [1, 1500, 350],
    [1, 1560, 290],
    [2, 1590, 250],
    [3, 1570, 210],
  ];
  expect(drawn(await sureHistory(figures, 'ann', 'ttt', 9))).toEqual(whole);
  expect(drawn(await sureHistory(figures, 'ann', 'ttt', 2))).toEqual(whole.slice(2));
  expect(await sureHistory(figures, 'bob', 'ttt', 9)).toEqual([]);
  await close();
});

test('what was computed anew is drawn once, where it was first', async () => {
  const { figures, close } = await posted([1, 2, 3], [1, 2, 3]);
  const points = drawn(await sureHistory(figures, 'ann', 'ttt', 99));
  expect(points.map(([at]) => at)).toEqual([1, 1, 2, 3]);
  expect(points.at(-1)).toEqual([3, 1570, 210]);
  await close();
});
