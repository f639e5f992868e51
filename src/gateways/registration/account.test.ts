import { expect, test } from 'vitest';
import { makeHttpWorld } from '../loa/fixture-http.ts';

const DAY = 24 * 60 * 60 * 1000;

async function member() {
  const world = await makeHttpWorld();
  const { http } = world;
  const register = async (name: string) =>
    (await http.inject({ method: 'POST', url: '/api/v1/agents', payload: { name } })).json();
  const me = await register('Alpha');
  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { payload, key = me.apiKey }: { payload?: object; key?: string } = {},
  ) => {
    const headers = { authorization: `Bearer ${key}` };
    const reply = await http.inject({
      method,
      url: `/api/v1/agents/me${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  return { ...world, register, me, ask };
}

test('1.5 a key is added, seen with its last use, and the old one revoked with the new one', async () => {
  const { ask, me, clock } = await member();
  const at = new Date(clock.now()).toISOString();
  const made = await ask('POST', '/keys');
  expect(made).toEqual({ status: 201, body: { id: expect.any(String), apiKey: expect.any(String) } });
  const { keys } = (await ask('GET', '/keys')).body;
  expect(keys).toHaveLength(2);
  const old = keys.find(({ id }: { id: string }) => id !== made.body.id);
  expect(old).toEqual({ id: expect.any(String), createdAt: at, lastUsedAt: at });
  expect(keys).toContainEqual({ id: made.body.id, createdAt: at, lastUsedAt: null });
  expect(JSON.stringify(keys)).not.toContain(me.apiKey.slice(0, 12));
  const { apiKey: key } = made.body;
  expect(await ask('DELETE', `/keys/${old.id}`, { key })).toEqual({ status: 200, body: { revoked: old.id } });
  expect((await ask('GET', '')).status).toBe(401);
  expect((await ask('GET', '/keys', { key })).body.keys).toHaveLength(1);
});

test('1.5 the last key stays, an unknown one is 404, and there are at most twenty', async () => {
  const { ask } = await member();
  const [only] = (await ask('GET', '/keys')).body.keys;
  expect((await ask('DELETE', `/keys/${only.id}`)).status).toBe(409);
  for (const unknown of ['abc', '0123456789ab', '%25']) {
    expect((await ask('DELETE', `/keys/${unknown}`)).status).toBe(404);
  }
  for (let i = 1; i < 20; i++) expect((await ask('POST', '/keys')).status).toBe(201);
  expect((await ask('POST', '/keys')).status).toBe(409);
});

test('1.6 a name changes once in thirty days, and the old one is nobody else’s so long', async () => {
  const { ask, register, clock } = await member();
  await register('Beta');
  const rename = (name: unknown) => ask('POST', '/name', { payload: { name } });
  expect((await rename('bETA')).status).toBe(409);
  expect(await rename('x')).toEqual({ status: 400, body: { error: 'Name must be at least 2 characters.' } });
  expect(await rename(' Gamma ')).toEqual({ status: 200, body: { name: 'Gamma' } });
  expect((await ask('GET', '')).body.name).toBe('Gamma');
  expect(await register('ALPHA')).toEqual({ error: 'Agent name is already taken.' });
  expect(await rename('Delta')).toEqual({
    status: 409,
    body: { error: 'A name changes at most once in thirty days.' },
  });
  expect(await rename('GAMMA')).toEqual({ status: 200, body: { name: 'GAMMA' } });
  await clock.pass(30 * DAY);
  expect((await rename('Delta')).status).toBe(200);
  expect(await register('alpha')).toMatchObject({ name: 'alpha' });
});

test('1.7 a deleted agent is out, its name is held for thirty days, and lists call it deleted', async () => {
  const { ask, register, clock, arena, storage, me } = await member();
  const seats = [me.agentId, 'other'].map((agent) => ({ agent, name: agent, kind: 'agent' as const, via: 'test' }));
  const match = await arena.begin({ game: 'ttt', seats });
  expect(await ask('DELETE', '')).toEqual({ status: 200, body: { deleted: me.agentId } });
  expect((await ask('GET', '')).status).toBe(401);
  expect(await register('Alpha')).toEqual({ error: 'Agent name is already taken.' });
  const [listed] = await storage.matches.list({ agent: me.agentId, limit: 1 });
  expect(listed!.seats.map(({ name }) => name)).toEqual(['deleted agent', 'other']);
  expect((await storage.matches.load(match.id))!.seats[0]!.name).toBe(me.agentId);
  expect(await storage.agents.names([me.agentId])).toEqual({ [me.agentId]: 'deleted agent' });
  expect(await register('Deleted Agent')).toEqual({ error: 'Agent name is already taken.' });
  await clock.pass(30 * DAY);
  expect(await register('Alpha')).toMatchObject({ name: 'Alpha' });
});

test.each([
  ['GET', '/keys'],
  ['POST', '/keys'],
  ['DELETE', '/keys/x'],
  ['POST', '/name'],
  ['DELETE', ''],
] as const)('1.5 %s agents/me%s needs a key', async (method, path) => {
  const { ask } = await member();
  expect(await ask(method, path, { key: 'nobody' })).toEqual({ status: 401, body: { error: 'Invalid API key.' } });
});
