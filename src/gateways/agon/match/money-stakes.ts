import { readAmount, shortAmount } from '../../../core/amounts.ts';
import type { MatchHandle } from '../../../core/arena.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Seat } from '../../../core/game.ts';
import { agentAccount } from '../../../core/money.ts';
import type { PurseDesk } from '../../../core/purse-desk.ts';
import type { DocumentStore } from '../../../core/storage.ts';
import { addressesOf } from '../../payout-addresses.ts';
import { spentToday } from '../../spent-today.ts';
import { type MoneyWager, mayWagerMoney, stakeOf } from '../settle/wager.ts';

export interface MoneyStakesParts {
  purse: PurseDesk;
  documents: DocumentStore;
  clock: Clock;
}

const usdc = (units: bigint): string => shortAmount(units, 'USDC');

/** Who may stake how much USDC. That it is there is the ledger's to say, when it is held. */
export class MoneyStakes {
  readonly #parts: MoneyStakesParts;

  constructor(parts: MoneyStakesParts) {
    this.#parts = parts;
  }

  /** A wager of that amount, or what is wrong with it. */
  read(amount: unknown, proposer: Seat): MoneyWager | string {
    const { limits } = this.#parts.purse;
    const units = readAmount(amount, 'USDC');
    if (units === undefined) return 'amount must be an amount of USDC above 0, of at most six places.';
    if (units > limits.each.USDC) return `A wager is at most ${usdc(limits.each.USDC)} USDC.`;
    return { currency: 'USDC', units: String(units), cut: limits.cut.wagers, proposer };
  }

  /** Why these seats may not stake it. */
  async refuse({ header }: MatchHandle, seats: readonly Seat[], wager: MoneyWager): Promise<string | undefined> {
    if (!mayWagerMoney(header)) return 'USDC is not played for in this match.';
    for (const seat of seats) {
      const refused = await this.#refuseSeat(header.seats[seat]!, wager);
      if (refused) return refused;
    }
    const { documents, purse } = this.#parts;
    const [first, second] = await Promise.all(header.seats.map(({ agent }) => addressesOf(documents, purse, agent)));
    return [...first!].some((address) => second!.has(address))
      ? 'Both sides have the same address: no USDC is played for among the agents of one owner.'
      : undefined;
  }

  async #refuseSeat({ agent, name }: { agent: string; name: string }, wager: MoneyWager): Promise<string | undefined> {
    const { purse, clock } = this.#parts;
    const { account, day } = purse.limits;
    const balance = await purse.balance(agentAccount(agent), 'USDC');
    if (balance < BigInt(wager.units)) return `${name} does not have ${stakeOf(wager)} USDC.`;
    if (balance > account) return `${name} has more than ${usdc(account)} USDC and may only take it out.`;
    const staked = await spentToday(purse, agent, clock.now(), 'hold:');
    if (staked !== undefined && staked + BigInt(wager.units) <= day.USDC) return undefined;
    return `${name} may stake at most ${usdc(day.USDC)} USDC within a day.`;
  }
}
