import { expect, it } from 'vitest';
import { chainAccount, moving, payout, TILL } from '../core/money.ts';
import { check } from './check.ts';
import { ANN, ETHER, openPurse, UNIT, withChain } from './fixture.ts';

withChain('the check', (world) => {
  async function withMoney() {
    const opened = await openPurse(world());
    await opened.fund();
    await world().pay(1, await opened.purse.address(ANN), 5n * UNIT);
    await opened.deepen();
    return opened;
  }

  it('proves address by address that the chain has what the books say', async () => {
    const { purse, store, chain, till, move, settle } = await withMoney();
    const mine = await purse.address(ANN);
    const lines = await check(store, chain);
    expect(lines.every(({ right }) => right)).toBe(true);
    const [booked, ...rest] = lines.map(({ words }) => words);
    expect(booked).toMatch(/^booked up to block \d+$/);
    const [first, second, ...sums] = rest;
    expect(new Set([first, second])).toEqual(
      new Set([
        `${till} (${TILL}): 1.000000000000000000 native, booked 1.000000000000000000`,
        `${mine} (${ANN}): 5.000000 USDC, booked 5.000000`,
      ]),
    );
    expect(sums).toEqual([
      '5.000000 USDC at all addresses, 5.000000 in all accounts',
      '1.000000000000000000 native at all addresses, 1.000000000000000000 in all accounts',
    ]);
    const to = `0x${'77'.repeat(20)}` as const;
    await move(payout({ id: 'p', account: ANN, to, asset: 'USDC', amount: 1n, reason: 'test', at: 0 }));
    await settle();
    expect((await check(store, chain)).filter(({ right }) => !right)).toEqual([]);
  });

  it('finds what is missing, and what is more than was booked', async () => {
    const { purse, store, chain, till, move, deepen } = await withMoney();
    const mine = await purse.address(ANN);
    await move({ postings: [moving('made-up', 'test', 'USDC', { [chainAccount(mine)]: 1n, [ANN]: 1n })] });
    await world().coin(1, mine, 3n);
    await deepen();
    const wrong = (await check(store, chain)).filter(({ right }) => !right);
    expect(wrong).toEqual([{ right: false, words: `${mine} (${ANN}): 5.000000 USDC, booked 5.000001: missing` }]);
    const words = (await check(store, chain)).map((line) => line.words);
    expect(words).toContainEqual(
      expect.stringMatching(/0\.000000000000000003 native, booked 0\..*more than is booked/),
    );
    expect(await world().coins(till)).toBe(ETHER);
  });

  it('finds that the block it is booked to is gone', async () => {
    const { store, chain } = await withMoney();
    await world().reorganise(3);
    expect((await check(store, chain))[0]).toMatchObject({ right: false });
  });

  it('says so when there is nothing to check', async () => {
    const { store, chain } = await openPurse(world());
    expect(await check(store, chain)).toEqual([{ right: true, words: 'The books have not begun.' }]);
  });
});
