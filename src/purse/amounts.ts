import type { Asset } from '../core/money.ts';

const PLACES: { [asset in Asset]: number } = { USDC: 6, native: 18 };

/** An amount in whole tokens, to the last unit. */
export function amountText(amount: bigint, asset: Asset): string {
  const sign = amount < 0n ? '-' : '';
  const digits = String(amount < 0n ? -amount : amount).padStart(PLACES[asset] + 1, '0');
  return `${sign}${digits.slice(0, -PLACES[asset])}.${digits.slice(-PLACES[asset])}`;
}
