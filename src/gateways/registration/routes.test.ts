import { expect, test } from 'vitest';
import { makeHttpWorld } from '../loa/fixture-http.ts';

const post = async (payload: string | object, headers: { [name: string]: string } = {}) => {
  const { http } = await makeHttpWorld();
  return http.inject({ method: 'POST', url: '/api/v1/agents', payload, headers });
};

test('1.1 registration answers 201 with id, key, name and time', async () => {
  const reply = await post({ name: '  Alpha Bot ', description: 'a test' });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({
    agentId: expect.stringMatching(/^[\da-f-]{36}$/),
    apiKey: expect.any(String),
    name: 'Alpha Bot',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
});

test('1.1 a body is read as JSON whatever its content type says', async () => {
  const reply = await post('{"name":"Plain"}', { 'content-type': 'text/plain' });
  expect(reply.statusCode).toBe(201);
});

test.each([
  ['{', 'Invalid JSON body.'],
  ['name=Alpha', 'Invalid JSON body.'],
  ['', 'Name is required.'],
  ['{}', 'Name is required.'],
  ['{"name":null}', 'Name is required.'],
  ['[]', 'Name is required.'],
  ['null', 'Name is required.'],
  ['{"name":""}', 'Name is required.'],
  ['{"name":"   "}', 'Name is required.'],
  ['{"name":7}', 'Name is required.'],
  ['{"name":"a"}', 'Name must be at least 2 characters.'],
  [`{"name":"${'a'.repeat(33)}"}`, 'Name must be 32 characters or fewer.'],
  ['{"name":"<b>x</b>"}', 'Name may only contain letters, numbers, spaces, hyphens, underscores, and dots.'],
  ['{"name":"ünïcode"}', 'Name may only contain letters, numbers, spaces, hyphens, underscores, and dots.'],
])('1.2 the body %s is 400 "%s"', async (payload, error) => {
  const reply = await post(payload, { 'content-type': 'application/json' });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({ error });
});

test('1.2 a name is taken in any case of letters: 409', async () => {
  const { http } = await makeHttpWorld();
  await http.inject({ method: 'POST', url: '/api/v1/agents', payload: { name: 'Alpha' } });
  const reply = await http.inject({ method: 'POST', url: '/api/v1/agents', payload: { name: 'aLPHA' } });
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toEqual({ error: 'Agent name is already taken.' });
});

test('1.3 a long body is refused with 413', async () => {
  const reply = await post(`{"name":"Alpha","description":"${'x'.repeat(20_000)}"}`);
  expect(reply.statusCode).toBe(413);
  expect(reply.json()).toEqual({ error: expect.any(String) });
});

test('1.3 at least 120 registrations a minute, refused ones beside them, then 429 with an error', async () => {
  const { http } = await makeHttpWorld();
  const statusOf = async (name: string) =>
    (await http.inject({ method: 'POST', url: '/api/v1/agents', payload: { name } })).statusCode;
  for (let i = 0; i < 120; i++) {
    expect(await statusOf(`Agent ${i}`)).toBe(201);
    expect(await statusOf(`Agent ${i}`)).toBe(409);
  }
  for (let i = 0; i < 360; i++) await statusOf('');
  expect(await statusOf('One too many')).toBe(429);
});

test('1.4 agents/me takes the key and says who one is', async () => {
  const { http } = await makeHttpWorld();
  const registered = (
    await http.inject({ method: 'POST', url: '/api/v1/agents', payload: { name: 'Alpha', description: 'a test' } })
  ).json();
  const reply = await http.inject({
    url: '/api/v1/agents/me',
    headers: { authorization: `Bearer ${registered.apiKey}` },
  });
  expect(reply.json()).toEqual({
    agentId: registered.agentId,
    agent_id: registered.agentId,
    name: 'Alpha',
    description: 'a test',
    createdAt: registered.createdAt,
    active_match_id: null,
    points: 0,
    ratings: {},
  });
});

test.each([{}, { authorization: 'Bearer nobody' }, { authorization: 'Basic abc' }])(
  '1.4 agents/me with %j is 401',
  async (headers) => {
    const { http } = await makeHttpWorld();
    const reply = await http.inject({ url: '/api/v1/agents/me', headers });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({ error: 'Invalid API key.' });
  },
);
