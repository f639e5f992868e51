import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeClock } from '../../test/clock.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { createAccounts } from './accounts.ts';
import { rateLimit } from './rate-limit.ts';

const taken = (limit: { take(key: string): boolean }, key: string, tries: number): number =>
  Array.from({ length: tries }, () => limit.take(key)).filter(Boolean).length;

it('allows a burst, then so many a minute', async () => {
  const clock = fakeClock();
  const limit = rateLimit(clock, { perMinute: 60, burst: 10 });
  expect(taken(limit, 'a', 20)).toBe(10);
  expect(limit.allows('a')).toBe(false);
  await clock.pass(3000);
  expect(taken(limit, 'a', 20)).toBe(3);
  await clock.pass(3_600_000);
  expect(taken(limit, 'a', 20)).toBe(10);
});

it('counts each key for itself', () => {
  const limit = rateLimit(fakeClock(), { perMinute: 60, burst: 1 });
  expect(limit.take('a')).toBe(true);
  expect(limit.take('b')).toBe(true);
  expect(limit.take('a')).toBe(false);
});

it('takes nothing by asking', () => {
  const limit = rateLimit(fakeClock(), { perMinute: 60, burst: 1 });
  expect([limit.allows('a'), limit.allows('a'), limit.take('a'), limit.allows('a')]).toEqual([true, true, true, false]);
});

it('sends nobody back at once, not even whose answer took until there was something again', async () => {
  const clock = fakeClock();
  const limit = rateLimit(clock, { perMinute: 60, burst: 1, keys: 1 });
  expect([limit.take('a'), limit.take('a'), limit.wait('a')]).toEqual([true, false, 1]);
  await clock.pass(2000);
  expect(limit.wait('a')).toBe(1);
  limit.take('b');
  expect(limit.wait('a')).toBe(1);
});

it('forgets the keys least recently used when there are too many', () => {
  const limit = rateLimit(fakeClock(), { perMinute: 60, burst: 1, keys: 2 });
  for (const key of ['a', 'b', 'a', 'c']) limit.take(key);
  expect([limit.allows('a'), limit.allows('b'), limit.allows('c')]).toEqual([false, true, false]);
});

it('never allows more than the burst and what the time gave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5000), { maxLength: 40 }), async (waits) => {
      const clock = fakeClock();
      const limit = rateLimit(clock, { perMinute: 60, burst: 5 });
      let allowed = 0;
      for (const wait of waits) {
        await clock.pass(wait);
        allowed += taken(limit, 'a', 2);
      }
      expect(allowed).toBeLessThanOrEqual(5 + clock.ticks() / 1000 + 1e-6);
    }),
    { numRuns: 30 },
  );
});

it('lets an address register far more than 120 times a minute, for many agents share one', async () => {
  const clock = fakeClock();
  const storage = await openSqlite(':memory:');
  const { limits } = createAccounts({ storage, clock });
  expect(taken(limits.registrations, '::1', 1000)).toBe(600);
  await clock.pass(60_000);
  expect(taken(limits.registrations, '::1', 1000)).toBe(600);
  expect(taken(limits.failuresOfAddress, '::1', 200)).toBe(60);
  expect(taken(limits.failuresOfAccount, 'ann', 200)).toBe(60);
  await storage.close();
});
