import { expect, it } from 'vitest';
import { payer } from '../../test/chain/anvil.ts';
import { tokenAbi } from '../../test/chain/token.ts';
import { HOUSE_GAS, payoutAccount, TILL } from '../core/money.ts';
import { pause } from './brake.ts';
import { ANN, BOB, ETHER, freshAddress, openPurse, paying, purseWith, UNIT, withChain } from './fixture.ts';
import { resume } from './resume.ts';

withChain('sending', (world) => {
  it('brings money from where it came in to the till, with gas from there, and pays it out', async () => {
    const { store, move, settle, balance, till, purse, events, expectSound } = await purseWith(world(), 5n * UNIT);
    const to = freshAddress();
    await move(paying('p1', 3n * UNIT, to));
    expect(await balance(ANN)).toBe(2n * UNIT);
    expect(await balance(payoutAccount('p1'))).toBe(3n * UNIT);
    await settle();
    expect(await world().tokens(to)).toBe(3n * UNIT);
    expect(await balance(payoutAccount('p1'))).toBe(0n);
    expect(await world().tokens(till)).toBe(2n * UNIT);
    expect(await world().tokens(await purse.address(ANN))).toBe(0n);
    const gas = await balance(HOUSE_GAS, 'native');
    expect(gas).toBeLessThan(0n);
    const left = (await world().coins(till)) + (await world().coins(await purse.address(ANN)));
    expect(left).toBe(ETHER + gas);
    expect(events.flatMap((event) => (event.kind === 'sent' ? [event.send.kind] : []))).toEqual([
      'top-up',
      'sweep',
      'payout',
    ]);
    expect(await store.send('p1')).toMatchObject({ state: 'done' });
    await expectSound();
  });

  it('pays the chain’s own coin to the unit, and gas from the house’s alone', async () => {
    const { move, settle, balance, expectSound } = await purseWith(world(), ETHER, 'native');
    const to = freshAddress();
    await move(paying('p1', ETHER, to, 'native'));
    await settle();
    expect(await world().coins(to)).toBe(ETHER);
    expect(await balance(ANN, 'native')).toBe(0n);
    expect(await balance(TILL, 'native')).toBe(ETHER);
    await expectSound();
  });

  it('pays many at once, one nonce after another', async () => {
    const { move, settle, store, till, expectSound } = await purseWith(world(), 100n);
    const all = Array.from({ length: 20 }, (_, index) => ({ id: `p${index}`, to: freshAddress() }));
    for (const { id, to } of all) await move(paying(id, 5n, to));
    await settle();
    for (const { to } of all) expect(await world().tokens(to)).toBe(5n);
    const nonces = await Promise.all(all.map(async ({ id }) => (await store.transactions({ send: id }))[0]!.nonce));
    expect(nonces).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await world().client.getTransactionCount({ address: till })).toBe(21);
    await expectSound();
  });

  it('signs and sends nothing while it is paused, and what failed is tried again when it goes on', async () => {
    const { purse, move, store, storage, clock, settle, deepen, till, expectSound } = await purseWith(world(), 10n);
    const [to, blocked] = [freshAddress(), freshAddress()];
    const { client, usdc } = world();
    const block = (now: boolean) =>
      client.writeContract({
        abi: tokenAbi,
        address: usdc,
        functionName: 'setBlocked',
        args: [blocked, now],
        account: payer(9),
      });
    await block(true);
    await deepen();
    await pause(storage.documents, 'the host said so', clock.now());
    await move(paying('p1', 4n, to));
    await move(paying('p2', 6n, blocked));
    await deepen();
    expect((await store.sends(['wanted', 'signed'], 10)).map(({ state }) => state)).toEqual(['wanted', 'wanted']);
    expect((await purse.status()).brake.paused).toMatchObject({ why: 'the host said so' });
    expect(await client.getTransactionCount({ address: till })).toBe(0);
    await resume(storage);
    await settle();
    expect(await world().tokens(to)).toBe(4n);
    expect(await store.send('p2')).toMatchObject({ state: 'failed', why: expect.stringContaining('blocked') });
    expect((await purse.status()).sends).toMatchObject([{ id: 'p2', state: 'failed' }]);
    await block(false);
    await deepen();
    await resume(storage);
    await settle();
    expect(await world().tokens(blocked)).toBe(6n);
    await expectSound();
  });

  it('is left to the purse’s place: another node books and sends nothing', async () => {
    const { seed, storage, store, move, settle, purse } = await purseWith(world(), 10n);
    const elsewhere = await openPurse(world(), { seed, storage, place: false });
    const to = freshAddress();
    await elsewhere.move(paying('p1', 4n, to));
    const before = await store.anchors();
    elsewhere.purse.start();
    await elsewhere.deepen();
    expect(elsewhere.waits).toEqual([]);
    expect(await store.anchors()).toEqual(before);
    expect(await store.send('p1')).toMatchObject({ state: 'wanted' });
    expect(await elsewhere.purse.address(ANN)).toBe(await purse.address(ANN));
    await settle();
    expect(await world().tokens(to)).toBe(4n);
    await move(paying('p2', 6n, to));
    await settle();
    expect(await world().tokens(to)).toBe(10n);
  });

  it('to an address of ours is a deposit there', async () => {
    const { purse, move, settle, balance, expectSound } = await purseWith(world(), 10n);
    await move(paying('p1', 10n, await purse.address(BOB)));
    await settle();
    expect(await balance(BOB)).toBe(10n);
    await expectSound();
  });
});
