/** What the purse counts in. Amounts are whole numbers of the smallest unit, never fractions. */
export type Asset = 'USDC' | 'native';

export const ASSETS: readonly Asset[] = ['USDC', 'native'];

export type Amounts = { [asset in Asset]: bigint };

export function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export type Hex = `0x${string}`;

/** One account changes by so much. */
export interface Line {
  account: string;
  asset: Asset;
  amount: bigint;
  /** How to refuse when the account has less. */
  short?: string;
}

/**
 * Money that moves. Accounts of the chain say what an address holds, all others to whom it belongs: in every posting
 * both sides change alike, to the unit.
 */
export interface Posting {
  /** Made once ever. */
  id: string;
  reason: string;
  lines: Line[];
}

/** `cancelled`: called back before it was ever signed; it stays so. */
export type SendState = 'wanted' | 'signed' | 'done' | 'failed' | 'cancelled';

/** Something to be sent on the chain: first only the wish, stored with the posting that sets its money aside. */
export interface Send {
  id: string;
  kind: 'payout' | 'top-up' | 'sweep';
  /** The account at whose address the money lies. */
  sender: string;
  to: Hex;
  asset: Asset;
  amount: bigint;
  state: SendState;
  /** Set with the first signature; whatever is sent in its place has the same. */
  nonce?: number;
  /** What it waits for, or why it failed. */
  why?: string;
  at: number;
}

/** What moves in one transaction, alone or with the end of a match: all of it or nothing. */
export interface Moving {
  postings: Posting[];
  sends?: Send[];
}

// ── accounts ──

/** The house's own address, from which everything is paid; what comes in there is the host's. */
export const TILL = 'house:capital';
export const HOUSE_CUT = 'house:cut';
/** Below zero: what sending has cost. */
export const HOUSE_GAS = 'house:gas';
/** Below zero: payments that the chain took back after they were spent. */
export const HOUSE_LOSS = 'house:loss';

const CHAIN = 'chain:';
export const chainAccount = (address: Hex): string => `${CHAIN}${address}`;
export const isOnChain = (account: string): boolean => account.startsWith(CHAIN);
export const isHouse = (account: string): boolean => account.startsWith('house:');
export const mayOwe = (account: string): boolean => account === HOUSE_GAS || account === HOUSE_LOSS;

/** What an agent may stake or take out. */
export const agentAccount = (agent: string): string => `agent:${agent}`;
/** What is held until a match is over. */
export const stakesAccount = (match: string): string => `stakes:${match}`;
/** What is on its way out. */
export const payoutAccount = (send: string): string => `payout:${send}`;

// ── postings ──

export const moving = (id: string, reason: string, asset: Asset, changes: { [account: string]: bigint }): Posting => ({
  id,
  reason,
  lines: Object.entries(changes).map(([account, amount]) => ({ account, asset, amount })),
});

export const holdPosting = (match: string): string => `hold:${match}`;
export const settlePosting = (match: string): string => `settle:${match}`;
const PAYOUT = 'payout:';
export const payoutPosting = (send: string): string => `${PAYOUT}${send}`;
/** The send for which that posting sets money aside, if it does. */
export const sendOfPosting = (posting: string): string | undefined =>
  posting.startsWith(PAYOUT) ? posting.slice(PAYOUT.length) : undefined;

export interface Stake {
  account: string;
  amount: bigint;
  short?: string;
}

/** Sets stakes aside until the match is over. */
export function hold(match: string, asset: Asset, stakes: readonly Stake[]): Posting {
  const lines: Line[] = stakes.map(({ amount, ...rest }) => ({ ...rest, asset, amount: -amount }));
  const total = stakes.reduce((sum, { amount }) => sum + amount, 0n);
  lines.push({ account: stakesAccount(match), asset, amount: total });
  return { id: holdPosting(match), reason: 'held', lines };
}

/** Hands out what was held for a match; the shares say to whom, the house among them. */
export function settle(match: string, asset: Asset, reason: string, shares: readonly Stake[]): Posting {
  const total = shares.reduce((sum, { amount }) => sum + amount, 0n);
  const lines: Line[] = [{ account: stakesAccount(match), asset, amount: -total }];
  for (const { account, amount } of shares) lines.push({ account, asset, amount });
  return { id: settlePosting(match), reason, lines };
}

export interface PayoutWish {
  id: string;
  /** Who pays. */
  account: string;
  to: Hex;
  asset: Asset;
  amount: bigint;
  reason: string;
  short?: string;
  at: number;
}

/** Sets money aside to be sent away from the till. */
export function payout({ id, account, to, asset, amount, reason, short, at }: PayoutWish): Moving {
  const lines: Line[] = [
    { account, asset, amount: -amount, ...(short !== undefined && { short }) },
    { account: payoutAccount(id), asset, amount },
  ];
  return {
    postings: [{ id: payoutPosting(id), reason, lines }],
    sends: [{ id, kind: 'payout', sender: TILL, to, asset, amount, state: 'wanted', at }],
  };
}
