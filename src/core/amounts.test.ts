import { expect, it } from 'vitest';
import { amountText, readAmount, shortAmount } from './amounts.ts';

it.each([
  [0n, 'USDC', '0.000000'],
  [1n, 'USDC', '0.000001'],
  [-1n, 'USDC', '-0.000001'],
  [12_345_678n, 'USDC', '12.345678'],
  [-12_345_678n, 'USDC', '-12.345678'],
  [10n ** 18n, 'native', '1.000000000000000000'],
  [123_456_789_012_345_678_901_234_567_890n, 'native', '123456789012.345678901234567890'],
] as const)('%s of %s is %s', (amount, asset, text) => {
  expect(amountText(amount, asset)).toBe(text);
});

it.each([
  ['1', 'USDC', 1_000_000n],
  ['0.000001', 'USDC', 1n],
  [2.5, 'USDC', 2_500_000n],
  ['12.340000', 'USDC', 12_340_000n],
  ['0.000000000000000001', 'native', 1n],
] as const)('%j in %s is read as %s units', (given, asset, amount) => {
  expect(readAmount(given, asset)).toBe(amount);
});

it.each([0, '0', -1, '-1', '1.', '.5', '1e3', 1e21, 1e-7, '0x10', '1.0000001', ' 1', '', null, undefined, true, [1]])(
  '%j is no amount of USDC',
  (given) => {
    expect(readAmount(given, 'USDC')).toBeUndefined();
  },
);

it.each([
  [10_000_000n, '10'],
  [12_340_000n, '12.34'],
  [0n, '0'],
  [1n, '0.000001'],
] as const)('%s is said shortly as %s', (amount, text) => {
  expect(shortAmount(amount, 'USDC')).toBe(text);
});
