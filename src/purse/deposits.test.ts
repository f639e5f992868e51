import { expect, it } from 'vitest';
import { payer } from '../../test/chain/anvil.ts';
import { tokenAbi } from '../../test/chain/token.ts';
import { HOUSE_LOSS, moving, TILL } from '../core/money.ts';
import { ANN, BOB, ETHER, openPurse, UNIT, withChain } from './fixture.ts';

withChain('deposits', (world) => {
  it('belong to the account of their address once they are deep enough, and not before', async () => {
    const { purse, balance, events, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN);
    await world().pay(1, address, 5n * UNIT);
    await world().mine();
    await purse.round();
    await world().mine();
    await purse.round();
    expect(await balance(ANN)).toBe(0n);
    await world().mine();
    await purse.round();
    expect(await balance(ANN)).toBe(5n * UNIT);
    await purse.round();
    expect(events).toMatchObject([
      { kind: 'deposit', deposit: { account: ANN, amount: 5n * UNIT, sender: payer(1).address } },
    ]);
    await expectSound();
  });

  it('come to the same address for an account for ever, to another for another', async () => {
    const { purse, chain, seed } = await openPurse(world());
    const mine = await purse.address(ANN);
    expect(await purse.address(ANN)).toBe(mine);
    expect(await purse.address(BOB)).not.toBe(mine);
    const other = await openPurse(world(), { seed });
    expect(await other.purse.address(ANN)).toBe(mine);
    const stranger = await openPurse(world());
    expect(stranger.chain.addressOf(ANN)).not.toBe(mine);
    expect(stranger.chain.addressOf(TILL)).not.toBe(chain.addressOf(TILL));
  });

  it('are all counted when one transaction makes several, and nothing of another token', async () => {
    const { purse, balance, deepen, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN);
    await world().mint(payer(1).address, 10n);
    await world().mine();
    const { client, usdc } = world();
    const twice = { abi: tokenAbi, functionName: 'transferTwice', args: [address, 3n, 4n] } as const;
    await client.writeContract({ ...twice, address: usdc, account: payer(1) });
    await deepen();
    expect(await balance(ANN)).toBe(7n);
    await expectSound();
  });

  it('that were made while the server was away are found when it is back', async () => {
    const { purse, balance, deepen, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN);
    await world().pay(1, address, 1n);
    await world().mine(1200);
    await world().pay(1, address, 2n);
    await deepen();
    expect(await balance(ANN)).toBe(3n);
    await expectSound();
  });

  it('in the chain’s own coin count where they are expected, also when a contract pays', async () => {
    const { purse, balance, deepen, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN, true);
    await world().coin(1, address, ETHER);
    await deepen();
    expect(await balance(ANN, 'native')).toBe(ETHER);
    const { client, usdc } = world();
    const forward = { abi: tokenAbi, functionName: 'forward', args: [address], value: 7n } as const;
    await client.writeContract({ ...forward, address: usdc, account: payer(1) });
    await deepen();
    expect(await balance(ANN, 'native')).toBe(ETHER + 7n);
    await expectSound();
  });

  it('to the till are the host’s, also those from before the first start', async () => {
    const { purse, till, balance, deepen, expectSound } = await openPurse(world());
    await world().coin(1, till, 5n);
    await world().pay(1, till, 6n);
    await deepen();
    expect(await balance(TILL, 'native')).toBe(5n);
    expect(await balance(TILL)).toBe(6n);
    await world().coin(1, till, 5n);
    await world().pay(1, till, 6n);
    await deepen();
    await purse.round();
    expect(await balance(TILL, 'native')).toBe(10n);
    expect(await balance(TILL)).toBe(12n);
    await expectSound();
  });

  it('to an account that nobody has told of are left alone', async () => {
    const { purse, chain, store, deepen } = await openPurse(world());
    await purse.round();
    await world().pay(1, chain.addressOf(ANN), 5n);
    await deepen();
    expect(await store.balances()).toEqual([]);
  });

  it('that the chain takes back are taken from the account', async () => {
    const { purse, balance, deepen, events, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN);
    await world().pay(1, address, 5n);
    await deepen();
    expect(await balance(ANN)).toBe(5n);
    await world().reorganise(3);
    await deepen();
    expect(await balance(ANN)).toBe(0n);
    expect(events.map(({ kind }) => kind)).toEqual(['deposit', 'lost']);
    await expectSound();
  });

  it('that the chain takes back after they were spent are a loss of the house, until they come again', async () => {
    const { purse, balance, deepen, move, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN);
    const tx = await world().pay(1, address, 5n);
    await deepen();
    const raw = await world().client.request({ method: 'eth_getRawTransactionByHash', params: [tx] } as never);
    await move({ postings: [moving('spent', 'gift', 'USDC', { [ANN]: -3n, [BOB]: 3n })] });
    await world().reorganise(3);
    await deepen();
    expect(await balance(ANN)).toBe(0n);
    expect(await balance(BOB)).toBe(3n);
    expect(await balance(HOUSE_LOSS)).toBe(-3n);
    await expectSound();
    await world().client.sendRawTransaction({ serializedTransaction: raw as `0x${string}` });
    await deepen();
    expect(await balance(ANN)).toBe(2n);
    expect(await balance(HOUSE_LOSS)).toBe(0n);
    await expectSound();
  });

  it('of a contract that the chain takes back and brings again are not counted twice', async () => {
    const { purse, balance, deepen, move, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN, true);
    const { client, usdc } = world();
    const forward = { abi: tokenAbi, functionName: 'forward', args: [address], value: 7n } as const;
    const pay = () => client.writeContract({ ...forward, address: usdc, account: payer(1) });
    await pay();
    await deepen();
    await move({ postings: [moving('spent', 'gift', 'native', { [ANN]: -7n, [BOB]: 7n })] });
    await world().reorganise(3);
    await deepen();
    expect(await balance(HOUSE_LOSS, 'native')).toBe(-7n);
    await pay();
    await deepen();
    expect([await balance(ANN, 'native'), await balance(HOUSE_LOSS, 'native')]).toEqual([0n, 0n]);
    await expectSound();
  });

  it('that only move to another block stay', async () => {
    const { purse, balance, deepen, events, expectSound } = await openPurse(world());
    await purse.round();
    const address = await purse.address(ANN);
    const tx = await world().pay(1, address, 5n);
    await deepen();
    const raw = await world().client.request({ method: 'eth_getRawTransactionByHash', params: [tx] } as never);
    await world().client.request({ method: 'anvil_reorg', params: [3, [[raw, 1]]] } as never);
    await purse.round();
    expect(await balance(ANN)).toBe(5n);
    await deepen();
    expect(await balance(ANN)).toBe(5n);
    expect(events.map(({ kind }) => kind)).toEqual(['deposit']);
    await expectSound();
  });
});
