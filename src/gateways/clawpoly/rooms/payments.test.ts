import { expect, it } from 'vitest';
import { payer, startChain } from '../../../../test/chain/anvil.ts';
import { tokenAbi } from '../../../../test/chain/token.ts';
import type { Hex } from '../../../core/money.ts';
import { checkBooks } from '../../../purse/check.ts';
import { ETHER, freshAddress, UNIT, withChain } from '../../../purse/fixture.ts';
import { balances, COIN_FEE, create, FEE, join, openHouse, pay, statusOf, verify } from './fixture-premium.ts';

withChain('the payment of an entry fee', (chain) => {
  const UNFIT: [object, string][] = [
    [{ entryFee: undefined }, 'entryFee'],
    [{ entryFee: { amount: '0', token: 'USDC' } }, 'amount'],
    [{ entryFee: { amount: '1.0000001', token: 'USDC' } }, 'amount'],
    [{ entryFee: { amount: '101', token: 'USDC' } }, 'at most 100'],
    [{ entryFee: { amount: '0.100000000000000001', token: 'native' } }, 'at most 0.1'],
    [{ entryFee: { amount: '1', token: 'DOGE' } }, 'token'],
    [{ entryFee: { amount: '1', token: 'USDC', chain: 1 } }, 'chain'],
    [{ entryFee: { amount: '1' }, bots: 1 }, 'bots'],
  ];
  it('is not asked for if it is over the limit, or in no token of this chain', async () => {
    const { world } = await openHouse(chain());
    for (const [wish, word] of UNFIT) {
      const { status, body } = await world.call('/rooms', { mode: 'premium', ...wish });
      expect([status, body.error]).toEqual([400, expect.stringContaining(word)]);
    }
  });

  it('opens the socket, and nothing else does', async () => {
    const house = await openHouse(chain());
    const room = await create(house);
    const seated = await join(house, room, 'Ann');
    const early = await house.world.agent(seated);
    expect([early.last().data.code, early.closed]).toEqual(['PAYMENT_REQUIRED', 4002]);
    await pay(house, room, seated, 1);
    const paid = await house.world.agent(seated);
    expect([paid.last().type, paid.closed]).toEqual(['agent:welcome', undefined]);
    const start = await house.world.call(`/rooms/${room.id}/start`, { agentToken: seated.agentToken });
    expect(start.status).toBe(409);
  });

  it('is taken only when it is what it should be', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const room = await create(house);
    const ann = await join(house, room, 'Ann');
    const bob = await join(house, room, 'Bob');
    const said = (txHash: Hex, more: object = {}) =>
      verify(house, room, { agentId: ann.playerId, txHash, payoutAddress: payer(1).address, ...more });
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
    const play = { abi: tokenAbi, account: payer(1), functionName: 'transfer' } as const;
    const much = [room.depositAddress, 10n ** 30n] as const;
    const failing = { ...play, address: chain().usdc, args: much, gas: 100_000n };
    const failed = await chain().client.writeContract(failing);
    const token = await chain().deploy();
    const mint = { ...play, address: token, functionName: 'mint', args: [payer(1).address, FEE] } as const;
    await chain().client.writeContract(mint);
    await chain().mine();
    const paid = [room.depositAddress, FEE] as const;
    const another = await chain().client.writeContract({ ...play, address: token, args: paid });
    await money.deepen();
    expect(await said(little)).toMatchObject(refused('too little'));
    expect(await said(elsewhere)).toMatchObject(refused('paid nothing to'));
    expect(await said(coin)).toMatchObject(refused('another token'));
    expect(await said(another)).toMatchObject(refused('paid nothing to'));
    expect(await said(stranger)).toMatchObject(refused('not sent from'));
    expect(await said(failed)).toMatchObject({ ...refused('The transaction failed.'), confirmations: 5 });
    expect((await chain().client.getTransactionReceipt({ hash: failed })).status).toBe('reverted');

    const other = await startChain({ id: 31338 });
    const there = await other.pay(3, room.depositAddress, FEE);
    await other.mine(5);
    expect(await said(there)).toMatchObject(refused('does not know'));
    await other.stop();

    expect(await said(young)).toMatchObject({ verified: true });
    expect(await said(young, { agentId: bob.playerId })).toMatchObject(refused('used before'));
    const second = await create(house);
    const carl = await join(house, second, 'Carl');
    const again = { agentId: carl.playerId, txHash: young, payoutAddress: payer(1).address };
    expect(await verify(house, second, again)).toMatchObject({ verified: false });

    const call = async (body: object, key?: string) =>
      (await world.call(`/rooms/${room.id}/verify-payment`, body, key)).status;
    const right = { agentId: bob.playerId, txHash: young, payoutAddress: payer(1).address };
    expect(await call({ ...right, agentId: 'agent-9' })).toBe(404);
    expect(await call({ ...right, txHash: '0x12' })).toBe(400);
    expect(await call({ ...right, payoutAddress: '0x12' })).toBe(400);
    expect(await call(right, ann.agentToken)).toBe(403);
    expect(await checkBooks(money.store)).toEqual([]);
  });

  it('may come to the seat’s own address from whoever sent it, if the seat says where to pay', async () => {
    const house = await openHouse(chain());
    const { world, money } = house;
    const room = await create(house);
    const ann = await join(house, room, 'Ann');
    await chain().pay(5, ann.seatDepositAddress, FEE);
    const said = { agentId: ann.playerId, payoutAddress: freshAddress() };
    expect(await verify(house, room, said, ann.agentToken)).toMatchObject({ verified: false });
    await money.deepen();
    await expect.poll(async () => (await world.agent(ann)).closed).toBeUndefined();
    expect((await world.call(`/rooms/${room.id}`)).body.prizePool).toBe('10');
    expect(await verify(house, room, said, ann.agentToken)).toMatchObject({ verified: true });
  });

  it('in the chain’s own coin that failed, or is a unit short, is none', async () => {
    const house = await openHouse(chain());
    const room = await create(house, 2, { entryFee: { amount: '0.05', token: 'native' } });
    const ann = await join(house, room, 'Ann');
    const short = await pay(house, room, ann, 1, COIN_FEE - 1n);
    expect(short.answer).toMatchObject({ verified: false, message: 'The transaction paid too little.' });
    const failing = { account: payer(1), to: chain().usdc, value: COIN_FEE, gas: 100_000n };
    const txHash = await chain().client.sendTransaction(failing);
    await house.money.deepen();
    expect(await verify(house, room, { ...short.body, txHash })).toMatchObject({
      verified: false,
      message: 'The transaction failed.',
    });
    expect((await pay(house, room, ann, 1)).answer).toMatchObject({ verified: true });
    await house.money.expectSound();
  });

  it('is taken from one who is paid to the same address only as often as the host allows in a day', async () => {
    const day = { USDC: 20n * UNIT, native: ETHER };
    const house = await openHouse(chain(), { day });
    const { world, money } = house;
    const before = await balances(chain(), 1);
    const first = await create(house);
    await pay(house, first, await join(house, first, 'Ann'), 1);
    await pay(house, first, await join(house, first, 'Bob'), 1);
    await expect.poll(() => statusOf(house, first)).toBe('playing');
    const second = await create(house);
    const carl = await join(house, second, 'Carl');
    const third = await pay(house, second, carl, 1);
    const message = 'Entry fees are at most 20 USDC within a day. What was paid goes back.';
    expect(third.answer).toMatchObject({ verified: false, message });
    const dora = await join(house, second, 'Dora');
    await chain().pay(5, dora.seatDepositAddress, FEE);
    const said = { agentId: dora.playerId, payoutAddress: payer(1).address };
    expect(await verify(house, second, said, dora.agentToken)).toMatchObject({ verified: false, message });
    await money.deepen();
    expect((await world.call(`/rooms/${second.id}`)).body.prizePool).toBe('0');
    await world.clock.pass(3_600_000);
    await expect.poll(async () => (await world.call(`/rooms/${second.id}`)).status).toBe(404);
    await money.settle();
    expect((await chain().tokens(payer(1).address)) - before[0]!).toBeGreaterThanOrEqual(2n * FEE);
    await money.expectSound();

    await world.clock.pass(24 * 3_600_000);
    const next = await create(house);
    expect((await pay(house, next, await join(house, next, 'Eve'), 1)).answer).toMatchObject({ verified: true });
  });

  it('is not asked of an account that has paid enough for a day', async () => {
    const house = await openHouse(chain(), { day: { USDC: FEE, native: ETHER } });
    const registered = await house.world.accounts.register('Ann', undefined);
    if ('error' in registered) throw new Error(registered.error);
    const room = await create(house);
    const seated = await join(house, room, '', registered.apiKey);
    expect((await pay(house, room, seated, 1)).answer).toMatchObject({ verified: true });
    const other = await create(house);
    const refused = await house.world.call(`/rooms/${other.id}/join`, {}, registered.apiKey);
    expect(refused).toEqual({ status: 409, body: { error: 'Entry fees are at most 10 USDC within a day.' } });
  });

  it('counts for the seat when its answer was not heard', async () => {
    const house = await openHouse(chain());
    const room = await create(house);
    const ann = await join(house, room, 'Ann');
    const txHash = await chain().pay(1, room.depositAddress, FEE);
    await house.money.deepen();
    const claim = {
      tx: txHash,
      account: `room:${room.id}`,
      to: `seat:${room.id}:0`,
      asset: 'USDC',
      least: FEE,
    } as const;
    expect(await house.desk.claim(claim)).toMatchObject({ verified: true });
    const said = { agentId: ann.playerId, txHash, payoutAddress: payer(1).address };
    expect(await verify(house, room, { ...said, payoutAddress: payer(2).address })).toMatchObject({ verified: false });
    expect(await verify(house, room, said)).toMatchObject({ verified: true });
  });
});
