import { english, generateMnemonic } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { anvilBinary, startChain, type TestChain } from '../../test/chain/anvil.ts';
import { type FakeClock, fakeClock } from '../../test/clock.ts';
import { type Asset, agentAccount, chainAccount, type Hex, type Moving, payout, TILL } from '../core/money.ts';
import type { PurseEvent } from '../core/purse-desk.ts';
import type { Storage } from '../core/storage.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { openChain } from './chain.ts';
import type { Chain } from './chain-contract.ts';
import { checkBooks } from './check.ts';
import { Purse } from './purse.ts';

export const UNIT = 1_000_000n;
export const ETHER = 10n ** 18n;

export interface Setup {
  confirmations?: number;
  /** What the settings say of the chain. */
  id?: number;
  /** Another way to the chain. */
  url?: string;
  seed?: string;
  patience?: number;
  place?: boolean;
  storage?: Storage;
  /** In place of parts of the real one. */
  around?(chain: Chain): Chain;
}

export type TestPurse = Awaited<ReturnType<typeof openPurse>>;

const opened: { stop(): Promise<void> }[] = [];

/** Tests against a chain that is really there, or skipped where it cannot run. */
export function withChain(name: string, tests: (chain: () => TestChain) => void): void {
  if (!anvilBinary) return void describe.skip(`${name}: anvil does not run here`);
  describe(name, () => {
    let chain: TestChain;
    beforeAll(async () => {
      chain = await startChain();
    });
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.stop();
    });
    afterAll(() => chain.stop());
    tests(() => chain);
  });
}

/** A purse with a seed and books of its own, whose rounds the test makes. */
export async function openPurse(world: TestChain, setup: Setup = {}) {
  const { confirmations = 3, url = world.url, seed = generateMnemonic(english) } = setup;
  const storage = setup.storage ?? (await openSqlite(':memory:'));
  const time = fakeClock();
  const waits: number[] = [];
  const clock: FakeClock = {
    ...time,
    after(ms, call) {
      waits.push(ms);
      return time.after(ms, call);
    },
  };
  const settings = { url, id: setup.id ?? world.id, usdc: world.usdc };
  const real = openChain({ ...settings, ...(setup.patience !== undefined && { patience: setup.patience }) }, seed);
  const chain = setup.around?.(real) ?? real;
  const events: PurseEvent[] = [];
  const troubles: (string | undefined)[] = [];
  const faults: unknown[] = [];
  const purse = new Purse({
    store: storage.purse,
    documents: storage.documents,
    chain,
    clock,
    place: () => setup.place ?? true,
    confirmations,
    trouble: (words) => void troubles.push(words),
    fault: (error) => void faults.push(error),
  });
  purse.watch((event) => void events.push(event));
  const till = real.addressOf(TILL);
  opened.push({
    async stop() {
      await purse.stop();
      if (!setup.storage) await storage.close();
    },
  });

  const deepen = async (): Promise<void> => {
    await world.mine(confirmations);
    await purse.round();
  };
  return {
    purse,
    chain,
    storage,
    store: storage.purse,
    clock,
    seed,
    till,
    /** How long it waited from round to round. */
    waits,
    events,
    troubles,
    faults,
    /** So many blocks that everything is deep, and a round. */
    deepen,
    /** Until nothing is on its way or waits. */
    async settle(): Promise<void> {
      for (let times = 0; (await storage.purse.sends(['wanted', 'signed'], 1)).length > 0; times++) {
        if (times > 20)
          throw new Error(
            `still open: ${(await purse.status()).sends.map(({ kind, why }) => `${kind}: ${why}`).join('; ')}`,
          );
        await deepen();
      }
    },
    /** Gas for sending. */
    async fund(amount = ETHER): Promise<void> {
      await purse.round();
      await world.coin(8, till, amount);
      await deepen();
    },
    async move(moving: Moving): Promise<void> {
      expect(await purse.move(moving)).toEqual({ done: 'posted' });
    },
    balance: (account: string, asset: Asset = 'USDC') => storage.purse.balance(account, asset),
    onChain: (address: Hex, asset: Asset = 'USDC') => storage.purse.balance(chainAccount(address), asset),
    /** The books are sound, and at every address they say what the chain says. */
    async expectSound(): Promise<void> {
      expect(await checkBooks(storage.purse)).toEqual([]);
      const anchor = (await storage.purse.anchors())[0]!;
      for (const { address } of await storage.purse.addresses()) {
        for (const asset of ['USDC', 'native'] as const) {
          const held = await real.holds(address, asset, anchor.number);
          expect([address, asset, await storage.purse.balance(chainAccount(address), asset)]).toEqual([
            address,
            asset,
            held,
          ]);
        }
      }
    },
  };
}

export const ANN = agentAccount('ann');
export const BOB = agentAccount('bob');

/** An address that nobody has used. */
export const freshAddress = (): Hex => `0x${crypto.randomUUID().replaceAll('-', '')}00000000`;

/** Ann wants so much sent there. */
export const paying = (id: string, amount: bigint, to: Hex, asset: Asset = 'USDC'): Moving =>
  payout({ id, account: ANN, to, asset, amount, reason: 'withdrawal', at: 0 });

/** A purse with gas in which Ann has so much. */
export async function purseWith(world: TestChain, amount: bigint, asset: Asset = 'USDC'): Promise<TestPurse> {
  const opened = await openPurse(world);
  await opened.fund();
  const address = await opened.purse.address(ANN, asset === 'native');
  if (asset === 'native') await world.coin(1, address, amount);
  else await world.pay(1, address, amount);
  await opened.deepen();
  return opened;
}
