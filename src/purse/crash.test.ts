import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { english, generateMnemonic } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Errand } from '../../test/chain/pay-and-die.ts';
import { COMPILED } from '../../test/serving.ts';
import { type Hex, payout } from '../core/money.ts';
import { openStorage } from '../storage/open.ts';
import { ANN, ETHER, openPurse, UNIT, withChain } from './fixture.ts';

const PROGRAM = fileURLToPath(new URL('../../test/chain/pay-and-die.ts', import.meta.url));

const HAD = 10n * UNIT;
const PAID = 7n * UNIT + 1n;
const TO: Hex = `0x${'5e'.repeat(20)}`;

/** Every step of a payout from money that lies at an address of its own. */
const STEPS = [
  'payout wanted',
  'sweep wanted',
  'top-up wanted',
  'top-up signed',
  'top-up signed and sent',
  'top-up done',
  'sweep signed',
  'sweep signed and sent',
  'sweep done',
  'payout signed',
  'payout signed and sent',
  'payout done',
];
const POINTS = STEPS.flatMap((step) => [
  { step, when: 'before' as const },
  { step, when: 'after' as const },
]);

/** What it did until it ended, and how that was. */
async function run(errand: Errand): Promise<{ steps: string[]; ended: string }> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(errand)], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<string>((done) => child.once('close', (code, signal) => done(signal ?? `code ${code}`)));
  const steps: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) steps.push(line);
  return { steps, ended: await ended };
}

withChain('a payout whose server is killed', (world) => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-purse-'));
  const seed = generateMnemonic(english);
  const before = join(folder, 'before');
  let snapshot: Hex;
  let errand: Omit<Errand, 'data'>;

  beforeAll(async () => {
    const storage = await openStorage({ data: before });
    const { purse, fund, deepen } = await openPurse(world(), { seed, storage, confirmations: 2 });
    await fund();
    await world().pay(1, await purse.address(ANN), HAD);
    await deepen();
    await purse.stop();
    await storage.close();
    const { url, id, usdc } = world();
    errand = { url, id, usdc, seed, to: TO, amount: String(PAID) };
    snapshot = await world().client.snapshot();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The same chain and the same books for every point. */
  async function anew(name: string): Promise<string> {
    await world().client.revert({ id: snapshot });
    snapshot = await world().client.snapshot();
    const data = join(folder, name);
    cpSync(before, data, { recursive: true });
    return data;
  }

  it('goes through these steps when it is left alone', async () => {
    const { steps, ended } = await run({ ...errand, data: await anew('alone') });
    expect(ended).toBe('code 0');
    expect([...new Set(steps)]).toEqual(STEPS);
  });

  it.each(POINTS)('$when "$step" comes out to the unit, in one transaction', async (die) => {
    const data = await anew(`${die.when} ${die.step}`);
    const { steps, ended } = await run({ ...errand, data, die });
    expect(ended).toBe('SIGKILL');
    expect(steps.includes(die.step)).toBe(die.when === 'after');

    const storage = await openStorage({ data, exclusive: true });
    const opened = await openPurse(world(), { seed, storage, confirmations: 2 });
    const { purse, settle, balance, till, expectSound } = opened;
    // Whoever asked does not know whether it was taken, and asks again.
    const wish = { id: 'p1', account: ANN, to: TO, asset: 'USDC', reason: 'withdrawal', at: 1 } as const;
    const again = await purse.move(payout({ ...wish, amount: PAID }));
    const taken = steps.length > 0 || die.when === 'after';
    expect(again.done).toBe(taken ? 'repeated' : 'posted');
    await settle();

    const mine = await purse.address(ANN);
    const { client, tokens, coins } = world();
    expect(await tokens(TO)).toBe(PAID);
    expect([await tokens(mine), await tokens(till)]).toEqual([0n, HAD - PAID]);
    expect(await balance(ANN)).toBe(HAD - PAID);
    const sent = [
      await client.getTransactionCount({ address: till }),
      await client.getTransactionCount({ address: mine }),
    ];
    expect(sent).toEqual([2, 1]);
    const gas = await balance('house:gas', 'native');
    expect((await coins(till)) + (await coins(mine))).toBe(ETHER + gas);
    await expectSound();
    await purse.stop();
    await storage.close();
  });
});
