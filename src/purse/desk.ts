import { isOnChain } from '../core/money.ts';
import type { PurseDesk, StakeLimits } from '../core/purse-desk.ts';
import type { PurseStore } from '../core/purse-store.ts';
import { readAddress } from './chain.ts';
import { ChainError } from './chain-contract.ts';
import type { Purse } from './purse.ts';

/** The purse as gateways hold it. */
export function deskOf(purse: Purse, store: PurseStore, limits: StakeLimits, chain: number): PurseDesk {
  return {
    chain,
    limits,
    readAddress,
    address: (account, native) => purse.address(account, native).catch(unreached(undefined)),
    balance: (account, asset) => store.balance(account, asset),
    async balances(prefix) {
      return (await store.balances()).filter(({ account }) => account.startsWith(prefix));
    },
    history: (account, limit) => store.history(account, limit),
    async deposits(account) {
      return (await store.deposits({ account })).filter(({ lost }) => !lost);
    },
    move: (change) => purse.move(change),
    send: (id) => store.send(id),
    async status() {
      const { address, brake, trouble, booked, balances, sends } = await purse.status();
      const owned = balances.filter(({ account }) => !isOnChain(account));
      return { address, paused: brake.paused?.why, trouble, booked: booked?.number, balances: owned, sends };
    },
    claim: (claim) =>
      purse
        .claim(claim)
        .catch(unreached({ verified: false, confirmations: 0, message: 'The chain does not answer now. Try again.' })),
    watch: (listener) => purse.watch(listener),
  };
}

const unreached =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof ChainError) return answer;
    throw error;
  };
