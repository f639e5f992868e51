import { expect, it } from 'vitest';
import { amountText } from './amounts.ts';

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
