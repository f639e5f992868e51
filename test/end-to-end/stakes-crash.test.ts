import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english, generateMnemonic } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Hex, HOUSE_CUT, HOUSE_GAS, HOUSE_LOSS, TILL } from '../../src/core/money.ts';
import { openChain } from '../../src/purse/chain.ts';
import { check } from '../../src/purse/check.ts';
import { openStorage } from '../../src/storage/open.ts';
import { anvilBinary, payer, startChain, type TestChain } from '../chain/anvil.ts';
import { ClawpolyAgent, type Frame, greedy, join as joinRoom, request, type Ticket } from '../clawpoly-client.ts';
import { type Serving, serve } from '../serving.ts';

const FEE = 10_000_000n;
const PRIZE = 18_000_000n;
const ETHER = 10n ** 18n;

describe.skipIf(!anvilBinary)(anvilBinary ? 'a premium game' : 'a premium game: anvil does not run here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-stakes-'));
  const data = join(folder, 'data');
  const seed = generateMnemonic(english);
  let world: TestChain;
  let env: { [name: string]: string };
  let server: Serving;

  beforeAll(async () => {
    world = await startChain();
    const seedFile = join(folder, 'seed.txt');
    writeFileSync(seedFile, seed, { mode: 0o600 });
    env = {
      CROSSPLAY_DATA: data,
      CROSSPLAY_CHAIN_URL: world.url,
      CROSSPLAY_CHAIN_ID: String(world.id),
      CROSSPLAY_CHAIN_USDC: world.usdc,
      CROSSPLAY_CHAIN_SEED_FILE: seedFile,
      CROSSPLAY_ROOM_WAIT: '10000',
      CROSSPLAY_TIME_SCALE: '0.05',
    };
  });
  afterEach(() => server.stop('SIGKILL'));
  afterAll(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function killAndStart(): Promise<void> {
    await server.stop('SIGKILL');
    server = await serve(env);
  }

  /** Blocks come until something is so. */
  const comes = <T>(what: () => Promise<T>) =>
    expect.poll(
      async () => {
        await world.mine();
        return what();
      },
      { timeout: 50_000 },
    );

  it('whose server is killed while it is paid for, begins, is played, ends and pays out comes out to the unit', async () => {
    server = await serve(env);
    const chain = openChain({ url: world.url, id: world.id, usdc: world.usdc }, seed);
    const till = chain.addressOf(TILL);
    await world.coin(8, till, ETHER);
    const entryFee = { amount: '10', token: 'USDC', chain: world.id };
    const wish = { mode: 'premium', maxPlayers: 2, turnLimit: 20, gameSpeed: 'instant', entryFee };
    let room: Frame;
    await comes(async () => {
      const made = await request(server.url, '/rooms', { body: wish });
      room = made.body;
      return made.status;
    }).toBe(201);
    const tickets: Ticket[] = [];
    for (const name of ['Ann', 'Bob']) tickets.push(await joinRoom(server.url, room.id, { name }));
    const hashes: Hex[] = [];
    for (const from of [1, 2]) hashes.push(await world.pay(from, room.depositAddress, FEE));
    await world.mine(3);
    const verify = async (seat: number): Promise<boolean> => {
      const body = {
        agentId: tickets[seat]!.playerId,
        txHash: hashes[seat],
        payoutAddress: payer(seat + 1).address,
      };
      return (await request(server.url, `/rooms/${room.id}/verify-payment`, { body })).body.verified;
    };

    // Paid, and nobody has said so.
    await killAndStart();
    await comes(() => verify(0)).toBe(true);
    // Nobody hears whether the last one is paid and the game begins.
    const unheard = verify(1).catch(() => false);
    await killAndStart();
    await unheard;
    await comes(() => verify(1)).toBe(true);
    const status = async () => (await request(server.url, `/rooms/${room.id}`)).body.status;
    await expect.poll(status).toBe('playing');

    const connect = () => tickets.map((ticket) => new ClawpolyAgent(server.url, ticket, greedy));
    let [ann] = connect();
    await ann!.until(({ type }) => type === 'agent:build_decision');
    await killAndStart();
    [ann] = connect();
    await ann!.over().catch(() => undefined);
    await killAndStart();
    await expect.poll(status).toBe('finished');
    const { winnerId } = (await request(server.url, `/games/${room.id}`)).body;

    const storage = await openStorage({ data });
    const states = async () => (await storage.purse.sends(['signed', 'done'], 10)).map(({ kind }) => kind);
    await comes(states).toContain('sweep');
    await killAndStart();
    await comes(states).toContain('payout');
    await killAndStart();
    await comes(async () => (await storage.purse.sends(['wanted', 'signed', 'failed'], 10)).length).toBe(0);

    const winner = Number(winnerId.split('-')[1]) - 1;
    const has = await Promise.all([1, 2].map((from) => world.tokens(payer(from).address)));
    expect(has).toEqual([0, 1].map((seat) => (seat === winner ? PRIZE : 0n)));
    expect(await world.tokens(till)).toBe(2n * FEE - PRIZE);
    const balances = await storage.purse.balances();
    const owned = balances.filter(({ account, asset }) => asset === 'USDC' && !account.startsWith('chain:'));
    expect(owned).toEqual([{ account: HOUSE_CUT, asset: 'USDC', amount: 2n * FEE - PRIZE }]);
    const gas = await storage.purse.balance(HOUSE_GAS, 'native');
    const address = room.depositAddress;
    expect((await world.coins(till)) + (await world.coins(address))).toBe(ETHER + gas);
    expect(await storage.purse.balance(HOUSE_LOSS, 'USDC')).toBe(0n);
    expect((await check(storage.purse, chain)).filter(({ right }) => !right)).toEqual([]);
    await storage.close();
  }, 120_000);
});
