import { expect, it } from 'vitest';
import { orderedId } from './ordered-id.ts';

it('is a UUID of its own each time, and the later one sorts behind', () => {
  const times = [0, 1, 255, 256, 1_000_000_000_000, 1_800_000_000_000, 2 ** 48 - 1];
  const ids = times.map(orderedId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => orderedId(5))).size).toBe(1000);
});
