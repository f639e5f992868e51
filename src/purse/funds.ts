import { type Asset, chainAccount, type Hex, isHouse, type Send, TILL } from '../core/money.ts';
import type { Balance, Transaction } from '../core/purse-store.ts';

/** A send that is signed, with its latest attempt. */
export interface OnItsWay {
  send: Send;
  transaction: Transaction;
}

/** What lies at our addresses and is not on its way out already. */
export class Funds {
  readonly #free = new Map<string, bigint>();
  readonly #addressOf: (account: string) => Hex;
  readonly #own = new Map<Asset, bigint>();

  constructor(balances: readonly Balance[], onTheirWay: readonly OnItsWay[], addressOf: (account: string) => Hex) {
    this.#addressOf = addressOf;
    for (const { account, asset, amount } of balances) {
      this.#free.set(nameOf(account, asset), amount);
      if (isHouse(account)) this.#own.set(asset, this.own(asset) + amount);
    }
    for (const { send, transaction } of onTheirWay) this.take(send, transaction.mostGas);
  }

  free(sender: string, asset: Asset): bigint {
    return this.#free.get(this.#place(sender, asset)) ?? 0n;
  }

  /** What of all of it is the house's; below zero: what it owes to others. Only this is spent on gas. */
  own(asset: Asset): bigint {
    return this.#own.get(asset) ?? 0n;
  }

  take({ sender, asset, amount }: Send, gas: bigint): void {
    this.#add(sender, asset, -amount);
    this.#add(sender, 'native', -gas);
    this.#own.set('native', this.own('native') - gas);
  }

  #add(sender: string, asset: Asset, amount: bigint): void {
    this.#free.set(this.#place(sender, asset), this.free(sender, asset) + amount);
  }

  #place(sender: string, asset: Asset): string {
    return nameOf(chainAccount(this.#addressOf(sender)), asset);
  }
}

const nameOf = (account: string, asset: Asset): string => `${account} ${asset}`;

/**
 * By how much the till falls short of what is to be paid from it, with what is on its way there counted in. The house's
 * own coin is for gas and pays nobody.
 */
export function shortage(funds: Funds, waiting: readonly Send[], coming: readonly Send[], asset: Asset): bigint {
  const sum = (sends: readonly Send[]) =>
    sends.reduce((total, send) => total + (send.asset === asset ? send.amount : 0n), 0n);
  const wanted = sum(waiting);
  const kept = asset === 'native' ? funds.own(asset) : 0n;
  return wanted === 0n ? 0n : wanted + kept - funds.free(TILL, asset) - sum(coming);
}
