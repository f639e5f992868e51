import { expect, it } from 'vitest';
import { payer } from '../../../../test/chain/anvil.ts';
import { HOUSE_CUT, HOUSE_LOSS } from '../../../core/money.ts';
import { pause } from '../../../purse/brake.ts';
import { UNIT, withChain } from '../../../purse/fixture.ts';
import { resume } from '../../../purse/resume.ts';
import {
  balances,
  COIN_FEE,
  create,
  FEE,
  join,
  openHouse,
  pay,
  playOut,
  start,
  statusOf,
  verify,
} from './fixture-premium.ts';

withChain('premium rooms', (chain) => {
  it.each([
    [2, 'USDC', FEE, '20'],
    [3, 'USDC', FEE, '30'],
    [4, 'USDC', FEE, '40'],
    [5, 'USDC', FEE, '50'],
    [6, 'USDC', FEE, '60'],
    [3, 'native', COIN_FEE, '0.15'],
  ] as const)(
    'a game of %i for %s is paid for, played and paid out, nine tenths to the winner',
    async (seats, asset, fee, all) => {
      const house = await openHouse(chain());
      const entryFee = { amount: asset === 'USDC' ? '10' : '0.05', token: asset };
      const { room, agents } = await start(house, seats, { entryFee, turnLimit: 20 });
      const before = await balances(chain(), seats, asset);
      expect((await house.world.call(`/rooms/${room.id}`)).body.prizePool).toBe(all);
      const { winnerId } = await playOut(house, room, agents);
      await house.money.settle();
      const winner = Number(winnerId.split('-')[1]) - 1;
      const pool = fee * BigInt(seats);
      const prize = (pool * 9n) / 10n;
      const after = before.map((had, seat) => (seat === winner ? had + prize : had));
      expect(await balances(chain(), seats, asset)).toEqual(after);
      expect(await house.money.balance(HOUSE_CUT, asset)).toBe(pool - prize);
      expect(agents.map(({ closed }) => closed)).toEqual(agents.map(() => 1000));
      await house.money.expectSound();
      expect(house.world.faults).toEqual([]);
    },
  );

  it('says of itself what it costs and where to pay', async () => {
    const house = await openHouse(chain());
    const { world, desk } = house;
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
    const seated = await join(house, body, 'Ann');
    expect(seated).toMatchObject({ agentToken: expect.any(String), depositAddress: body.depositAddress });
    expect(seated.seatDepositAddress).not.toBe(body.depositAddress);
    expect((await world.call(`/rooms/${body.id}/add-bots`, { ownerToken: body.ownerToken })).status).toBe(409);
    expect((await world.call(`/rooms/${body.id}/start`, { ownerToken: body.ownerToken })).body.error).toContain(
      '2 play',
    );
  });

  it('gives back what is too much, what nobody claims and what comes after the start', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const before = await balances(chain(), 4);
    const room = await create(house);
    await pay(house, room, await join(house, room, 'Ann'), 1, FEE + 3n);
    await chain().pay(3, room.depositAddress, FEE);
    await pay(house, room, await join(house, room, 'Bob'), 2);
    await expect.poll(() => statusOf(house, room)).toBe('playing');
    await chain().pay(4, room.depositAddress, 5n);
    await money.deepen();
    await expect.poll(async () => (await money.purse.status()).sends.length).toBeGreaterThanOrEqual(1);
    await expect.poll(() => money.balance(`room:${room.id}`)).toBe(0n);
    await money.settle();
    const after = await balances(chain(), 4);
    expect(after.map((has, seat) => has - before[seat]!)).toEqual([3n, 0n, FEE, 5n]);
    await money.expectSound();
    expect(world.faults).toEqual([]);
  });

  it('gives everything back when it never fills', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const before = await balances(chain(), 2);
    const room = await create(house, 3);
    const ann = await join(house, room, 'Ann');
    await pay(house, room, ann, 1);
    const client = await world.agent(ann);
    await world.clock.pass(3_600_000);
    await expect.poll(async () => (await world.call(`/rooms/${room.id}`)).status).toBe(404);
    expect(client.closed).toBe(4002);
    await chain().pay(2, room.depositAddress, FEE);
    await money.deepen();
    await expect.poll(() => money.balance(`room:${room.id}`)).toBe(0n);
    await money.settle();
    expect(await balances(chain(), 2)).toEqual([before[0]! + FEE, before[1]! + FEE]);
    await money.expectSound();
  });

  it('gives everything back when its game is void', async () => {
    const house = await openHouse(chain());
    const { room } = await start(house, 2);
    const before = await balances(chain(), 2);
    const match = house.world.arena.live[0]!;
    await new Promise<void>((done) => match.end(undefined, 'stopped by the host', 'host', () => done()));
    await house.world.settle();
    expect(await statusOf(house, room)).toBe('finished');
    await house.money.settle();
    expect(await balances(chain(), 2)).toEqual(before.map((had) => had + FEE));
    expect(await house.money.balance(HOUSE_CUT)).toBe(0n);
    await house.money.expectSound();
  });

  it('gives everyone the fee back when its game is declared void later; a prize that is gone is a loss of the house', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const { room, agents } = await start(house, 3, { turnLimit: 20 });
    const match = world.arena.live[0]!.id;
    const { winnerId } = await playOut(house, room, agents);
    await money.settle();
    const before = await balances(chain(), 3);
    expect(await world.arena.undo(match, 'host')).toBe(true);
    expect(await world.arena.undo(match, 'host')).toBe(false);
    // The prize of 27 was paid, of which 10 were the winner's own, and the house had 3.
    expect([await money.balance(HOUSE_CUT), await money.balance(HOUSE_LOSS)]).toEqual([0n, -17n * UNIT]);
    await world.clock.pass(600_000);
    await money.deepen();
    const { sends } = await money.purse.status();
    expect(sends).toHaveLength(2);
    expect(sends[0]!.why).toBe(`The purse holds too little USDC: the house has to send some to ${money.till}.`);
    await chain().pay(8, money.till, 17n * UNIT);
    await money.deepen();
    await money.settle();
    const winner = Number(winnerId.split('-')[1]) - 1;
    expect(await balances(chain(), 3)).toEqual(before.map((had, seat) => (seat === winner ? had : had + FEE)));
    await money.expectSound();
    expect(world.faults).toEqual([]);
  });

  it('calls a prize back that is not signed yet when its game is declared void, so that the house loses nothing', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const { room, agents } = await start(house, 2, { turnLimit: 20 });
    const before = await balances(chain(), 2);
    const match = world.arena.live[0]!.id;
    await pause(money.storage.documents, 'Something is wrong with this game.', 0);
    await playOut(house, room, agents);
    await money.deepen();
    expect((await money.purse.status()).sends.map(({ id }) => id)).toEqual([expect.stringMatching(/^prize:/)]);
    expect(await world.arena.undo(match, 'host')).toBe(true);
    await resume(money.storage);
    await world.clock.pass(600_000);
    await money.settle();
    expect(await balances(chain(), 2)).toEqual(before.map((had) => had + FEE));
    expect([await money.balance(HOUSE_CUT), await money.balance(HOUSE_LOSS)]).toEqual([0n, 0n]);
    await money.expectSound();
    expect(world.faults).toEqual([]);
  });

  it('turns out who has not paid when the chain thinks again, and bears it once the game is on', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const room = await create(house);
    const ann = await join(house, room, 'Ann');
    const { body: said } = await pay(house, room, ann, 1);
    const client = await world.agent(ann);
    await chain().reorganise(3);
    await money.deepen();
    await expect.poll(() => client.closed).toBe(4002);
    expect((await world.call(`/rooms/${room.id}`)).body.prizePool).toBe('0');
    expect(await verify(house, room, said)).toMatchObject({ verified: false });

    await pay(house, room, ann, 1);
    await pay(house, room, await join(house, room, 'Bob'), 2);
    await expect.poll(() => statusOf(house, room)).toBe('playing');
    await world.settle();
    await chain().reorganise(3);
    await money.deepen();
    expect(await statusOf(house, room)).toBe('playing');
    expect(await money.balance(HOUSE_LOSS)).toBe(-FEE);
    await money.expectSound();
  });

  it('goes on after a restart, while it waits and while it plays', async () => {
    const house = await openHouse(chain());
    const before = await balances(chain(), 2);
    const room = await create(house);
    const ann = await join(house, room, 'Ann');
    await pay(house, room, ann, 1);
    const waiting = { ...house, world: await (await house.world.restart()).restart() };
    expect((await waiting.world.agent(ann)).closed).toBeUndefined();
    await pay(waiting, room, await join(waiting, room, 'Bob'), 2);
    await expect.poll(() => statusOf(waiting, room)).toBe('playing');
    await waiting.world.settle();
    const playing = { ...house, world: await waiting.world.restart() };
    await playOut(playing, room);
    await house.money.settle();
    const after = await balances(chain(), 2);
    const won = after.reduce((sum, has, seat) => sum + has - before[seat]!, 0n);
    expect([18n * UNIT, 20n * UNIT]).toContain(won);
    await house.money.expectSound();
  });

  it('counts after a restart what came to a seat while nobody was there', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const room = await create(house);
    const ann = await join(house, room, 'Ann');
    const payoutAddress = payer(1).address;
    const said = { agentId: ann.playerId, payoutAddress };
    expect(await verify(house, room, said, ann.agentToken)).toMatchObject({ verified: false });
    world.arena.stop();
    await world.gateway.stop();
    await chain().pay(5, ann.seatDepositAddress, FEE);
    await money.deepen();
    const later = await world.restart();
    await expect.poll(async () => (await later.agent(ann)).closed).toBeUndefined();
  });

  it('gives a seat that nobody paid for to the next', async () => {
    const house = await openHouse(chain());
    const { world } = house;
    const room = await create(house);
    const ann = await join(house, room, 'Ann');
    await join(house, room, 'Bob');
    expect((await world.call(`/rooms/${room.id}/join`, { name: 'Carl' })).body.error).toBe('Room is full');
    await world.clock.pass(600_000);
    expect((await join(house, room, 'Carl')).playerId).toBe('agent-1');
    expect((await world.agent(ann)).last().data.code).toBe('INVALID_TOKEN');
  });
});
