import type { Asset, Hex } from '../core/money.ts';
import type { Anchor } from '../core/purse-store.ts';

export interface Head {
  number: number;
  /** The highest block that has as many others on top of it as were asked for; absent in a chain that is too short. */
  deep?: Anchor;
}

/** Money that came to one of our addresses. */
export interface Transfer {
  /** The same wherever the transaction ends up. */
  id: string;
  tx: Hex;
  from: Hex;
  to: Hex;
  asset: Asset;
  amount: bigint;
  block: number;
  blockHash: Hex;
}

export interface Receipt {
  block: number;
  blockHash: Hex;
  succeeded: boolean;
  /** What it cost its sender. */
  gas: bigint;
}

/** What is to be signed, without the price. */
export interface Order {
  /** The account whose key signs. */
  sender: string;
  to: Hex;
  asset: Asset;
  amount: bigint;
}

export interface Price {
  gas: bigint;
  /** Per unit of gas, the tip included. */
  fee: bigint;
  tip: bigint;
}

export const mostGas = ({ gas, fee }: Price): bigint => gas * fee;

/** One chain, to be looked at. Every answer is awaited for a while and no longer. @throws ChainError */
export interface ChainReader {
  id: number;
  /** @param confirmations blocks that must stand on the deep one, itself included; every one of them is looked at */
  head(confirmations: number): Promise<Head>;
  blockHash(number: number): Promise<Hex | undefined>;
  /** Tokens that came to these addresses in those blocks, both included. */
  tokens(addresses: readonly Hex[], from: number, to: number): Promise<Transfer[]>;
  /** The chain's own coin that transactions of one block sent to these addresses. */
  coins(addresses: ReadonlySet<Hex>, block: number): Promise<Transfer[]>;
  holds(address: Hex, asset: Asset, block: number): Promise<bigint>;
  /** Undefined: in no block. */
  receipt(tx: Hex): Promise<Receipt | undefined>;
  /** Undefined: the chain does not know it. Without a receipt: it is in no block yet. */
  payment(tx: Hex): Promise<{ receipt?: Receipt; transfers: Transfer[] } | undefined>;
  /** How many transactions an address has sent, up to that block or up to now. */
  sent(address: Hex, block?: number): Promise<number>;
  broadcast(raw: Hex): Promise<void>;
  /** That it is the chain and the token that the settings name. @throws WrongChain */
  verify(): Promise<void>;
  /** Waits for no answer any more. */
  close(): void;
}

/** One chain, with the keys to our addresses on it. */
export interface Chain extends ChainReader {
  addressOf(account: string): Hex;
  /** @throws Reverted when it would fail */
  price(order: Order): Promise<Price>;
  sign(order: Order, price: Price, nonce: number): Promise<{ hash: Hex; raw: Hex }>;
}

/** The chain did not answer, or not with sense. Says nothing of the address we ask, which may hold a key. */
export class ChainError extends Error {
  override name = 'ChainError';
}

/** The settings name another chain or token than the one that answers. */
export class WrongChain extends ChainError {
  override name = 'WrongChain';
}

/** The transaction would fail. */
export class Reverted extends Error {
  override name = 'Reverted';
}
