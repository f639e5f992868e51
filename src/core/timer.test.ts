import { expect, test } from 'vitest';
import { fakeClock } from '../../test/clock.ts';
import type { Clock } from './clock.ts';
import { Timer } from './timer.ts';

function timed() {
  const clock = fakeClock();
  let onClock = 0;
  let asked = 0;
  const counting: Clock = {
    ...clock,
    after(ms, call) {
      onClock++;
      asked++;
      const cancel = clock.after(ms, () => {
        onClock--;
        call();
      });
      return () => {
        onClock--;
        cancel();
      };
    },
  };
  const ends: number[] = [];
  const timer = new Timer(counting, () => ends.push(clock.ticks()));
  return { clock, timer, ends, onClock: () => onClock, asked: () => asked };
}

const begin = (timer: Timer, ms: number): void => {
  timer.set(ms);
  timer.run();
};

test('a span that is set anew with every turn asks the clock once, and ends after the last', async () => {
  const { clock, timer, ends, asked, onClock } = timed();
  for (let turn = 0; turn < 9; turn++) {
    begin(timer, 1000);
    await clock.pass(100);
  }
  expect(asked()).toBe(1);
  await clock.pass(899);
  expect([ends, asked()]).toEqual([[], 2]);
  await clock.pass(1);
  expect([ends, onClock()]).toEqual([[1800], 0]);
});

test('a shorter span is not late, though the clock was to call later', async () => {
  const { clock, timer, ends, onClock } = timed();
  begin(timer, 1000);
  begin(timer, 300);
  expect(onClock()).toBe(1);
  await clock.pass(299);
  expect(ends).toEqual([]);
  await clock.pass(1);
  expect(ends).toEqual([300]);
});

test('while it stands no time passes', async () => {
  const { clock, timer, ends } = timed();
  begin(timer, 1000);
  await clock.pass(400);
  timer.stop();
  await clock.pass(5000);
  expect([timer.left, timer.running]).toEqual([600, false]);
  timer.run();
  await clock.pass(599);
  expect(ends).toEqual([]);
  await clock.pass(1);
  expect(ends).toEqual([6000]);
});

test('what is closed leaves nothing on the clock', async () => {
  const { clock, timer, ends, onClock } = timed();
  begin(timer, 1000);
  timer.close();
  expect(onClock()).toBe(0);
  await clock.pass(2000);
  expect(ends).toEqual([]);
});
