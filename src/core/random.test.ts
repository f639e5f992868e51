import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashSeed, stepRandom } from './random.ts';
import { hmacSha256, sha256, toHex } from './sha256.ts';

const seed = 'ab'.repeat(32);

test('SHA-256 and HMAC agree with the platform for messages and keys of every length', () => {
  for (let length = 0; length < 200; length++) {
    const message = randomBytes(length);
    const key = randomBytes(length % 130);
    expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    expect(toHex(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
  }
});

test('the published hash of a seed is SHA-256 over its bytes', () => {
  expect(hashSeed(seed)).toBe(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'));
});

test('the first word of step n is the start of HMAC(seed, match/n/0)', () => {
  const block = createHmac('sha256', Buffer.from(seed, 'hex')).update('match/7/0').digest();
  expect(stepRandom(seed, 7).int(2 ** 32)).toBe(block.readUInt32BE(0));
});

test('the same step gives the same numbers, another step others', () => {
  const draw = (step: number) =>
    Array.from(
      { length: 20 },
      (
        (random) => () =>
          random.int(1000)
      )(stepRandom(seed, step)),
    );
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test('whole numbers stay below the bound and a shuffle keeps what it shuffles', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 32 }), fc.nat(1000), fc.array(fc.nat()), (below, step, list) => {
      const random = stepRandom(seed, step);
      const drawn = random.int(below);
      expect(drawn).toBeGreaterThanOrEqual(0);
      expect(drawn).toBeLessThan(below);
      expect(random.shuffle(list).sort()).toEqual([...list].sort());
    }),
  );
});

test('each of six faces comes up about as often', () => {
  const random = stepRandom(seed, 0);
  const counts = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 6000; i++) counts[random.int(6)]!++;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
