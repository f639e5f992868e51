import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { agentAccount, chainAccount, type Hex, HOUSE_CUT, moving, payoutAccount, TILL } from '../core/money.ts';
import { openStorage } from '../storage/open.ts';
import { purse } from './purse.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-take-'));
const printed: string[] = [];
vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
beforeEach(() => void printed.splice(0));
afterAll(() => rmSync(folder, { recursive: true }));

const TO: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const held = chainAccount(`0x${'12'.repeat(20)}`);

/** The house has earned three, and an agent has five. */
beforeAll(async () => {
  const storage = await openStorage({ data: folder });
  const earned = moving('earned', 'cut', 'USDC', { [held]: 3_000_000n, [HOUSE_CUT]: 3_000_000n });
  const deposit = moving('deposit', 'deposit', 'USDC', { [held]: 5_000_000n, [agentAccount('ann')]: 5_000_000n });
  const coin = moving('coin', 'cut', 'native', { [held]: 7n, [HOUSE_CUT]: 7n });
  await storage.purse.write({ postings: [earned, deposit, coin] }, 1);
  await storage.close();
});

const take = (...words: string[]) => purse(['take', ...words, '--data', folder]);

async function kept() {
  const storage = await openStorage({ data: folder });
  const all = {
    cut: await storage.purse.balance(HOUSE_CUT, 'USDC'),
    coin: await storage.purse.balance(HOUSE_CUT, 'native'),
    agent: await storage.purse.balance(agentAccount('ann'), 'USDC'),
    sends: await storage.purse.sends(['wanted'], 10),
    deeds: await storage.audit.list(10),
  };
  const aside = await Promise.all(all.sends.map(({ id, asset }) => storage.purse.balance(payoutAccount(id), asset)));
  await storage.close();
  return { ...all, aside };
}

test.each([
  [['3.000001', 'USDC', TO], 'The house has earned 3.000000 USDC, not 3.000001.'],
  [['0.000000000000000008', 'native', TO], 'The house has earned 0.000000000000000007 native'],
  [['0', 'USDC', TO], '"0" is no amount of USDC.'],
  [['-1', 'USDC', TO], 'Usage: crossplay purse'],
  [['1.0000001', 'USDC', TO], '"1.0000001" is no amount of USDC.'],
  [['1', 'DOGE', TO], 'usage: crossplay purse'],
  [['1', 'USDC', TO.replace('aAeb', 'AAeb')], 'is no address, or one with a slip of the pen.'],
  [['1', 'USDC', `0x${'0'.repeat(40)}`], 'is no address'],
  [['1', 'USDC'], 'usage: crossplay purse'],
])('take %j is refused in words, and takes nothing', async (words, message) => {
  await expect(take(...words)).rejects.toThrow(message);
  expect(await kept()).toMatchObject({ cut: 3_000_000n, coin: 7n, agent: 5_000_000n, sends: [], deeds: [] });
  expect(printed).toEqual([]);
});

test('take sets aside what the house earned, to be sent from the till, and no more than that', async () => {
  await take('2.5', 'USDC', TO.toLowerCase());
  await take('0.000000000000000007', 'native', TO);
  expect(printed).toEqual([
    `2.500000 USDC will be sent to ${TO}.`,
    `0.000000000000000007 native will be sent to ${TO}.`,
  ]);
  await expect(take('0.500001', 'USDC', TO)).rejects.toThrow('The house has earned 0.500000 USDC');
  const { sends, deeds, aside, ...balances } = await kept();
  expect(balances).toEqual({ cut: 500_000n, coin: 0n, agent: 5_000_000n });
  expect(sends).toMatchObject([
    { kind: 'payout', sender: TILL, to: TO, asset: 'USDC', amount: 2_500_000n },
    { kind: 'payout', sender: TILL, to: TO, asset: 'native', amount: 7n },
  ]);
  expect(aside).toEqual([2_500_000n, 7n]);
  expect(deeds).toMatchObject([
    { deed: 'take', subject: 'purse', words: `0.000000000000000007 native to ${TO}` },
    { deed: 'take', subject: 'purse', words: `2.500000 USDC to ${TO}` },
  ]);
});
