import fastify from 'fastify';
import { expect, it } from 'vitest';
import { openDesk } from '../../../test/chain/desk.ts';
import { fakeClock } from '../../../test/clock.ts';
import { createAccounts } from '../../accounts/accounts.ts';
import type { Arena } from '../../core/arena.ts';
import { agentAccount } from '../../core/money.ts';
import type { StakeLimits } from '../../core/purse-desk.ts';
import { freshAddress, UNIT, withChain } from '../../purse/fixture.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { addPurseRoutes } from './purse.ts';

const addressOf = () => '127.0.0.1';
const arena = { seatsOf: async () => [] } as unknown as Arena;

it('a server without a chain answers 501', async () => {
  const storage = await openSqlite(':memory:');
  const clock = fakeClock();
  const http = fastify();
  const accounts = createAccounts({ storage, clock });
  addPurseRoutes({ accounts, addressOf, arena, clock, documents: storage.documents, http, purse: undefined });
  expect((await http.inject({ url: '/api/v1/agents/me/purse' })).statusCode).toBe(501);
  expect((await http.inject({ method: 'POST', url: '/api/v1/agents/me/purse/withdraw' })).statusCode).toBe(501);
});

withChain('an agent’s purse', (chain) => {
  async function world(limits: Partial<StakeLimits> = {}) {
    const { money, desk } = await openDesk(chain(), limits);
    const { storage } = money;
    const clock = fakeClock();
    const accounts = createAccounts({ storage, clock });
    const http = fastify();
    addPurseRoutes({ accounts, addressOf, arena, clock, documents: storage.documents, http, purse: desk });
    const registered = await accounts.register('Ann', undefined);
    if ('error' in registered) throw new Error(registered.error);
    const { agent, apiKey } = registered;
    const headers = { authorization: `Bearer ${apiKey}` };
    const show = async () => (await http.inject({ url: '/api/v1/agents/me/purse', headers })).json();
    const withdraw = async (payload: object, key?: string) => {
      const all = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) };
      const reply = await http.inject({
        method: 'POST',
        url: '/api/v1/agents/me/purse/withdraw',
        payload,
        headers: all,
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    await chain().pay(1, (await desk.address(agentAccount(agent.id)))!, 50n * UNIT);
    await money.deepen();
    return { money, clock, http, show, withdraw, accounts, agent };
  }

  it('says where to deposit, what is there and what moved', async () => {
    const { show, http } = await world();
    expect(await show()).toEqual({
      address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
      chain: chain().id,
      token: 'USDC',
      balance: '50',
      held: '0',
      history: [expect.objectContaining({ reason: expect.any(String), amount: '50', balance: '50', match_id: null })],
    });
    expect((await http.inject({ url: '/api/v1/agents/me/purse' })).statusCode).toBe(401);
  });

  it('is paid out once for each key, to an address that is not new', async () => {
    const { money, clock, show, withdraw } = await world();
    const to = freshAddress();
    const wish = { amount: '12.5', to };
    const early = await withdraw(wish, 'one');
    expect([early.status, early.body.error]).toEqual([409, expect.stringContaining('new to your account')]);
    expect((await show()).balance).toBe('50');
    await clock.pass(3_600_000);
    const first = await withdraw(wish, 'one');
    expect(first).toMatchObject({ status: 200, body: { amount: '12.5', state: 'waiting' } });
    expect(await withdraw(wish, 'one')).toEqual(first);
    expect((await withdraw({ ...wish, amount: '1' }, 'one')).status).toBe(409);
    expect((await show()).balance).toBe('37.5');
    await money.settle();
    expect(await chain().tokens(to)).toBe(12_500_000n);
    expect((await withdraw(wish, 'one')).body.state).toBe('done');
    await money.expectSound();
  });

  it('refuses in words what will not do', async () => {
    const { withdraw } = await world({ newAddress: 0, day: { USDC: 40n * UNIT, native: 0n } });
    const to = freshAddress();
    expect((await withdraw({ amount: '1', to })).body.error).toContain('Idempotency-Key');
    expect((await withdraw({ amount: '0', to }, 'a')).status).toBe(400);
    expect((await withdraw({ amount: '1.1234567', to }, 'a')).status).toBe(400);
    expect((await withdraw({ amount: '1', to: '0x1' }, 'a')).status).toBe(400);
    expect((await withdraw({ amount: '1', to: `0x${'0'.repeat(40)}` }, 'a')).status).toBe(400);
    expect((await withdraw({ amount: '30', to }, 'a')).status).toBe(200);
    expect((await withdraw({ amount: '10.000001', to }, 'b')).body.error).toContain('within a day');
    const two = await Promise.all([withdraw({ amount: '6', to }, 'c'), withdraw({ amount: '6', to }, 'd')]);
    expect(two.map(({ status }) => status)).toEqual([200, 409]);
  });

  it('keeps its account until it is empty', async () => {
    const { accounts, agent, withdraw } = await world({ newAddress: 0 });
    const refused = { error: 'Its purse holds 50 USDC, which must be taken out first.', status: 409 };
    expect(await accounts.remove(agent.id)).toEqual(refused);
    expect((await accounts.byId(agent.id))?.deletedAt).toBeUndefined();
    await withdraw({ amount: '50', to: freshAddress() }, 'all');
    expect(await accounts.remove(agent.id)).toBeUndefined();
  });

  it('never goes below nothing', async () => {
    const { withdraw, show } = await world({ newAddress: 0 });
    const to = freshAddress();
    expect((await withdraw({ amount: '51', to }, 'a')).body.error).toBe('You have 50 USDC, not 51.');
    expect((await withdraw({ amount: '50', to }, 'b')).status).toBe(200);
    expect((await withdraw({ amount: '0.000001', to }, 'c')).status).toBe(409);
    expect((await show()).balance).toBe('0');
  });
});
