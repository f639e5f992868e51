import type { PurseDesk, StakeLimits } from '../../src/core/purse-desk.ts';
import { deskOf } from '../../src/purse/desk.ts';
import { ETHER, openPurse, type TestPurse, UNIT } from '../../src/purse/fixture.ts';
import type { TestChain } from './anvil.ts';

export const LIMITS: StakeLimits = {
  cut: { rooms: 1000, wagers: 0 },
  each: { USDC: 100n * UNIT, native: ETHER / 10n },
  day: { USDC: 150n * UNIT, native: ETHER },
  account: 1000n * UNIT,
  newAddress: 3_600_000,
  roomWait: 3_600_000,
};

/** A purse with gas, and the desk at which gateways ask it. */
export async function openDesk(
  chain: TestChain,
  limits: Partial<StakeLimits> = {},
): Promise<{ money: TestPurse; desk: PurseDesk }> {
  const money = await openPurse(chain);
  await money.fund();
  return { money, desk: deskOf(money.purse, money.storage.purse, { ...LIMITS, ...limits }, chain.id) };
}
