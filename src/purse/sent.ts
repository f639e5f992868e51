import { chainAccount, type Hex, HOUSE_GAS, type Line, type Posting, payoutAccount, type Send } from '../core/money.ts';
import type { Transaction } from '../core/purse-store.ts';
import type { Receipt } from './chain-contract.ts';

/** What a transaction of ours changed on the chain: what it sent, if it did, and what that cost. */
function linesOf(send: Send, from: Hex, gas: bigint, succeeded: boolean): Line[] {
  const { kind, to, asset, amount } = send;
  const cost: Line[] = [
    { account: chainAccount(from), asset: 'native', amount: -gas },
    { account: HOUSE_GAS, asset: 'native', amount: -gas },
  ];
  if (!succeeded) return cost;
  const gone: Line = { account: chainAccount(from), asset, amount: -amount };
  const arrived: Line =
    kind === 'payout'
      ? { account: payoutAccount(send.id), asset, amount: -amount }
      : { account: chainAccount(to), asset, amount };
  return [gone, arrived, ...cost];
}

export interface Outcome {
  send: Send;
  transaction: Transaction;
  posting: Posting;
}

/** A transaction of ours is deep enough: it is done, or it failed and only cost. */
export function settled(send: Send, transaction: Transaction, from: Hex, receipt: Receipt): Outcome {
  const { block, blockHash, gas, succeeded } = receipt;
  const changes = transaction.changes + 1;
  const { why, ...rest } = send;
  return {
    send: succeeded
      ? { ...rest, state: 'done' }
      : { ...rest, state: 'failed', why: `The transaction ${transaction.hash} failed on the chain.` },
    transaction: { ...transaction, block, blockHash, gas, succeeded, changes },
    posting: {
      id: `sent:${transaction.hash}#${changes}`,
      reason: succeeded ? send.kind : `${send.kind} failed`,
      lines: linesOf(send, from, gas, succeeded),
    },
  };
}

/** The chain took a transaction of ours back: it is on its way again. */
export function unsettled(send: Send, transaction: Transaction, from: Hex): Outcome {
  const { block, blockHash, gas = 0n, succeeded = false, ...rest } = transaction;
  const changes = transaction.changes + 1;
  const { why, ...open } = send;
  // A send that failed and was tried anew has another transaction by now.
  const current = send.nonce === transaction.nonce && send.state !== 'wanted';
  return {
    send: current ? { ...open, state: 'signed' } : send,
    transaction: { ...rest, changes },
    posting: {
      id: `sent:${transaction.hash}#${changes}`,
      reason: `${send.kind} taken back`,
      lines: linesOf(send, from, gas, succeeded).map((line) => ({ ...line, amount: -line.amount })),
    },
  };
}
