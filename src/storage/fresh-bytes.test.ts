import { expect, test } from 'vitest';
import { freshBytes } from './fresh-bytes.ts';

test('bytes are given out once, as many as were asked for', () => {
  const all = Array.from({ length: 1000 }, (_, i) => freshBytes(16 + (i % 17)));
  expect(all.map(({ length }) => length)).toEqual(all.map((_, i) => 16 + (i % 17)));
  expect(new Set(all.map((bytes) => bytes.toString('hex'))).size).toBe(1000);
  expect(all.every((bytes) => bytes.some((byte) => byte !== 0))).toBe(true);
});

test('what was given out stays as it is when more is asked for', () => {
  const first = freshBytes(32);
  const copy = Buffer.from(first);
  for (let i = 0; i < 1000; i++) freshBytes(32);
  expect(first.equals(copy)).toBe(true);
});
