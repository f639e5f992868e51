import { mnemonicToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { payer } from '../../test/chain/anvil.ts';
import { tokenAbi } from '../../test/chain/token.ts';
import { agentAccount, HOUSE_GAS, HOUSE_LOSS, moving, payoutAccount, TILL } from '../core/money.ts';
import { readBrake } from './brake.ts';
import { ANN, BOB, ETHER, freshAddress, openPurse, paying, purseWith, withChain } from './fixture.ts';
import { resume } from './resume.ts';

withChain('sending in trouble', (world) => {
  it('waits while the house has no gas, says so, and goes on when there is some', async () => {
    const { purse, move, store, till, settle, deepen } = await openPurse(world());
    await purse.round();
    await world().pay(1, await purse.address(ANN), 5n);
    await deepen();
    const to = freshAddress();
    await move(paying('p1', 5n, to));
    await deepen();
    await deepen();
    const open = await store.sends(['wanted', 'signed'], 10);
    expect(open.map(({ kind, why }) => [kind, why])).toEqual([
      ['payout', `Waits until enough USDC is at ${till}.`],
      ['sweep', `The house has too little gas: send some to ${till}.`],
      ['top-up', `Waits until enough native is at ${till}.`],
    ]);
    await world().coin(8, till, ETHER);
    await settle();
    expect(await world().tokens(to)).toBe(5n);
  });

  it('never spends coins of others on gas', async () => {
    const { purse, move, till, deepen, settle, balance } = await openPurse(world());
    await purse.round();
    await world().coin(8, till, ETHER / 1000n);
    await world().coin(1, await purse.address(BOB, true), ETHER);
    await world().pay(1, await purse.address(ANN), 5n);
    await deepen();
    const cost = moving('spent', 'test', 'native', { [TILL]: -(ETHER / 1000n), [agentAccount('cat')]: ETHER / 1000n });
    await move({ postings: [cost] });
    const to = freshAddress();
    await move(paying('p1', 5n, to));
    await deepen();
    await deepen();
    expect(await world().tokens(to)).toBe(0n);
    expect(await balance(HOUSE_GAS, 'native')).toBe(0n);
    await world().coin(8, till, ETHER);
    await settle();
    expect(await world().tokens(to)).toBe(5n);
  });

  it('keeps the money of a transaction that failed on the chain, and books what it cost', async () => {
    const { purse, move, store, storage, settle, deepen, balance, events, expectSound } = await purseWith(world(), 10n);
    const to = freshAddress();
    await move(paying('p0', 1n, freshAddress()));
    await settle();
    await move(paying('p1', 9n, to));
    await purse.round();
    const { client, usdc } = world();
    // The host of the token blocks the receiver in the same block, before the payout.
    const args = [to, true] as const;
    const first = { abi: tokenAbi, functionName: 'setBlocked', args, maxFeePerGas: 90n * 10n ** 9n } as const;
    await client.writeContract({ ...first, maxPriorityFeePerGas: 80n * 10n ** 9n, address: usdc, account: payer(9) });
    await deepen();
    await deepen();
    expect(await store.send('p1')).toMatchObject({
      state: 'failed',
      why: expect.stringContaining('failed on the chain'),
    });
    expect(events.at(-1)).toMatchObject({ kind: 'failed' });
    expect(await balance(payoutAccount('p1'))).toBe(9n);
    await expectSound();
    await client.writeContract({ ...first, args: [to, false], address: usdc, account: payer(9) });
    await deepen();
    await resume(storage);
    await settle();
    expect(await world().tokens(to)).toBe(9n);
    await expectSound();
  });

  it('replaces what is stuck with a higher fee at the same nonce', async () => {
    const { purse, move, store, clock, settle, balance, expectSound } = await purseWith(world(), 10n);
    await move(paying('p0', 1n, freshAddress()));
    await settle();
    const to = freshAddress();
    await move(paying('p1', 9n, to));
    await purse.round();
    const { client } = world();
    const [stuck] = await store.transactions({ send: 'p1' });
    // The price of a block rises above what the transaction offers.
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: stuck!.fee * 2n });
    await world().mine();
    await purse.round();
    expect(await store.transactions({ send: 'p1' })).toHaveLength(1);
    await clock.pass(180_000);
    await purse.round();
    const attempts = await store.transactions({ send: 'p1' });
    expect(attempts.map(({ nonce }) => nonce)).toEqual([stuck!.nonce, stuck!.nonce]);
    expect(attempts[1]!.fee).toBeGreaterThan((stuck!.fee * 11n) / 10n);
    await settle();
    expect(await world().tokens(to)).toBe(9n);
    expect(await balance(payoutAccount('p1'))).toBe(0n);
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 9n });
    await world().mine();
    await expectSound();
  });

  it('sends again what the chain took back, and pays once', async () => {
    const { move, settle, store, deepen, balance, expectSound } = await purseWith(world(), 10n);
    const to = freshAddress();
    await move(paying('p1', 9n, to));
    await settle();
    const [before] = await store.transactions({ send: 'p1' });
    await world().reorganise(3);
    expect(await world().tokens(to)).toBe(0n);
    await deepen();
    expect(await balance(payoutAccount('p1'))).toBe(9n);
    await expectSound();
    await settle();
    expect(await world().tokens(to)).toBe(9n);
    const [after] = await store.transactions({ send: 'p1' });
    expect(after).toMatchObject({ hash: before!.hash, changes: 3 });
    await expectSound();
  });

  it('stops when its address was used by somebody else, until the host has looked', async () => {
    const { purse, seed, move, store, storage, settle, deepen, troubles } = await purseWith(world(), 10n);
    const { client } = world();
    await client.sendTransaction({ account: mnemonicToAccount(seed), to: payer(1).address, value: 1n });
    await deepen();
    const to = freshAddress();
    await move(paying('p1', 9n, to));
    await deepen();
    await deepen();
    const { brake, trouble } = await purse.status();
    expect(brake.paused?.why).toMatch(/house:capital has sent 1 transactions that are not in the books/);
    expect(trouble).toMatch(/less \(native\) than is booked/);
    expect(troubles).toEqual([trouble]);
    expect(await store.sends(['signed'], 10)).toEqual([]);
    await resume(storage);
    await settle();
    expect(await world().tokens(to)).toBe(9n);
  });

  it('signs anew, once the host has looked, what can never come because its nonce was taken', async () => {
    const { purse, seed, move, store, storage, settle, deepen } = await purseWith(world(), 10n);
    await move(paying('p0', 1n, freshAddress()));
    await settle();
    const to = freshAddress();
    await move(paying('p1', 9n, to));
    await purse.round();
    const { client } = world();
    const [signed] = await store.transactions({ send: 'p1' });
    await client.dropTransaction({ hash: signed!.hash });
    const account = mnemonicToAccount(seed);
    const taken = { account, nonce: signed!.nonce, to: payer(1).address, value: 0n };
    await client.sendTransaction({ ...taken, maxFeePerGas: signed!.fee * 3n, maxPriorityFeePerGas: signed!.tip * 3n });
    await deepen();
    await deepen();
    expect((await readBrake(storage.documents)).paused?.why).toContain('not in the books');
    expect(await store.send('p1')).toMatchObject({ state: 'wanted' });
    await resume(storage);
    await settle();
    expect(await world().tokens(to)).toBe(9n);
    expect((await store.transactions({ send: 'p1' })).map(({ nonce }) => nonce)).toEqual([2, 3]);
  });

  it('says that the house must pay when money was lost', async () => {
    const { purse, move, till, deepen, settle, balance, store } = await purseWith(world(), 10n);
    await world().pay(1, await purse.address(BOB), 10n);
    await deepen();
    await move({ postings: [moving('spent', 'gift', 'USDC', { [BOB]: -10n, [ANN]: 10n })] });
    await world().reorganise(3);
    await deepen();
    expect(await balance(HOUSE_LOSS)).toBe(-10n);
    const to = freshAddress();
    await move(paying('p1', 20n, to));
    for (let round = 0; round < 4; round++) await deepen();
    const why = `The purse holds too little USDC: the house has to send some to ${till}.`;
    expect(await store.send('p1')).toMatchObject({ state: 'wanted', why });
    await world().pay(2, till, 10n);
    await settle();
    expect(await world().tokens(to)).toBe(20n);
  });
});
