import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ASSETS,
  type Asset,
  agentAccount,
  chainAccount,
  type Hex,
  HOUSE_CUT,
  HOUSE_GAS,
  HOUSE_LOSS,
  hold,
  isOnChain,
  lesser,
  type Moving,
  mayOwe,
  moving,
  payout,
  payoutAccount,
  settle,
  stakesAccount,
  TILL,
} from '../core/money.ts';
import type { PurseStore } from '../core/purse-store.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { checkBooks } from './check.ts';

const OPERATIONS = 10_000;
const PLAYERS = ['ann', 'ben', 'cat', 'dot', 'eve'];
const addressOf = (name: string): Hex => `0x${Buffer.from(name.padEnd(20)).toString('hex')}`;
const till = chainAccount(addressOf('till'));

const player = fc.constantFrom(...PLAYERS);
const asset = fc.constantFrom<Asset>(...ASSETS);
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 10n ** 30n }));
const operation = fc.oneof(
  fc.record({ kind: fc.constant('deposit' as const), who: player, asset, amount }),
  fc.record({ kind: fc.constant('fund' as const), asset, amount }),
  fc.record({ kind: fc.constant('hold' as const), who: player, other: player, asset, amount }),
  fc.record({ kind: fc.constantFrom('win', 'draw', 'cut'), which: fc.nat(20), asset }),
  fc.record({ kind: fc.constant('payout' as const), who: player, asset, amount }),
  fc.record({ kind: fc.constant('sent' as const), which: fc.nat(20), gas: fc.bigInt({ min: 1n, max: 99n }), asset }),
  fc.record({ kind: fc.constant('sweep' as const), who: player, asset, amount }),
  fc.record({ kind: fc.constant('lost' as const), who: player, asset, amount }),
  fc.record({ kind: fc.constant('again' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

test('ten thousand random operations keep the sum of the books', async () => {
  const storage = await openSqlite(':memory:');
  const seed = Date.now();
  const operations = fc.sample(operation, { numRuns: OPERATIONS, seed });
  const done = { posted: 0, refused: 0, repeated: 0 };
  const world = new World(storage.purse);
  for (const [serial, one] of operations.entries()) {
    const wanted = await world.moving(serial, one);
    done[(await storage.purse.write(wanted, serial)).done]++;
    if (serial % 2500 === 0) await expectSound(storage.purse, seed);
  }
  await expectSound(storage.purse, seed);
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(100);
  await storage.close();
});

async function expectSound(purse: PurseStore, seed: number): Promise<void> {
  const balances = await purse.balances();
  for (const kind of ASSETS) {
    const sum = (which: (account: string) => boolean) =>
      balances.reduce((total, one) => total + (one.asset === kind && which(one.account) ? one.amount : 0n), 0n);
    expect(sum(isOnChain), `seed ${seed}`).toBe(sum((account) => !isOnChain(account)));
  }
  for (const { account, amount } of balances) if (!mayOwe(account)) expect(amount > 0n, account).toBe(true);
  expect(await checkBooks(purse)).toEqual([]);
}

interface Held {
  match: string;
  amount: bigint;
  players: [string, string];
  asset: Asset;
}

/** What there is to settle and to send, so that random operations meet it. */
class World {
  readonly #purse: PurseStore;
  readonly #held: Held[] = [];
  readonly #wished: { id: string; amount: bigint; asset: Asset }[] = [];
  #last: Moving = { postings: [] };

  constructor(purse: PurseStore) {
    this.#purse = purse;
  }

  async moving(serial: number, one: Operation): Promise<Moving> {
    return (this.#last = one.kind === 'again' ? this.#last : await this.#made(`op${serial}`, one));
  }

  async #made(id: string, one: Exclude<Operation, { kind: 'again' }>): Promise<Moving> {
    const only = (changes: { [account: string]: bigint }): Moving => ({
      postings: [moving(id, one.kind, one.asset, changes)],
    });
    switch (one.kind) {
      case 'deposit':
        return only({ [chainAccount(addressOf(one.who))]: one.amount, [agentAccount(one.who)]: one.amount });
      case 'fund':
        return only({ [till]: one.amount, [TILL]: one.amount });
      case 'hold': {
        const players: [string, string] = [one.who, one.other];
        this.#held.push({ match: id, amount: one.amount, players, asset: one.asset });
        const stakes = players.map((name) => ({ account: agentAccount(name), amount: one.amount }));
        return { postings: [hold(id, one.asset, stakes)] };
      }
      case 'payout': {
        this.#wished.push({ id, amount: one.amount, asset: one.asset });
        const { asset, amount } = one;
        return payout({ id, account: agentAccount(one.who), to: '0x01', asset, amount, reason: 'test', at: 0 });
      }
      case 'sent': {
        const send = this.#wished.at(-1 - one.which);
        if (!send) return only({});
        const gone = { [till]: -send.amount, [payoutAccount(send.id)]: -send.amount };
        const gas = moving(`gas:${id}`, 'gas', 'native', { [till]: -one.gas, [HOUSE_GAS]: -one.gas });
        return { postings: [moving(id, 'sent', send.asset, gone), gas] };
      }
      case 'sweep':
        return only({ [chainAccount(addressOf(one.who))]: -one.amount, [till]: one.amount });
      case 'lost': {
        const has = await this.#purse.balance(agentAccount(one.who), one.asset);
        const taken = lesser(has, one.amount);
        return only({
          [chainAccount(addressOf(one.who))]: -one.amount,
          [agentAccount(one.who)]: -taken,
          [HOUSE_LOSS]: taken - one.amount,
        });
      }
      default:
        return this.#settled(one.kind, this.#held.at(-1 - one.which));
    }
  }

  async #settled(kind: string, held: Held | undefined): Promise<Moving> {
    if (!held) return { postings: [] };
    const { match, asset } = held;
    const pool = await this.#purse.balance(stakesAccount(match), asset);
    const [first, second] = held.players.map(agentAccount) as [string, string];
    const cut = kind === 'cut' ? pool / 10n : 0n;
    const shares =
      kind === 'draw'
        ? [first, second].map((account) => ({ account, amount: held.amount }))
        : [
            { account: first, amount: pool - cut },
            { account: HOUSE_CUT, amount: cut },
          ];
    return { postings: [settle(match, asset, kind, shares)] };
  }
}
