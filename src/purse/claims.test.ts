import { expect, it } from 'vitest';
import { payer, startChain } from '../../test/chain/anvil.ts';
import { tokenAbi } from '../../test/chain/token.ts';
import type { Hex } from '../core/money.ts';
import { HOUSE_LOSS, moving } from '../core/money.ts';
import { openPurse, type TestPurse, UNIT, withChain } from './fixture.ts';

const ROOM = 'room:r1';
const SEAT = 'seat:r1/ann';
const FEE = 5n * UNIT;

withChain('a payment that somebody claims', (world) => {
  async function openRoom() {
    const opened = await openPurse(world());
    await opened.purse.round();
    return { ...opened, address: await opened.purse.address(ROOM) };
  }
  const claim = ({ purse }: TestPurse, tx: Hex, changes = {}) =>
    purse.claim({ tx, account: ROOM, to: SEAT, asset: 'USDC', least: FEE, sender: payer(1).address, ...changes });
  const no = (confirmations: number, message: string | RegExp) => ({
    verified: false,
    confirmations,
    message: expect.stringMatching(message),
  });

  it('is theirs when it is deep enough, and counts its confirmations before', async () => {
    const room = await openRoom();
    const tx = await world().pay(1, room.address, FEE);
    expect(await claim(room, tx)).toEqual(no(0, 'in no block yet'));
    for (const confirmations of [1, 2]) {
      await world().mine();
      expect(await claim(room, tx)).toEqual(no(confirmations, `${confirmations} of 3 confirmations`));
    }
    await world().mine();
    expect(await claim(room, tx)).toEqual({ verified: true, confirmations: 3, message: 'Paid.', amount: FEE });
    expect([await room.balance(ROOM), await room.balance(SEAT)]).toEqual([0n, FEE]);
    await room.expectSound();
  });

  it('is theirs once, in whatever room', async () => {
    const room = await openRoom();
    const tx = await world().pay(1, room.address, FEE);
    await room.deepen();
    const both = await Promise.all([claim(room, tx), claim(room, tx, { to: 'seat:r1/bob' })]);
    expect(both.filter(({ verified }) => verified)).toHaveLength(1);
    expect(await claim(room, tx, { to: 'seat:r9/ann' })).toEqual(no(3, 'used before'));
  });

  it('may be more than was asked for, and in several parts', async () => {
    const room = await openRoom();
    await world().mint(payer(1).address, FEE + 7n);
    await world().mine();
    const { client, usdc } = world();
    const twice = { abi: tokenAbi, functionName: 'transferTwice', args: [room.address, FEE, 7n] } as const;
    const tx = await client.writeContract({ ...twice, address: usdc, account: payer(1) });
    await room.deepen();
    expect(await claim(room, tx)).toMatchObject({ verified: true, amount: FEE + 7n });
    expect(await room.balance(SEAT)).toBe(FEE + 7n);
  });

  it('is refused when it failed', async () => {
    const room = await openRoom();
    const { client, usdc } = world();
    const args = [room.address, 10n ** 30n] as const;
    const failing = { abi: tokenAbi, functionName: 'transfer', args, gas: 100_000n } as const;
    const tx = await client.writeContract({ ...failing, address: usdc, account: payer(1) });
    await room.deepen();
    expect(await claim(room, tx)).toEqual(no(3, 'The transaction failed.'));
  });

  it('is refused when it paid another token, another address, too little, or came from somebody else', async () => {
    const room = await openRoom();
    const address = await world().deploy();
    const play = { abi: tokenAbi, address, account: payer(1) } as const;
    await world().client.writeContract({ ...play, functionName: 'mint', args: [payer(1).address, FEE] });
    await world().mine();
    const other = await world().client.writeContract({
      ...play,
      functionName: 'transfer',
      args: [room.address, FEE],
    });
    const coin = await world().coin(1, room.address, FEE);
    await world().mine();
    const elsewhere = await world().pay(1, payer(2).address, FEE);
    const little = await world().pay(1, room.address, FEE - 1n);
    const stranger = await world().pay(2, room.address, FEE);
    await room.deepen();
    expect(await claim(room, other)).toMatchObject({ message: expect.stringContaining('paid nothing to') });
    expect(await claim(room, coin)).toMatchObject({ message: expect.stringContaining('another token') });
    expect(await claim(room, elsewhere)).toMatchObject({ message: expect.stringContaining('paid nothing to') });
    expect(await claim(room, little)).toMatchObject({ message: expect.stringContaining('too little') });
    expect(await claim(room, stranger)).toMatchObject({ message: expect.stringContaining('not sent from') });
    expect(await room.balance(SEAT)).toBe(0n);
    expect(await room.balance(ROOM)).toBe(2n * FEE - 1n);
  });

  it('is not known when it is on another chain', async () => {
    const other = await startChain({ id: 31338 });
    const room = await openRoom();
    const tx = await other.pay(1, room.address, FEE);
    await other.mine(5);
    expect(await claim(room, tx)).toEqual(no(0, 'Chain 31337 does not know this transaction'));
    await other.stop();
  });

  it('in the chain’s own coin is theirs as well', async () => {
    const room = await openRoom();
    await room.purse.address(ROOM, true);
    const tx = await world().coin(1, room.address, FEE);
    await room.deepen();
    expect(await claim(room, tx, { asset: 'native' })).toMatchObject({ verified: true, amount: FEE });
    expect(await room.balance(SEAT, 'native')).toBe(FEE);
    await room.expectSound();
  });

  it('is taken from who has it when the chain takes it back, and from the house when it is spent', async () => {
    const room = await openRoom();
    const paid = await world().pay(1, room.address, FEE);
    await room.deepen();
    await claim(room, paid);
    await world().reorganise(3);
    await room.deepen();
    expect(await room.balance(SEAT)).toBe(0n);
    expect(room.events.at(-1)).toMatchObject({ kind: 'lost', deposit: { account: SEAT, amount: FEE } });
    expect(await claim(room, paid)).toMatchObject({ verified: false });

    const again = await world().pay(1, room.address, FEE);
    await room.deepen();
    await claim(room, again);
    await room.move({ postings: [moving('start', 'held', 'USDC', { [SEAT]: -FEE, 'stakes:r1': FEE })] });
    await world().reorganise(3);
    await room.deepen();
    expect(await room.balance('stakes:r1')).toBe(FEE);
    expect(await room.balance(HOUSE_LOSS)).toBe(-FEE);
    await room.expectSound();
  });
});
