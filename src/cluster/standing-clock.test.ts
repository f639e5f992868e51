import { expect, test } from 'vitest';
import { fakeClock } from '../../test/clock.ts';
import { StandingClock } from './standing-clock.ts';

test('while it stands no time passes and nothing happens; afterwards everything has the time that was left', async () => {
  const real = fakeClock();
  const clock = new StandingClock(real);
  const heard: string[] = [];
  clock.after(100, () => heard.push('early'));
  const cancel = clock.after(150, () => heard.push('cancelled'));
  await real.pass(60);
  clock.stand();
  const stood = clock.ticks();
  clock.after(10, () => heard.push('late'));
  await real.pass(10_000);
  expect(heard).toEqual([]);
  expect(clock.ticks()).toBe(stood);
  cancel();
  clock.goOn();
  await real.pass(9);
  expect(heard).toEqual([]);
  await real.pass(1);
  expect(heard).toEqual(['late']);
  await real.pass(30);
  expect(heard).toEqual(['late', 'early']);
  await real.pass(1000);
  expect(heard).toEqual(['late', 'early']);
  expect(clock.ticks()).toBe(stood + 1040);
});
