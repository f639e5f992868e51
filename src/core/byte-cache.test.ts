import { expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';

it('keeps the latest that fit together, whatever their number', () => {
  const cache = new ByteCache<string>(100);
  for (let i = 0; i < 10; i++) cache.set(`small ${i}`, 'x', 10);
  expect([cache.bytes, cache.get('small 0')]).toEqual([100, 'x']);
  cache.set('large', 'y', 55);
  expect(cache.bytes).toBe(95);
  expect([cache.get('small 5'), cache.get('small 6'), cache.get('large')]).toEqual([undefined, 'x', 'y']);
});

it('counts what is put in again once, and forgets what is taken out or too large', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'x', 60);
  cache.set('a', 'y', 70);
  expect([cache.bytes, cache.get('a')]).toEqual([70, 'y']);
  cache.set('b', 'z', 101);
  expect([cache.bytes, cache.get('b')]).toEqual([0, undefined]);
  cache.delete('b');
  expect(cache.bytes).toBe(0);
});
