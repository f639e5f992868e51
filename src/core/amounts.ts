import type { Asset } from './money.ts';

const PLACES: { [asset in Asset]: number } = { USDC: 6, native: 18 };

/** An amount in whole tokens, to the last unit. */
export function amountText(amount: bigint, asset: Asset): string {
  const sign = amount < 0n ? '-' : '';
  const digits = String(amount < 0n ? -amount : amount).padStart(PLACES[asset] + 1, '0');
  return `${sign}${digits.slice(0, -PLACES[asset])}.${digits.slice(-PLACES[asset])}`;
}

/** The same without the zeros that say nothing. */
export const shortAmount = (amount: bigint, asset: Asset): string => amountText(amount, asset).replace(/\.?0+$/, '');

/** What is meant by a number of whole tokens; undefined: by no means an amount, nothing, or finer than a unit. */
export function readAmount(given: unknown, asset: Asset): bigint | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(String(given)) ?? [];
  if (whole === undefined || fraction.length > PLACES[asset]) return undefined;
  const amount = BigInt(whole + fraction.padEnd(PLACES[asset], '0'));
  return amount > 0n ? amount : undefined;
}
