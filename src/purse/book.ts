import {
  ASSETS,
  type Asset,
  chainAccount,
  type Hex,
  HOUSE_LOSS,
  type Line,
  lesser,
  type Posting,
  type Send,
  TILL,
} from '../core/money.ts';
import type { PurseEvent } from '../core/purse-desk.ts';
import type { Anchor, Deposit, PurseChange, PurseStore, Transaction, Watched } from '../core/purse-store.ts';
import { type Chain, ChainError, type Transfer } from './chain-contract.ts';
import { settled } from './sent.ts';

export interface BookParts {
  store: PurseStore;
  chain: Chain;
  now(): number;
}

export interface Booked {
  change: PurseChange;
  events: PurseEvent[];
  /** What the chain holds and the books do not explain. */
  problem?: string;
}

export const SENDS_AT_ONCE = 1000;
/** Contracts pay in the chain's own coin without a trace: the newest addresses are looked at as a whole. */
const LOOKED_AT = 50;

/**
 * Everything that happened in the blocks behind `from` up to `to`, as one change to the books: so that at every anchor
 * they say what the chain says.
 * @param whole `to` is recent: the chain still tells what addresses held there
 */
export async function book(parts: BookParts, from: Anchor, to: Anchor, whole: boolean): Promise<Booked> {
  const page = new Page(parts, to);
  await page.addOwn();
  await page.addIncoming(from.number + 1);
  if (whole) await page.addUnseen();
  await page.checkCanonical();
  return page.booked();
}

class Page {
  readonly #parts: BookParts;
  readonly #to: Anchor;
  readonly #deposits: Deposit[] = [];
  readonly #sends: Send[] = [];
  readonly #transactions: Transaction[] = [];
  readonly #postings: Posting[] = [];
  readonly #events: PurseEvent[] = [];
  readonly #blocks = new Map<number, Hex>();
  /** Transactions between our own addresses: what they bring is no deposit. */
  readonly #inside = new Set<Hex>();
  #problem: string | undefined;

  constructor(parts: BookParts, to: Anchor) {
    this.#parts = parts;
    this.#to = to;
    this.#blocks.set(to.number, to.hash);
  }

  /** Transactions of ours that are deep enough by now. */
  async addOwn(): Promise<void> {
    const { store, chain } = this.#parts;
    for (const send of await store.sends(['signed'], SENDS_AT_ONCE)) {
      for (const transaction of await store.transactions({ send: send.id })) {
        if (send.kind !== 'payout') this.#inside.add(transaction.hash);
        if (transaction.nonce !== send.nonce) continue;
        const receipt = await chain.receipt(transaction.hash);
        if (!receipt || receipt.block > this.#to.number) continue;
        this.#blocks.set(receipt.block, receipt.blockHash);
        const outcome = settled(send, transaction, chain.addressOf(send.sender), receipt);
        this.#sends.push(outcome.send);
        this.#transactions.push(outcome.transaction);
        this.#postings.push(outcome.posting);
        this.#events.push({ kind: receipt.succeeded ? 'sent' : 'failed', send: outcome.send });
      }
    }
  }

  /** What others sent us. */
  async addIncoming(first: number): Promise<void> {
    const { store, chain } = this.#parts;
    const last = this.#to.number;
    if (first > last) return;
    const watched = new Map((await store.addresses()).map((one) => [one.address, one]));
    const transfers = await chain.tokens([...watched.keys()], first, last);
    const native = new Set([...watched.values()].filter((one) => one.native).map((one) => one.address));
    for (let block = first; native.size > 0 && block <= last; block++) {
      transfers.push(...(await chain.coins(native, block)));
    }
    for (const transfer of transfers) {
      if (!this.#inside.has(transfer.tx)) await this.#addTransfer(transfer, watched.get(transfer.to)!);
    }
  }

  async #addTransfer(transfer: Transfer, { account }: Watched): Promise<void> {
    const { id, tx, from: sender, to: address, asset, amount, block, blockHash } = transfer;
    this.#blocks.set(block, blockHash);
    const known = (await this.#parts.store.deposits({ tx })).find((one) => one.id === id);
    const at = this.#parts.now();
    const unseen = { id, address, account, asset, amount, sender, tx, lost: true, changes: 0, borne: 0n, at };
    const deposit: Deposit = { ...unseen, ...known, block, blockHash };
    if (deposit.lost) this.#addDeposit(deposit);
    else this.#deposits.push(deposit);
  }

  /** The chain's own coin that came to an address without a transaction of its own; at the till, whatever came. */
  async addUnseen(): Promise<void> {
    const { store, chain } = this.#parts;
    const watched = (await store.addresses()).filter((one) => one.native && one.account !== TILL).slice(-LOOKED_AT);
    for (const asset of ASSETS) await this.#compare(TILL, chain.addressOf(TILL), asset);
    for (const { account, address } of watched) await this.#compare(account, address, 'native');
  }

  async #compare(account: string, address: Hex, asset: Asset): Promise<void> {
    const { store, chain, now } = this.#parts;
    const booked = await this.#after(chainAccount(address), asset);
    const held = await chain.holds(address, asset, this.#to.number);
    if (held < booked) this.#problem = `${address} holds ${booked - held} less (${asset}) than is booked.`;
    if (held <= booked) return;
    const { number: block, hash: blockHash } = this.#to;
    const deposit: Deposit = {
      id: `${address}@${blockHash}/${asset}`,
      address,
      account,
      asset,
      amount: held - booked,
      block,
      blockHash,
      lost: true,
      changes: 0,
      borne: 0n,
      at: now(),
    };
    // It may be one that was lost: what nobody can tell apart pays first what the house bore.
    for (const lost of await store.deposits({ lostAt: address })) {
      if (lost.tx || lost.asset !== asset) continue;
      const paid = lesser(lost.borne, deposit.amount - deposit.borne);
      deposit.borne += paid;
      if (paid > 0n) this.#deposits.push({ ...lost, borne: lost.borne - paid });
    }
    this.#addDeposit(deposit);
  }

  /** Comes for the first time, or comes back after it was lost: then first to whom it was missing. */
  #addDeposit(deposit: Deposit): void {
    const { id, address, account, asset, amount, borne } = deposit;
    const changes = deposit.changes + 1;
    const lines: Line[] = [
      { account: chainAccount(address), asset, amount },
      { account, asset, amount: amount - borne },
    ];
    if (borne > 0n) lines.push({ account: HOUSE_LOSS, asset, amount: borne });
    this.#postings.push({ id: `deposit:${id}#${changes}`, reason: 'deposit', lines });
    const taken: Deposit = { ...deposit, lost: false, borne: 0n, changes };
    this.#deposits.push(taken);
    this.#events.push({ kind: 'deposit', deposit: taken });
  }

  /** What an account has when all of this is booked. */
  async #after(account: string, asset: Asset): Promise<bigint> {
    let sum = await this.#parts.store.balance(account, asset);
    for (const { lines } of this.#postings) {
      for (const line of lines) if (line.account === account && line.asset === asset) sum += line.amount;
    }
    return sum;
  }

  /** Whatever was found must be in blocks that still stand. */
  async checkCanonical(): Promise<void> {
    for (const [number, hash] of this.#blocks) {
      if ((await this.#parts.chain.blockHash(number)) === hash) continue;
      throw new ChainError(`The chain changed at block ${number} while it was read.`);
    }
  }

  booked(): Booked {
    return {
      change: {
        postings: this.#postings,
        sends: this.#sends,
        deposits: this.#deposits,
        transactions: this.#transactions,
        anchor: this.#to,
      },
      events: this.#events,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }
}
