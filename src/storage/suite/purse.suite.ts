import { describe, expect, it } from 'vitest';
import {
  agentAccount,
  chainAccount,
  type Hex,
  HOUSE_GAS,
  HOUSE_LOSS,
  hold,
  moving,
  type Posting,
  payout,
  payoutAccount,
  type Send,
  settle,
  stakesAccount,
} from '../../core/money.ts';
import type { Deposit, Transaction } from '../../core/purse-store.ts';
import { adding, key, type Opened, sampleEntry, sampleRecord, won } from './samples.ts';

const ANN = agentAccount('ann');
const BOB = agentAccount('bob');
const ADDRESS: Hex = `0x${'a1'.repeat(20)}`;
const OTHER: Hex = `0x${'b2'.repeat(20)}`;
const HASH: Hex = `0x${'c3'.repeat(32)}`;
/** More than 64 bits hold. */
const MUCH = 123_456_789_012_345_678_901_234_567_890n;

const deposited = (id: string, account: string, amount: bigint): Posting =>
  moving(id, 'deposit', 'USDC', { [chainAccount(ADDRESS)]: amount, [account]: amount });

const sample: Send = {
  id: 's1',
  kind: 'payout',
  sender: 'house:capital',
  to: OTHER,
  asset: 'USDC',
  amount: MUCH,
  state: 'wanted',
  at: 5,
};
const attempt: Transaction = {
  hash: HASH,
  send: 's1',
  sender: 'house:capital',
  nonce: 7,
  raw: '0x02',
  mostGas: MUCH,
  fee: 2n,
  tip: 1n,
  at: 6,
  changes: 0,
};
const coming: Deposit = {
  id: 'd1',
  address: ADDRESS,
  account: ANN,
  asset: 'native',
  amount: MUCH,
  sender: OTHER,
  tx: HASH,
  block: 10,
  blockHash: HASH,
  lost: false,
  changes: 1,
  borne: 0n,
  at: 5,
};

export function purseSuite(storage: Opened): void {
  const purse = () => storage().purse;
  const post = (...postings: Posting[]) => purse().write({ postings }, 1);

  describe('money', () => {
    it('moves between accounts, to the unit, however much it is', async () => {
      expect(await post(deposited('d', ANN, MUCH))).toEqual({ done: 'posted' });
      expect(await post(moving('gift', 'gift', 'USDC', { [ANN]: -1n, [BOB]: 1n }))).toEqual({ done: 'posted' });
      expect(await purse().balance(ANN, 'USDC')).toBe(MUCH - 1n);
      expect(await purse().balance(ANN, 'native')).toBe(0n);
      expect(await purse().balances()).toEqual([
        { account: ANN, asset: 'USDC', amount: MUCH - 1n },
        { account: BOB, asset: 'USDC', amount: 1n },
        { account: chainAccount(ADDRESS), asset: 'USDC', amount: MUCH },
      ]);
    });

    it('is refused, all of it, when one account has too little', async () => {
      await post(deposited('d', ANN, 10n));
      const stakes = [
        { account: ANN, amount: 5n },
        { account: BOB, amount: 5n, short: 'Bob does not have 5.' },
      ];
      expect(await post(hold('m1', 'USDC', stakes))).toEqual({ done: 'refused', reason: 'Bob does not have 5.' });
      const reason = `${BOB} has too little USDC.`;
      expect(await post(moving('x', 'x', 'USDC', { [BOB]: -1n, [ANN]: 1n }))).toEqual({ done: 'refused', reason });
      expect(await purse().balance(ANN, 'USDC')).toBe(10n);
      expect(await purse().lines(0, 10)).toHaveLength(2);
    });

    it('is moved once by a posting, however often it comes', async () => {
      await post(deposited('d', ANN, 10n));
      expect(await post(deposited('d', ANN, 10n), deposited('d2', ANN, 10n))).toEqual({ done: 'repeated' });
      expect(await purse().balance(ANN, 'USDC')).toBe(10n);
    });

    it('is not moved by a posting whose sides differ', async () => {
      await expect(post(moving('x', 'x', 'USDC', { [ANN]: 1n }))).rejects.toThrow('out of balance by -1 USDC');
      const mixed = { id: 'y', reason: 'y', lines: [{ account: ANN, asset: 'native' as const, amount: 1n }] };
      const lines = [...mixed.lines, { account: chainAccount(ADDRESS), asset: 'USDC' as const, amount: 1n }];
      await expect(post({ ...mixed, lines })).rejects.toThrow('out of balance');
      expect(await purse().balances()).toEqual([]);
    });

    it('may pass through an account within one change', async () => {
      const through = moving('through', 'gift', 'USDC', { [ANN]: -10n, [BOB]: 10n });
      expect(await post(through, deposited('d', ANN, 10n))).toEqual({ done: 'posted' });
      expect(await purse().balance(ANN, 'USDC')).toBe(0n);
      expect(await purse().balance(BOB, 'USDC')).toBe(10n);
    });

    it('that the house spends brings its accounts of costs below zero', async () => {
      await post(moving('f', 'capital', 'native', { [chainAccount(ADDRESS)]: 10n, 'house:capital': 10n }));
      await post(moving('g', 'gas', 'native', { [chainAccount(ADDRESS)]: -3n, [HOUSE_GAS]: -3n }));
      expect(await purse().balance(HOUSE_GAS, 'native')).toBe(-3n);
    });

    it('has a history, newest first', async () => {
      await post(deposited('d', ANN, 10n));
      await purse().write({ postings: [moving('g', 'gift', 'USDC', { [ANN]: -4n, [BOB]: 4n })] }, 2);
      expect(await purse().history(ANN, 10)).toEqual([
        { posting: 'g', reason: 'gift', asset: 'USDC', amount: -4n, after: 6n, at: 2 },
        { posting: 'd', reason: 'deposit', asset: 'USDC', amount: 10n, after: 10n, at: 1 },
      ]);
      expect(await purse().history(ANN, 1)).toHaveLength(1);
      const lines = await purse().lines(0, 10);
      expect(lines.map(({ account, amount }) => [account, amount])).toEqual([
        [chainAccount(ADDRESS), 10n],
        [ANN, 10n],
        [ANN, -4n],
        [BOB, 4n],
      ]);
      expect(await purse().lines(lines[2]!.serial, 10)).toEqual([lines[3]]);
    });

    it('taken by many at once is never given twice', async () => {
      await post(deposited('d', ANN, 10n));
      const takers = Array.from({ length: 30 }, (_, index) =>
        post(moving(`take${index}`, 'gift', 'USDC', { [ANN]: -1n, [BOB]: 1n })),
      );
      const taken = (await Promise.all(takers)).filter(({ done }) => done === 'posted');
      expect(taken).toHaveLength(10);
      expect(await purse().balance(BOB, 'USDC')).toBe(10n);
    });
  });

  describe('money of a match', () => {
    const stakes = [ANN, BOB].map((account) => ({ account, amount: 5n }));
    const held = hold('m1', 'USDC', stakes);
    const settled = settle('m1', 'USDC', 'wager won', [{ account: ANN, amount: 10n }]);
    const append = (step: number, postings: Posting[], over = false, sends: Send[] = []) =>
      storage().matches.append({
        match: 'm1',
        step,
        entry: sampleEntry(step),
        ...(over && { close: won }),
        settle: { ...adding({ ...key('ann'), change: 1, reason: 'test' }), money: { postings, sends } },
      });

    it('moves in the transaction of its entry, and what is to be sent is wished for with it', async () => {
      await storage().matches.create(sampleRecord('m1'));
      await post(deposited('d1', ANN, 5n), deposited('d2', BOB, 5n));
      expect(await append(0, [held])).toMatchObject({ done: 'appended' });
      expect(await purse().balance(stakesAccount('m1'), 'USDC')).toBe(10n);
      const { postings, sends } = payout({ ...sample, account: ANN, amount: 10n, reason: 'prize' });
      expect(await append(1, [settled, ...postings], true, sends)).toMatchObject({ done: 'appended' });
      expect(await purse().balance(payoutAccount('s1'), 'USDC')).toBe(10n);
      expect(await purse().sends(['wanted'], 10)).toEqual([{ ...sample, amount: 10n }]);
      expect(await purse().history(ANN, 1)).toMatchObject([{ match: 'm1', at: sampleEntry(1).at }]);
    });

    it('stays where it is when the entry is not taken, and the entry is not taken when it must stay', async () => {
      await storage().matches.create(sampleRecord('m1'));
      await post(deposited('d1', ANN, 5n), deposited('d2', BOB, 4n));
      expect(await append(0, [held])).toEqual({ done: 'refused', reason: `${BOB} has too little USDC.` });
      expect(await append(1, [moving('g', 'gift', 'USDC', { [ANN]: -1n, [BOB]: 1n })])).toEqual({ done: 'conflict' });
      expect((await storage().matches.load('m1'))?.entries).toEqual([]);
      expect(await storage().figures.of('ann')).toEqual({});
      expect(await purse().balance(ANN, 'USDC')).toBe(5n);
      await append(0, [moving('g', 'gift', 'USDC', { [ANN]: -1n, [BOB]: 1n })]);
      await expect(append(1, [moving('g', 'gift', 'USDC', { [ANN]: -1n, [BOB]: 1n })])).rejects.toThrow('moved before');
      expect((await storage().matches.load('m1'))?.entries).toHaveLength(1);
    });
  });

  describe('money of a match that is declared void', () => {
    const stakes = [ANN, BOB].map((account) => ({ account, amount: 5n }));
    const prize = payout({ ...sample, account: ANN, amount: 10n, reason: 'prize' });

    /** Ann has won ten, which are to be paid out. */
    async function play(): Promise<void> {
      await storage().matches.create(sampleRecord('m1'));
      await post(deposited('d1', ANN, 5n), deposited('d2', BOB, 5n), hold('m1', 'USDC', stakes));
      const won10 = settle('m1', 'USDC', 'wager won', [{ account: ANN, amount: 10n }]);
      const money = { postings: [won10, ...prize.postings], sends: prize.sends! };
      const settlement = { ...adding({ ...key('ann'), change: 1, reason: 'test' }), money };
      await storage().matches.append({ match: 'm1', step: 0, entry: sampleEntry(0), close: won, settle: settlement });
    }
    const undo = () => storage().matches.undo('m1', 99, 'cheated');
    const signing = () =>
      purse().write({ sends: [{ ...prize.sends![0]!, state: 'signed', nonce: 7 }], transactions: [attempt] }, 1);

    it('is called back before it is signed, and is never signed then', async () => {
      await play();
      expect(await undo()).toBe(true);
      expect(await purse().send('s1')).toMatchObject({ state: 'cancelled', why: 'cheated' });
      expect(await purse().sends(['wanted', 'signed', 'failed'], 10)).toEqual([]);
      expect(await signing()).toEqual({ done: 'refused', reason: 'This payout was called back.' });
      expect(await purse().transactions({ send: 's1' })).toEqual([]);
      expect(await purse().balances()).toEqual([
        { account: ANN, asset: 'USDC', amount: 5n },
        { account: BOB, asset: 'USDC', amount: 5n },
        { account: chainAccount(ADDRESS), asset: 'USDC', amount: 10n },
      ]);
    });

    it('goes its way once it is signed, and the house bears it', async () => {
      await play();
      await signing();
      expect(await undo()).toBe(true);
      expect(await purse().send('s1')).toMatchObject({ state: 'signed' });
      expect(await purse().balance(payoutAccount('s1'), 'USDC')).toBe(10n);
      expect(await purse().balance(BOB, 'USDC')).toBe(5n);
      expect(await purse().balance(HOUSE_LOSS, 'USDC')).toBe(-5n);
    });
  });

  describe('what the purse knows of the chain', () => {
    it('addresses belong to one account each', async () => {
      const mine = { address: ADDRESS, account: ANN, native: false, at: 1 };
      await purse().write({ addresses: [mine, { address: OTHER, account: BOB, native: true, at: 2 }] }, 1);
      await purse().write({ addresses: [{ ...mine, native: true }] }, 2);
      expect(await purse().addresses()).toEqual([
        { ...mine, native: true },
        { address: OTHER, account: BOB, native: true, at: 2 },
      ]);
      expect(await purse().addressOf(BOB)).toEqual({ address: OTHER, account: BOB, native: true, at: 2 });
      expect(await purse().addressOf('nobody')).toBeUndefined();
      await expect(purse().write({ addresses: [{ ...mine, account: BOB, address: HASH }] }, 3)).rejects.toThrow();
    });

    it('anchors are taken back from a number on, and only the last are kept', async () => {
      for (let number = 1; number <= 260; number++) await purse().write({ anchor: { number, hash: HASH } }, 1);
      const anchors = await purse().anchors();
      expect([anchors.length, anchors[0]?.number, anchors.at(-1)?.number]).toEqual([256, 260, 5]);
      await purse().write({ rewind: 100, anchor: { number: 101, hash: ADDRESS } }, 1);
      expect((await purse().anchors()).slice(0, 2)).toEqual([
        { number: 101, hash: ADDRESS },
        { number: 100, hash: HASH },
      ]);
    });

    it('deposits change hands and come and go', async () => {
      const { sender, tx, ...unknown } = coming;
      const quiet = { ...unknown, id: 'd0', block: 9 };
      await purse().write({ deposits: [coming, quiet] }, 1);
      expect(await purse().deposits({ above: 8 })).toEqual([quiet, coming]);
      const gone = { ...coming, account: BOB, lost: true, borne: 3n, changes: 2, block: 12, blockHash: ADDRESS };
      await purse().write({ deposits: [gone] }, 1);
      expect(await purse().deposits({ tx: HASH })).toEqual([{ ...gone, account: ANN }]);
      await purse().write({ claims: [{ deposit: 'd1', account: BOB }] }, 1);
      expect(await purse().deposits({ tx: HASH })).toEqual([gone]);
      expect(await purse().deposits({ lostAt: ADDRESS })).toEqual([gone]);
      expect(await purse().deposits({ above: 12 })).toEqual([]);
    });

    it('sends keep their order and their attempts', async () => {
      const second: Send = { ...sample, id: 's0', kind: 'sweep', sender: ANN };
      await purse().write({ sends: [sample, second] }, 1);
      const signed: Send = { ...sample, state: 'signed', nonce: 7, why: 'on its way' };
      const stuck: Transaction = { ...attempt, hash: `0x${'d4'.repeat(32)}`, fee: 3n };
      await purse().write({ sends: [signed], transactions: [attempt, stuck] }, 1);
      expect(await purse().sends(['wanted', 'signed'], 10)).toEqual([signed, second]);
      expect(await purse().sends(['wanted', 'signed'], 1)).toEqual([signed]);
      expect(await purse().send('s0')).toEqual(second);
      expect(await purse().send('s9')).toBeUndefined();
      const mined = { ...stuck, block: 20, blockHash: HASH, gas: 5n, succeeded: true, changes: 1 };
      await purse().write({ transactions: [mined] }, 1);
      expect(await purse().transactions({ send: 's1' })).toEqual([attempt, mined]);
      expect(await purse().transactions({ above: 19 })).toEqual([mined]);
      expect(await purse().lastNonce('house:capital')).toBe(7);
      expect(await purse().lastNonce(ANN)).toBeUndefined();
    });
  });
}
