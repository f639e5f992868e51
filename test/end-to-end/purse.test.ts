import { execFile } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { agentAccount, type Hex, payout, TILL } from '../../src/core/money.ts';
import { openChain } from '../../src/purse/chain.ts';
import { openStorage } from '../../src/storage/open.ts';
import { anvilBinary, startChain, type TestChain } from '../chain/anvil.ts';
import { COMPILED, type Serving, serve } from '../serving.ts';

const CROSSPLAY = join(import.meta.dirname, '../../bin/crossplay.js');
const ANN = agentAccount('ann');
const TO: Hex = `0x${'5e'.repeat(20)}`;
const ETHER = 10n ** 18n;
const HOST_PURSE = '/api/v1/host/purse';

const run = promisify(execFile);

describe.skipIf(!anvilBinary)(anvilBinary ? 'a server with a purse' : 'a purse: anvil does not run here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-money-'));
  const seedFile = join(folder, 'seed.txt');
  const data = join(folder, 'data');
  const seed = generateMnemonic(english);
  const printed: string[] = [];
  let world: TestChain;
  let env: { [name: string]: string };
  let server: Serving | undefined;

  beforeAll(async () => {
    world = await startChain();
    writeFileSync(seedFile, `${seed}\n`, { mode: 0o600 });
    env = {
      CROSSPLAY_DATA: data,
      CROSSPLAY_CHAIN_URL: world.url,
      CROSSPLAY_CHAIN_ID: String(world.id),
      CROSSPLAY_CHAIN_USDC: world.usdc,
      CROSSPLAY_CHAIN_SEED_FILE: seedFile,
      CROSSPLAY_LOG: 'debug',
      CROSSPLAY_TIME_SCALE: '0.02',
    };
  });
  afterEach(async () => {
    await server?.stop();
    printed.push(...(server?.output ?? []));
    server = undefined;
  });
  afterAll(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const purse = (...words: string[]) => crossplay('purse', ...words);

  async function crossplay(...words: string[]): Promise<{ code: number; text: string }> {
    const surroundings = { ...process.env, ...env, NODE_COMPILE_CACHE: COMPILED };
    const told = await run(process.execPath, [CROSSPLAY, ...words], { env: surroundings }).then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
    );
    printed.push(told.text);
    return told;
  }

  it('takes deposits, pays out, stops and goes on when it is told, and tells its seed to nobody', async () => {
    server = await serve(env);
    const storage = await openStorage({ data });
    const chain = openChain({ url: world.url, id: world.id, usdc: world.usdc }, seed);
    const till = chain.addressOf(TILL);
    const mine = chain.addressOf(ANN);
    /** Blocks come until something is so. */
    const comes = <T>(what: () => Promise<T>) =>
      expect.poll(
        async () => {
          await world.mine();
          return what();
        },
        { timeout: 30_000 },
      );
    await comes(async () => (await storage.purse.anchors()).length).toBeGreaterThan(0);
    await storage.purse.write({ addresses: [{ address: mine, account: ANN, native: false, at: 1 }] }, 1);
    await world.coin(8, till, ETHER);
    await world.pay(1, mine, 50n);
    await comes(() => storage.purse.balance(ANN, 'USDC')).toBe(50n);

    await purse('pause');
    const wish = { account: ANN, to: TO, asset: 'USDC', amount: 20n, reason: 'withdrawal', at: 2 } as const;
    await storage.purse.write(payout({ ...wish, id: 'p1' }), 2);
    const [before] = await storage.purse.anchors();
    await comes(async () => (await storage.purse.anchors())[0]!.number).toBeGreaterThan(before!.number + 5);
    expect(await storage.purse.send('p1')).toMatchObject({ state: 'wanted' });
    const shown = await purse('show');
    expect(shown.text).toMatch(/Paused since .*: The host said so/);
    expect(shown.text).toContain(`payout p1: 0.000020 USDC to ${TO}, wanted`);
    expect(JSON.parse((await purse('show', '--json')).text)).toMatchObject({ address: till, sends: [{ id: 'p1' }] });

    await purse('resume');
    await comes(async () => (await storage.purse.send('p1'))?.state).toBe('done');
    expect(await world.tokens(TO)).toBe(20n);
    const checked = await purse('check');
    expect(checked.text).not.toContain('WRONG');
    expect(checked.text).toMatch(/ok {5}0\.000030 USDC at all addresses, 0\.000030 in all accounts/);
    expect(checked.code).toBe(0);

    const hostToken = (await crossplay('host-token')).text.trim().split('\n').at(-1)!;
    const headers = { authorization: `Bearer ${hostToken}` };
    const shownToHost = await fetch(new URL(HOST_PURSE, server.url), { headers });
    expect(await shownToHost.json()).toMatchObject({ purse: { address: till } });
    const pages = await Promise.all(
      ['/', '/metrics', '/healthz', '/admin', '/openapi.json', '/api/v1/agents', '/api/v1/%', HOST_PURSE].map(
        async (path) => (await fetch(new URL(path, server!.url), { headers })).text(),
      ),
    );
    const kept = join(data, 'kept.db');
    expect((await crossplay('backup', kept)).code).toBe(0);
    expect((await crossplay('export', '--game', 'chess')).code).toBe(0);
    await storage.close();
    await server.stop();
    const files = readdirSync(data).map((name) => readFileSync(join(data, name)).toString('latin1'));
    const secrets = secretsOf(seed);
    for (const text of [...printed, ...server.output, ...pages, ...files]) {
      for (const secret of secrets) expect(text.toLowerCase().includes(secret)).toBe(false);
    }
    const troubles = server.output.filter((line) => line.includes('has trouble'));
    expect(troubles).toEqual([expect.stringContaining('The host said so.')]);
  }, 120_000);

  it('does not start with a seed that others can read, or that has a wrong word, and repeats none of it', async () => {
    const failed = (changes: { [name: string]: string }) =>
      serve({ ...env, CROSSPLAY_DATA: join(folder, 'other'), ...changes }).then(
        () => 'started',
        (error: Error) => error.message,
      );
    const wrong = join(folder, 'wrong.txt');
    writeFileSync(wrong, seed.replace(/\w+$/, 'sesamesamesame'), { mode: 0o600 });
    const told = [await failed({ CROSSPLAY_CHAIN_SEED_FILE: wrong })];
    expect(told[0]).toContain('holds no mnemonic, or one with a wrong word');
    chmodSync(wrong, 0o644);
    told.push(await failed({ CROSSPLAY_CHAIN_SEED_FILE: wrong }));
    expect(told[1]).toContain('can be read by others');
    told.push(await failed({ CROSSPLAY_CHAIN_ID: '84532' }));
    expect(told[2]).toContain(`The chain that answers is ${world.id}, not 84532.`);
    told.push(await failed({ CROSSPLAY_CHAIN_USDC: TO }));
    expect(told[3]).toContain('no token of 6 decimals');
    for (const text of told) {
      expect(text.split('\n').filter((line) => !/"msg":"(starting|slow )/.test(line))).toHaveLength(1);
      for (const secret of ['sesamesame', ...secretsOf(seed)]) expect(text.toLowerCase()).not.toContain(secret);
    }
  });

  it('starts while its chain is down, and says so', async () => {
    const address = 'http://127.0.0.1:9/v3/SECRET-KEY';
    server = await serve({ ...env, CROSSPLAY_DATA: join(folder, 'down'), CROSSPLAY_CHAIN_URL: address });
    expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
    await expect.poll(() => server!.output.join('\n')).toContain('the purse has trouble');
    expect(server.output.join('\n')).not.toContain('SECRET-KEY');
  });
});

/** The words, three of them in a row, and the keys that follow from them. */
function secretsOf(seed: string): string[] {
  const words = seed.split(' ');
  const runs = words.slice(2).map((_, index) => words.slice(index, index + 3).join(' '));
  const { privateKey, privateExtendedKey } = mnemonicToAccount(seed).getHdKey();
  const keys = [Buffer.from(privateKey!), pbkdf2Sync(seed, 'mnemonic', 2048, 64, 'sha512')];
  const written = keys.flatMap((key) => [key.toString('hex'), key.toString('base64'), key.toString('latin1')]);
  return [...runs, words.join(''), words.join(','), privateExtendedKey, ...written].map((one) => one.toLowerCase());
}
