import { shortAmount } from '../../core/amounts.ts';
import type { PurseDesk } from '../../core/purse-desk.ts';
import type { Purse } from './json.ts';

/** Enough for a page; `crossplay purse show` has all of them. */
const MOST = 200;

/** The house's accounts first, then those with the most. */
export async function purseJson(purse: PurseDesk): Promise<Purse> {
  const { address, paused, trouble, booked, balances, sends } = await purse.status();
  const rank = (account: string) => (account.startsWith('house:') ? 0 : 1);
  const sorted = balances.sort(
    (a, b) => rank(a.account) - rank(b.account) || (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1),
  );
  return {
    chain: purse.chain,
    address,
    paused: paused ?? null,
    trouble: trouble ?? null,
    booked: booked ?? null,
    balances: sorted.slice(0, MOST).map(({ account, asset, amount }) => ({
      ...{ account, asset },
      amount: shortAmount(amount, asset),
    })),
    sends: sends.slice(0, MOST).map(({ id, kind, to, asset, amount, state, why, at }) => ({
      ...{ id, kind, to, asset, state, at },
      amount: shortAmount(amount, asset),
      why: why ?? null,
    })),
  };
}
