import { expect, test } from 'vitest';
import { Durations } from './durations.ts';

test('percentiles are right to one percent, whatever the scale', () => {
  for (const scale of [0.01, 1, 1000]) {
    const durations = new Durations();
    for (let i = 1; i <= 1000; i++) durations.add(i * scale);
    expect(Math.abs(durations.percentile(0.5) / (500 * scale) - 1)).toBeLessThan(0.011);
    expect(Math.abs(durations.percentile(0.99) / (990 * scale) - 1)).toBeLessThan(0.011);
  }
});

test('of none there are none, and a longer time than any counts as the longest', () => {
  const durations = new Durations();
  expect(durations.percentile(0.5)).toBeNaN();
  durations.add(0);
  durations.add(1e12);
  expect(durations.percentile(0)).toBe(0.001);
  expect(durations.percentile(1)).toBeGreaterThan(86_000_000);
});
