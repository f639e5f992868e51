import { chainAccount, HOUSE_LOSS, type Line, lesser, type Posting } from '../core/money.ts';
import type { PurseEvent } from '../core/purse-desk.ts';
import type { Anchor, Deposit } from '../core/purse-store.ts';
import type { Booked, BookParts } from './book.ts';
import { unsettled } from './sent.ts';

/**
 * The blocks behind `base` are not the chain's any more. What we sent there is on its way again. What came to us there
 * stays where it is if the chain has it elsewhere by now; else it is taken from whoever has it, and where that is not
 * enough it is a loss of the house.
 */
export async function unbook(parts: BookParts, base: Anchor): Promise<Booked> {
  const { store, chain } = parts;
  const postings: Posting[] = [];
  const events: PurseEvent[] = [];
  const own = [];
  // The last first: a send may have two that were mined, one that failed and one that was tried later.
  for (const transaction of (await store.transactions({ above: base.number })).reverse()) {
    const send = own.find((one) => one.send.id === transaction.send)?.send ?? (await store.send(transaction.send))!;
    const outcome = unsettled(send, transaction, chain.addressOf(transaction.sender));
    own.push(outcome);
    postings.push(outcome.posting);
  }
  const deposits: Deposit[] = [];
  const left = new Map<string, bigint>();
  for (const deposit of await store.deposits({ above: base.number })) {
    if (deposit.lost) continue;
    const { id, tx, address, account, asset, amount } = deposit;
    const payment = tx && (await chain.payment(tx));
    const same = payment?.transfers.find((one) => one.id === id && one.to === address && one.amount === amount);
    if (same && payment?.receipt?.succeeded) {
      deposits.push({ ...deposit, block: same.block, blockHash: same.blockHash });
      continue;
    }
    const name = JSON.stringify([account, asset]);
    const has = left.get(name) ?? (await store.balance(account, asset));
    const taken = lesser(has, amount);
    left.set(name, has - taken);
    const changes = deposit.changes + 1;
    const lines: Line[] = [
      { account: chainAccount(address), asset, amount: -amount },
      { account, asset, amount: -taken },
    ];
    if (taken < amount) lines.push({ account: HOUSE_LOSS, asset, amount: taken - amount });
    postings.push({ id: `deposit:${id}#${changes}`, reason: 'deposit lost', lines });
    const lost: Deposit = { ...deposit, lost: true, borne: amount - taken, changes };
    deposits.push(lost);
    events.push({ kind: 'lost', deposit: lost });
  }
  const sends = own.map(({ send }) => send);
  const transactions = own.map(({ transaction }) => transaction);
  return { change: { postings, sends, transactions, deposits, rewind: base.number }, events };
}
