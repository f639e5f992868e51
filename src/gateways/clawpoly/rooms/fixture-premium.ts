import { expect } from 'vitest';
import { payer, type TestChain } from '../../../../test/chain/anvil.ts';
import { openDesk } from '../../../../test/chain/desk.ts';
import { greedy } from '../../../../test/clawpoly-client.ts';
import type { Asset, Hex } from '../../../core/money.ts';
import type { PurseDesk, StakeLimits } from '../../../core/purse-desk.ts';
import { ETHER, type TestPurse, UNIT } from '../../../purse/fixture.ts';
import { type Client, type Frame, makeWorld, type Seated, type World } from '../fixture.ts';

export const FEE = 10n * UNIT;
/** Of a room whose fee is in the chain's own coin. */
export const COIN_FEE = ETHER / 20n;

export interface House {
  chain: TestChain;
  money: TestPurse;
  desk: PurseDesk;
  world: World;
}

export interface PaidSeat extends Seated {
  seatDepositAddress: Hex;
}

export async function openHouse(chain: TestChain, limits: Partial<StakeLimits> = {}): Promise<House> {
  const { money, desk } = await openDesk(chain, limits);
  const world = await makeWorld({ storage: money.storage, purse: desk });
  return { chain, money, desk, world };
}

export async function create({ chain, world }: House, maxPlayers = 2, wish: object = {}): Promise<Frame> {
  const entryFee = { amount: '10', token: 'USDC', chain: chain.id };
  const room = { mode: 'premium', entryFee, maxPlayers, gameSpeed: 'instant', ...wish };
  return (await world.call('/rooms', room)).body;
}

export const join = async ({ world }: House, room: Frame, name: string, key?: string): Promise<PaidSeat> =>
  (await world.call(`/rooms/${room.id}/join`, { name }, key)).body;

export const verify = async ({ world }: House, room: Frame, body: object, token?: string): Promise<Frame> =>
  (await world.call(`/rooms/${room.id}/verify-payment`, body, token)).body;

export const statusOf = async ({ world }: House, room: Frame): Promise<string> =>
  (await world.call(`/rooms/${room.id}`)).body.status;

/** Pays from an account of its own to the room's address and has it verified. */
export async function pay(house: House, room: Frame, { playerId }: Seated, from: number, amount?: bigint) {
  const { chain, money } = house;
  const native = room.entryFee.token === 'native';
  const txHash = native
    ? await chain.coin(from, room.depositAddress, amount ?? COIN_FEE)
    : await chain.pay(from, room.depositAddress, amount ?? FEE);
  await money.deepen();
  const body = { agentId: playerId, txHash, payoutAddress: payer(from).address };
  return { txHash, body, answer: await verify(house, room, body) };
}

/** A room that is full and paid for, whose game is on, with everyone connected. */
export async function start(
  house: House,
  seats: number,
  wish: object = {},
): Promise<{ room: Frame; agents: Client[] }> {
  const room = await create(house, seats, wish);
  const seated: Seated[] = [];
  for (let seat = 0; seat < seats; seat++) {
    seated.push(await join(house, room, `Agent ${seat}`));
    expect((await pay(house, room, seated[seat]!, seat + 1)).answer).toMatchObject({ verified: true });
  }
  await expect.poll(() => statusOf(house, room)).toBe('playing');
  const agents: Client[] = [];
  for (const one of seated) agents.push(await house.world.agent(one));
  await house.world.settle();
  return { room, agents };
}

/** What the first payers have. */
export const balances = (chain: TestChain, count: number, asset: Asset = 'USDC'): Promise<bigint[]> =>
  Promise.all(
    Array.from({ length: count }, (_, seat) => {
      const { address } = payer(seat + 1);
      return asset === 'USDC' ? chain.tokens(address) : chain.coins(address);
    }),
  );

/** Whether anybody had something to say. */
function answers(agents: readonly Client[]): boolean {
  let said = false;
  for (const agent of agents) {
    for (const answer of agent.unread().map((frame) => greedy(frame))) {
      if (answer) agent.say(...answer);
      said ||= answer !== undefined;
    }
  }
  return said;
}

/** Those who are connected play to win, the clock plays for all others. */
export async function playOut(house: House, room: Frame, agents: readonly Client[] = []): Promise<Frame> {
  const { world } = house;
  for (let times = 0; (await statusOf(house, room)) !== 'finished'; times++) {
    if (times > 2000) throw new Error('the game does not end');
    while (answers(agents)) await world.clock.pass(0);
    await world.clock.pass(30_000);
  }
  await world.settle();
  return (await world.call(`/games/${room.id}`)).body;
}
