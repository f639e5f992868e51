import type { Asset, Hex, Moving, Send, SendState } from './money.ts';

/** What the purse needs of a store. */
export interface PurseStore {
  /** All of it or nothing, in one transaction. */
  write(change: PurseChange, at: number): Promise<Moved>;
  balance(account: string, asset: Asset): Promise<bigint>;
  /** Of every account that has some, in order of their names. */
  balances(): Promise<Balance[]>;
  /** The newest first. */
  history(account: string, limit: number): Promise<Movement[]>;
  /** Every line that was ever posted, in order, from behind that one. */
  lines(after: number, limit: number): Promise<PostedLine[]>;

  addresses(): Promise<Watched[]>;
  addressOf(account: string): Promise<Watched | undefined>;
  /** The last first. */
  anchors(): Promise<Anchor[]>;
  /** Those in blocks above that number, those of one transaction, those that an account has, or those that were lost at an address. */
  deposits(which: { above: number } | { tx: Hex } | { account: string } | { lostAt: Hex }): Promise<Deposit[]>;
  send(id: string): Promise<Send | undefined>;
  /** The oldest first. */
  sends(states: readonly SendState[], limit: number): Promise<Send[]>;
  /** The oldest first. */
  transactions(which: { above: number } | { send: string }): Promise<Transaction[]>;
  /** The highest nonce that was signed for an address. */
  lastNonce(sender: string): Promise<number | undefined>;
}

/** What happened: it is in; one of the postings was made before; or an account has too little and nothing was written. */
export type Moved = { done: 'posted' } | { done: 'repeated' } | { done: 'refused'; reason: string };

/** Rows with a key that is there already take its place. */
export interface PurseChange extends Partial<Moving> {
  addresses?: Watched[];
  /** Forgets the anchors above that number first. */
  rewind?: number;
  anchor?: Anchor;
  /** Who has one that is there already stays as it is. */
  deposits?: Deposit[];
  /** Somebody else has it from now on. */
  claims?: { deposit: string; account: string }[];
  transactions?: Transaction[];
}

export interface Balance {
  account: string;
  asset: Asset;
  amount: bigint;
}

export interface Movement {
  posting: string;
  reason: string;
  asset: Asset;
  amount: bigint;
  after: bigint;
  at: number;
  match?: string;
}

export interface PostedLine extends Balance {
  serial: number;
  posting: string;
  after: bigint;
}

/** An address of ours: what comes in there belongs to the account. */
export interface Watched {
  address: Hex;
  account: string;
  /** Look for the chain's own coin there as well. */
  native: boolean;
  at: number;
}

/** A block up to which everything is in the books. */
export interface Anchor {
  number: number;
  hash: Hex;
}

export interface Deposit {
  id: string;
  address: Hex;
  /** Who has it: at first the address's account. */
  account: string;
  asset: Asset;
  amount: bigint;
  /** Both are unknown where a contract paid in the chain's own coin. */
  sender?: Hex;
  tx?: Hex;
  block: number;
  blockHash: Hex;
  /** The chain took it back. */
  lost: boolean;
  /** How often it came or went. */
  changes: number;
  /** What of it the house had to bear when it was lost. */
  borne: bigint;
  at: number;
}

/** One signed attempt at a send. */
export interface Transaction {
  hash: Hex;
  send: string;
  sender: string;
  nonce: number;
  raw: Hex;
  /** The most that it can cost besides what it sends. */
  mostGas: bigint;
  /** Per unit of gas, to offer more when it is stuck. */
  fee: bigint;
  tip: bigint;
  at: number;
  /** Where it is, once that is deep enough. */
  block?: number;
  blockHash?: Hex;
  /** What it did cost. */
  gas?: bigint;
  /** It may have cost something and done nothing. */
  succeeded?: boolean;
  /** How often it came into the chain or left it. */
  changes: number;
}
