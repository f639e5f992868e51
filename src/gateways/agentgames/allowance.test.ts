import { expect, it } from 'vitest';
import { fakeClock } from '../../../test/clock.ts';
import { Allowance } from './allowance.ts';

it('5.4 an agent may say much at once, and after that as much as the time since allows', async () => {
  const clock = fakeClock();
  const allowance = new Allowance(clock);
  let taken = 0;
  while (allowance.take(64 * 1024)) taken++;
  expect(taken).toBe(15);
  await clock.pass(10_000);
  expect(allowance.take(64 * 1024)).toBe(true);
});
