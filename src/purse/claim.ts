import type { Clock } from '../core/clock.ts';
import { type Hex, moving } from '../core/money.ts';
import type { Claim, Verdict } from '../core/purse-desk.ts';
import type { PurseStore } from '../core/purse-store.ts';
import type { Chain, Receipt, Transfer } from './chain-contract.ts';

export interface ClaimParts {
  store: PurseStore;
  chain: Chain;
  clock: Clock;
  confirmations: number;
}

/** @param round books what is deep enough by now */
export async function judge(parts: ClaimParts, claim: Claim, round: () => Promise<void>): Promise<Verdict> {
  const { store, chain, clock } = parts;
  const { tx, account, to, asset } = claim;
  const payment = await chain.payment(tx);
  if (!payment) return no(0, `Chain ${chain.id} does not know this transaction.`);
  if (!payment.receipt) return no(0, 'The transaction is in no block yet.');
  const { number } = await chain.head(1);
  const confirmations = Math.max(0, number - payment.receipt.block + 1);
  const own = ownTransfers(claim, chain.addressOf(account), payment.receipt, payment.transfers);
  if (typeof own === 'string') return no(confirmations, own);
  if (own.length === 0) {
    return { ...no(confirmations, `The transaction paid nothing to ${chain.addressOf(account)}.`), elsewhere: true };
  }
  const { confirmations: needed } = parts;
  if (confirmations < needed) return no(confirmations, `${confirmations} of ${needed} confirmations.`);

  const ids = new Set(own.map(({ id }) => id));
  const booked = async () => (await store.deposits({ tx })).filter(({ id, lost }) => ids.has(id) && !lost);
  let deposits = await booked();
  if (deposits.length < ids.size) {
    await round();
    deposits = await booked();
  }
  if (deposits.length < ids.size) return no(confirmations, 'The payment is not booked yet.');
  const amount = sum(own);
  const paid = { verified: true, confirmations, message: 'Paid.', amount };
  const used = no(confirmations, 'This transaction was used before.');
  // Theirs already: it came to their own address, or whoever claimed it did not hear the answer.
  if (deposits.every((one) => one.account === to)) return (await store.balance(to, asset)) < amount ? used : paid;
  const given = moving(`claim:${tx}`, 'payment', asset, { [account]: -amount, [to]: amount });
  const change = { postings: [given], claims: deposits.map(({ id }) => ({ deposit: id, account: to })) };
  const { done } = await store.write(change, clock.now());
  return done === 'posted' ? paid : used;
}

/** What the sender paid as it should be, nothing if it was elsewhere, or why it will not do. */
function ownTransfers(
  { asset, least, sender }: Claim,
  address: Hex,
  receipt: Receipt,
  transfers: readonly Transfer[],
): Transfer[] | string {
  if (!receipt.succeeded) return 'The transaction failed.';
  const paid = transfers.filter((one) => one.to === address);
  if (paid.length === 0) return [];
  const inAsset = paid.filter((one) => one.asset === asset);
  if (inAsset.length === 0) return `The transaction paid in another token than ${asset}.`;
  const own = inAsset.filter((one) => sender === undefined || one.from === sender);
  if (own.length === 0) return `The payment was not sent from ${sender}.`;
  return sum(own) < least ? 'The transaction paid too little.' : own;
}

const sum = (transfers: readonly Transfer[]): bigint => transfers.reduce((total, { amount }) => total + amount, 0n);

const no = (confirmations: number, message: string): Verdict => ({ verified: false, confirmations, message });
