// Longer than most files: a premium room with every way in which a payment can be wrong.
import { expect, it } from 'vitest';
import { payer, startChain } from '../../../../test/chain/anvil.ts';
import { openDesk } from '../../../../test/chain/desk.ts';
import { type Hex, HOUSE_CUT, HOUSE_LOSS } from '../../../core/money.ts';
import type { StakeLimits } from '../../../core/purse-desk.ts';
import { checkBooks } from '../../../purse/check.ts';
import { freshAddress, UNIT, withChain } from '../../../purse/fixture.ts';
import { type Client, type Frame, makeWorld, type Seated, type World } from '../fixture.ts';

const FEE = 10n * UNIT;

withChain('premium rooms', (chain) => {
  interface PaidSeat extends Seated {
    seatDepositAddress: Hex;
  }

  async function openHouse(limits: Partial<StakeLimits> = {}) {
    const { money, desk } = await openDesk(chain(), limits);
    const world = await makeWorld({ storage: money.storage, purse: desk });
    return { money, desk, world };
  }
  type House = Awaited<ReturnType<typeof openHouse>>;

  const create = async (world: World, maxPlayers = 2, wish: object = {}): Promise<Frame> => {
    const entryFee = { amount: '10', token: 'USDC', chain: chain().id };
    const room = { mode: 'premium', entryFee, maxPlayers, gameSpeed: 'instant', ...wish };
    return (await world.call('/rooms', room)).body;
  };
  const join = async (world: World, room: Frame, name: string): Promise<PaidSeat> =>
    (await world.call(`/rooms/${room.id}/join`, { name })).body;
  const verify = async (world: World, room: Frame, body: object, token?: string): Promise<Frame> =>
    (await world.call(`/rooms/${room.id}/verify-payment`, body, token)).body;
  const statusOf = async (world: World, room: Frame): Promise<string> =>
    (await world.call(`/rooms/${room.id}`)).body.status;

  /** Pays from an account of its own to the room's address and has it verified. */
  async function pay({ money, world }: House, room: Frame, { playerId }: Seated, from: number, amount = FEE) {
    const txHash = await chain().pay(from, room.depositAddress, amount);
    await money.deepen();
    const body = { agentId: playerId, txHash, payoutAddress: payer(from).address };
    return { txHash, answer: await verify(world, room, body) };
  }

  /** A room that is full and paid for, whose game is on. */
  async function start(house: House, seats: number) {
    const room = await create(house.world, seats);
    const agents: Client[] = [];
    for (let seat = 0; seat < seats; seat++) {
      const seated = await join(house.world, room, `Agent ${seat}`);
      expect((await pay(house, room, seated, seat + 1)).answer).toMatchObject({ verified: true });
      if (seat < seats - 1) agents.push(await house.world.agent(seated));
    }
    await expect.poll(() => statusOf(house.world, room)).toBe('playing');
    return { room, agents };
  }

  const balances = (count: number): Promise<bigint[]> =>
    Promise.all(Array.from({ length: count }, (_, seat) => chain().tokens(payer(seat + 1).address)));

  /** Nobody does anything, so the clock plays until all but one are bankrupt. */
  async function playOut({ world }: House, room: Frame): Promise<Frame> {
    for (let times = 0; (await statusOf(world, room)) !== 'finished'; times++) {
      if (times > 2000) throw new Error('the game does not end');
      await world.clock.pass(30_000);
    }
    await world.settle();
    return (await world.call(`/games/${room.id}`)).body;
  }

  it.each([2, 3, 6])('a game of %i is paid for, played and paid out, nine tenths to the winner', async (seats) => {
    const house = await openHouse();
    const before = await balances(seats);
    const { room } = await start(house, seats);
    const { prizePool } = (await house.world.call(`/rooms/${room.id}`)).body;
    expect(prizePool).toBe(String(10 * seats));
    const { winnerId } = await playOut(house, room);
    await house.money.settle();
    const winner = Number(winnerId.split('-')[1]) - 1;
    const pool = FEE * BigInt(seats);
    const prize = (pool * 9n) / 10n;
    expect(await balances(seats)).toEqual(before.map((had, seat) => (seat === winner ? had + prize : had)));
    expect(await house.money.balance(HOUSE_CUT)).toBe(pool - prize);
    await house.money.expectSound();
    expect(house.world.faults).toEqual([]);
  });

  it('says of itself what it costs and where to pay', async () => {
    const { world, desk } = await openHouse();
    const { status, body } = await world.call('/rooms', {
      mode: 'premium',
      entryFee: { amount: '2.50', token: 'USDC', chain: String(chain().id) },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      mode: 'premium',
      entryFee: { amount: '2.5', token: 'USDC', chain: chain().id },
      depositAddress: await desk.address(`room:${body.id}`),
      prizePool: '0',
    });
    const seated = await join(world, body, 'Ann');
    expect(seated).toMatchObject({ agentToken: expect.any(String), depositAddress: body.depositAddress });
    expect(seated.seatDepositAddress).not.toBe(body.depositAddress);
    expect((await world.call(`/rooms/${body.id}/add-bots`, { ownerToken: body.ownerToken })).status).toBe(409);
    expect((await world.call(`/rooms/${body.id}/start`, { ownerToken: body.ownerToken })).body.error).toContain(
      '2 play',
    );
  });

  it.each([
    [{ entryFee: undefined }, 'entryFee'],
    [{ entryFee: { amount: '0', token: 'USDC' } }, 'amount'],
    [{ entryFee: { amount: '1.0000001', token: 'USDC' } }, 'amount'],
    [{ entryFee: { amount: '101', token: 'USDC' } }, 'at most 100'],
    [{ entryFee: { amount: '1', token: 'DOGE' } }, 'token'],
    [{ entryFee: { amount: '1', token: 'USDC', chain: 1 } }, 'chain'],
    [{ entryFee: { amount: '1' }, bots: 1 }, 'bots'],
  ])('%j is refused', async (wish, word) => {
    const { world } = await openHouse();
    const { status, body } = await world.call('/rooms', { mode: 'premium', ...wish });
    expect([status, body.error]).toEqual([400, expect.stringContaining(word)]);
  });

  it('opens the socket only when the fee is verified', async () => {
    const house = await openHouse();
    const room = await create(house.world);
    const seated = await join(house.world, room, 'Ann');
    const early = await house.world.agent(seated);
    expect([early.last().data.code, early.closed]).toEqual(['PAYMENT_REQUIRED', 4002]);
    await pay(house, room, seated, 1);
    const paid = await house.world.agent(seated);
    expect([paid.last().type, paid.closed]).toEqual(['agent:welcome', undefined]);
    const start = await house.world.call(`/rooms/${room.id}/start`, { agentToken: seated.agentToken });
    expect(start.status).toBe(409);
  });

  it('takes no payment that is not what it should be', async () => {
    const house = await openHouse();
    const { world, money } = house;
    const room = await create(world);
    const ann = await join(world, room, 'Ann');
    const bob = await join(world, room, 'Bob');
    const said = async (txHash: Hex, more: object = {}) => {
      const body = { agentId: ann.playerId, txHash, payoutAddress: payer(1).address, ...more };
      return verify(world, room, body);
    };
    const refused = (message: string) => ({ verified: false, message: expect.stringContaining(message) });
    const unknown = `0x${'1'.repeat(64)}` as Hex;
    expect(await said(unknown)).toMatchObject({ ...refused('does not know'), confirmations: 0 });

    const young = await chain().pay(1, room.depositAddress, FEE);
    await chain().mine(1);
    expect(await said(young)).toMatchObject({ ...refused('1 of 3'), confirmations: 1 });

    const little = await chain().pay(1, room.depositAddress, FEE - 1n);
    const elsewhere = await chain().pay(1, freshAddress(), FEE);
    const coin = await chain().coin(1, room.depositAddress, FEE);
    const stranger = await chain().pay(2, room.depositAddress, FEE);
    await money.deepen();
    expect(await said(little)).toMatchObject(refused('too little'));
    expect(await said(elsewhere)).toMatchObject(refused('paid nothing to'));
    expect(await said(coin)).toMatchObject(refused('another token'));
    expect(await said(stranger)).toMatchObject(refused('not sent from'));

    const other = await startChain({ id: 31338 });
    const there = await other.pay(3, room.depositAddress, FEE);
    await other.mine(5);
    expect(await said(there)).toMatchObject(refused('does not know'));
    await other.stop();

    expect(await said(young)).toMatchObject({ verified: true });
    expect(await said(young, { agentId: bob.playerId })).toMatchObject(refused('used before'));
    const second = await create(world);
    const carl = await join(world, second, 'Carl');
    const again = { agentId: carl.playerId, txHash: young, payoutAddress: payer(1).address };
    expect(await verify(world, second, again)).toMatchObject({ verified: false });

    const call = async (body: object, token?: string) =>
      (await world.call(`/rooms/${room.id}/verify-payment`, body, token)).status;
    const right = { agentId: bob.playerId, txHash: young, payoutAddress: payer(1).address };
    expect(await call({ ...right, agentId: 'agent-9' })).toBe(404);
    expect(await call({ ...right, txHash: '0x12' })).toBe(400);
    expect(await call({ ...right, payoutAddress: '0x12' })).toBe(400);
    expect(await call(right, ann.agentToken)).toBe(403);
    expect(await checkBooks(money.store)).toEqual([]);
  });

  it('takes what comes to the seat’s own address from whoever sent it, if the seat says where to pay', async () => {
    const house = await openHouse();
    const { world, money } = house;
    const room = await create(world);
    const ann = await join(world, room, 'Ann');
    await chain().pay(5, ann.seatDepositAddress, FEE);
    const payoutAddress = freshAddress();
    const token = ann.agentToken;
    expect(await verify(world, room, { agentId: ann.playerId, payoutAddress }, token)).toMatchObject({
      verified: false,
    });
    await money.deepen();
    await expect.poll(async () => (await world.agent(ann)).closed).toBeUndefined();
    expect((await world.call(`/rooms/${room.id}`)).body.prizePool).toBe('10');
    expect(await verify(world, room, { agentId: ann.playerId, payoutAddress }, token)).toMatchObject({
      verified: true,
    });
  });

  it('gives back what is too much, what nobody claims and what comes after the start', async () => {
    const house = await openHouse();
    const { world, money } = house;
    const before = await balances(4);
    const room = await create(world);
    await pay(house, room, await join(world, room, 'Ann'), 1, FEE + 3n);
    await chain().pay(3, room.depositAddress, FEE);
    await pay(house, room, await join(world, room, 'Bob'), 2);
    await expect.poll(() => statusOf(world, room)).toBe('playing');
    await chain().pay(4, room.depositAddress, 5n);
    await money.deepen();
    await expect.poll(async () => (await money.purse.status()).sends.length).toBeGreaterThanOrEqual(1);
    await expect.poll(() => money.balance(`room:${room.id}`)).toBe(0n);
    await money.settle();
    const [ann, bob, carl, dora] = await balances(4);
    expect([ann! - before[0]!, bob! - before[1]!, carl! - before[2]!, dora! - before[3]!]).toEqual([3n, 0n, FEE, 5n]);
    await money.expectSound();
    expect(world.faults).toEqual([]);
  });

  it('gives everything back when it never fills', async () => {
    const house = await openHouse();
    const { world, money } = house;
    const before = await balances(2);
    const room = await create(world, 3);
    const ann = await join(world, room, 'Ann');
    await pay(house, room, ann, 1);
    const client = await world.agent(ann);
    await world.clock.pass(3_600_000);
    await expect.poll(async () => (await world.call(`/rooms/${room.id}`)).status).toBe(404);
    expect(client.closed).toBe(4002);
    await chain().pay(2, room.depositAddress, FEE);
    await money.deepen();
    await expect.poll(() => money.balance(`room:${room.id}`)).toBe(0n);
    await money.settle();
    expect(await balances(2)).toEqual([before[0]! + FEE, before[1]! + FEE]);
    await money.expectSound();
  });

  it('gives everything back when its game is void', async () => {
    const house = await openHouse();
    const before = await balances(2);
    const { room } = await start(house, 2);
    const match = house.world.arena.live[0]!;
    await new Promise<void>((done) => match.end(undefined, 'stopped by the host', 'host', () => done()));
    await house.world.settle();
    expect(await statusOf(house.world, room)).toBe('finished');
    await house.money.settle();
    expect(await balances(2)).toEqual(before.map((had) => had + FEE));
    expect(await house.money.balance(HOUSE_CUT)).toBe(0n);
    await house.money.expectSound();
  });

  it('turns out who has not paid when the chain thinks again, and bears it once the game is on', async () => {
    const house = await openHouse();
    const { world, money } = house;
    const room = await create(world);
    const ann = await join(world, room, 'Ann');
    const { txHash } = await pay(house, room, ann, 1);
    const client = await world.agent(ann);
    await chain().reorganise(3);
    await money.deepen();
    await expect.poll(() => client.closed).toBe(4002);
    expect((await world.call(`/rooms/${room.id}`)).body.prizePool).toBe('0');
    const said = { agentId: ann.playerId, txHash, payoutAddress: payer(1).address };
    expect(await verify(world, room, said)).toMatchObject({ verified: false });

    await pay(house, room, ann, 1);
    const bob = await join(world, room, 'Bob');
    await pay(house, room, bob, 2);
    await expect.poll(() => statusOf(world, room)).toBe('playing');
    await world.settle();
    await chain().reorganise(3);
    await money.deepen();
    expect(await statusOf(world, room)).toBe('playing');
    expect(await money.balance(HOUSE_LOSS)).toBe(-FEE);
    await money.expectSound();
  });

  it('goes on after a restart, while it waits and while it plays', async () => {
    const house = await openHouse();
    const before = await balances(2);
    const room = await create(house.world);
    const ann = await join(house.world, room, 'Ann');
    await pay(house, room, ann, 1);
    const waiting = { ...house, world: await (await house.world.restart()).restart() };
    expect((await waiting.world.agent(ann)).closed).toBeUndefined();
    await pay(waiting, room, await join(waiting.world, room, 'Bob'), 2);
    await expect.poll(() => statusOf(waiting.world, room)).toBe('playing');
    await waiting.world.settle();
    const playing = { ...house, world: await waiting.world.restart() };
    await playOut(playing, room);
    await house.money.settle();
    const after = await balances(2);
    const won = after.reduce((sum, has, seat) => sum + has - before[seat]!, 0n);
    expect([18n * UNIT, 20n * UNIT]).toContain(won);
    await house.money.expectSound();
  });

  it('gives a seat that nobody paid for to the next', async () => {
    const house = await openHouse();
    const { world } = house;
    const room = await create(world);
    const ann = await join(world, room, 'Ann');
    await join(world, room, 'Bob');
    expect((await world.call(`/rooms/${room.id}/join`, { name: 'Carl' })).body.error).toBe('Room is full');
    await world.clock.pass(600_000);
    expect((await join(world, room, 'Carl')).playerId).toBe('agent-1');
    expect((await world.agent(ann)).last().data.code).toBe('INVALID_TOKEN');
  });
});
