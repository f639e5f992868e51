import { expect, test } from 'vitest';
import { fakeClock } from '../../test/clock.ts';
import { Prices } from './prices.ts';

test('requests become dearer as long as the loop is busy, and cheap again when it is not', async () => {
  const clock = fakeClock();
  let busy = true;
  const prices = new Prices(clock, () => busy);
  const factors = async (times: number) => {
    const seen = [];
    for (let i = 0; i < times; i++) {
      await clock.pass(250);
      seen.push(prices.factor);
    }
    return seen;
  };
  expect(prices.factor).toBe(1);
  expect(await factors(7)).toEqual([2, 4, 8, 16, 32, 32, 32]);
  busy = false;
  expect(await factors(6)).toEqual([16, 8, 4, 2, 1, 1]);
});

test('after a while without a request nothing is dear, whatever the loop did', async () => {
  const clock = fakeClock();
  const prices = new Prices(clock, () => true);
  await clock.pass(250);
  expect(prices.factor).toBe(2);
  await clock.pass(5000);
  expect(prices.factor).toBe(1);
});
