import type { Amounts, Asset, Hex, Moving, Send } from './money.ts';
import type { Deposit, Moved, Movement } from './purse-store.ts';

export type { Deposit } from './purse-store.ts';

/** What gateways ask of the purse. None of it throws because a chain is out of reach. */
export interface PurseDesk {
  /** The number of the chain. */
  chain: number;
  limits: StakeLimits;
  /** Where money for an account is sent to, for ever the same. Undefined: the chain was never reached. */
  address(account: string, native?: boolean): Promise<Hex | undefined>;
  /** An address as it is kept here; undefined: it is none, or its capitals tell of a slip of the pen. */
  readAddress(text: unknown): Hex | undefined;
  balance(account: string, asset: Asset): Promise<bigint>;
  /** Of every account whose name begins so. */
  balances(prefix: string): Promise<{ account: string; asset: Asset; amount: bigint }[]>;
  /** The newest first. */
  history(account: string, limit: number): Promise<Movement[]>;
  /** What an account has of what came in, and was not lost. */
  deposits(account: string): Promise<Deposit[]>;
  /** Moves money outside any match, and wishes for what is to be sent. */
  move(change: Moving): Promise<Moved>;
  send(id: string): Promise<Send | undefined>;
  status(): Promise<PurseStatus>;
  /** Looks a payment up and, if it is what it should be and deep enough, gives it to the account that claims it. Once ever. */
  claim(claim: Claim): Promise<Verdict>;
  /** Calls back when money came, was lost, was sent or could not be. */
  watch(listener: (event: PurseEvent) => void): () => void;
}

/** For the host. */
export interface PurseStatus {
  /** The house's own, where gas is to be sent. */
  address: Hex;
  paused: string | undefined;
  trouble: string | undefined;
  /** The number of the last block in the books. */
  booked: number | undefined;
  /** Of every account that has some, the house's among them. */
  balances: { account: string; asset: Asset; amount: bigint }[];
  /** On their way, waiting or failed, with the reason. */
  sends: Send[];
}

export interface StakeLimits {
  /** Of what is won, in ten-thousandths: the house's part in premium rooms and of wagers. */
  cut: { rooms: number; wagers: number };
  /** The most that one wager or entry fee may be. */
  each: Amounts;
  /** The most that an account may stake in wagers, in entry fees, and take out within a day. */
  day: Amounts;
  /** Who has more USDC may only take it out. */
  account: bigint;
  /** Milliseconds for which an address that is new to an account is not paid. */
  newAddress: number;
  /** Milliseconds until a premium room that has not begun gives everything back. */
  roomWait: number;
}

export type PurseEvent = { kind: 'deposit' | 'lost'; deposit: Deposit } | { kind: 'sent' | 'failed'; send: Send };

/** A payment that somebody says to have made to an address of ours. */
export interface Claim {
  tx: Hex;
  /** Whose address it went to. */
  account: string;
  /** Who is to have it. */
  to: string;
  asset: Asset;
  least: bigint;
  /** Undefined: whoever sent it. */
  sender?: Hex;
}

export interface Verdict {
  verified: boolean;
  confirmations: number;
  message: string;
  amount?: bigint;
  /** The transaction paid nothing to that address. */
  elsewhere?: true;
}
