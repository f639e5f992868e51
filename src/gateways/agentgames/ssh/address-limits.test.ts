import { expect, it } from 'vitest';
import { fakeClock } from '../../../../test/clock.ts';
import { AddressLimits } from './address-limits.ts';

it('5.6 an address holds 256 connections at a time, others are not touched', () => {
  const limits = new AddressLimits(fakeClock());
  for (let i = 0; i < 256; i++) expect(limits.admit('one')).toBe(true);
  expect(limits.admit('one')).toBe(false);
  expect(limits.admit('two')).toBe(true);
  limits.release('one');
  expect(limits.admit('one')).toBe(true);
});

it('5.6 an address opens 3000 connections a minute', async () => {
  const clock = fakeClock();
  const limits = new AddressLimits(clock);
  for (let i = 0; i < 3000; i++) {
    expect(limits.admit('one')).toBe(true);
    limits.release('one');
  }
  expect(limits.admit('one')).toBe(false);
  await clock.pass(60_000);
  expect(limits.admit('one')).toBe(true);
});
