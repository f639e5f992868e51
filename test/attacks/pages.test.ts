import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Attacked, attacked, post, send, upgrade } from './arena.ts';

const EVIL = 'https://evil.example';
const SOCKETS = ['/live', '/api/v1/ws', '/ws/spectator?roomCode=ABCDEF'];

const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

/** As on a laptop, without any setting. */
let laptop: Attacked;

beforeAll(async () => {
  laptop = await attacked();
});

afterAll(() => laptop.end());

describe('a page of another origin on a laptop', () => {
  test('drives nothing, whatever type its bodies pretend to have', async () => {
    const { server } = laptop;
    for (const path of ['/api/v1/agents', '/api/v1/rooms', '/mcp', '/api/v1/agents/session-token', '/api/v1/leagues']) {
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
        const headers = { origin: EVIL, 'content-type': type };
        const { status } = await send(server, path, { method: 'POST', headers, body: '{"name":"Driven"}' });
        expect([path, type, status]).toEqual([path, type, 403]);
      }
    }
    expect((await send(server, '/api/v1/agents')).json.agents).toEqual([]);
    expect((await send(server, '/api/v1/rooms')).json.rooms).toEqual([]);
  });

  test('reads nothing and opens no socket, nor does one without a name', async () => {
    const { server } = laptop;
    for (const origin of [EVIL, 'null', 'file://', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example']) {
      const asked = await send(server, '/api/v1/matches', { headers: { origin } });
      expect([origin, asked.status, asked.headers['access-control-allow-origin']]).toEqual([origin, 403, undefined]);
      const preflight = await send(server, '/api/v1/rooms', { method: 'OPTIONS', headers: { origin, ...PREFLIGHT } });
      expect([origin, preflight.status]).toEqual([origin, 403]);
      for (const path of SOCKETS)
        expect([origin, path, await upgrade(server, path, { origin })]).toEqual([origin, path, 403]);
    }
  });

  test('under a host name that was rebound to this machine is turned away', async () => {
    const { server } = laptop;
    for (const host of [
      'evil.example',
      `evil.example:${server.port}`,
      'localhost.evil.example',
      '192.168.0.9',
      'a b',
    ]) {
      const headers = { host, origin: `http://${host}` };
      expect([host, (await send(server, '/api/v1/agents', { headers: { host } })).status]).toEqual([host, 403]);
      expect([host, (await post(server, '/api/v1/rooms', {}, headers)).status]).toEqual([host, 403]);
      for (const path of SOCKETS) expect([host, path, await upgrade(server, path, headers)]).toEqual([host, path, 403]);
    }
    expect((await send(server, '/api/v1/agents', { headers: { host: 'evil.example' } })).json.error).toContain(
      'CROSSPLAY_HOSTS',
    );
  });
});

test('programs without an Origin and local pages work as ever', async () => {
  const { server } = laptop;
  expect((await post(server, '/api/v1/rooms', {})).status).toBe(201);
  expect((await send(server, '/api/v1/rooms', { method: 'POST' })).status).toBe(201);
  for (const host of ['localhost', `LOCALHOST:${server.port}`, '127.0.0.1:1', '[::1]', 'arena.localhost', 'localhost.'])
    expect([host, (await send(server, '/api/v1/agents', { headers: { host } })).status]).toEqual([host, 200]);
  const own = { origin: `http://127.0.0.1:${server.port}` };
  const neighbour = { origin: 'http://localhost:5173' };
  for (const path of SOCKETS) expect(await upgrade(server, path)).toBe(101);
  for (const path of SOCKETS) expect(await upgrade(server, path, own)).toBe(101);
  expect(await Promise.all(SOCKETS.map((path) => upgrade(server, path, neighbour)))).toEqual([403, 101, 101]);
  const answer = await post(server, '/api/v1/rooms', {}, neighbour);
  expect(answer.status).toBe(201);
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': neighbour.origin, vary: 'Origin' });
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
});

test('beyond loopback every page may do what an agent can, and the host’s routes and people’s seats stay their own', async () => {
  const { server, end } = await attacked({ HOST: '0.0.0.0' });
  onTestFinished(end);
  const preflight = await send(server, '/api/v1/rooms/x/join', {
    method: 'OPTIONS',
    headers: { origin: EVIL, ...PREFLIGHT, 'access-control-request-headers': 'authorization,content-type' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': 'authorization,content-type',
  });
  expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
  expect((await post(server, '/api/v1/rooms', {}, { origin: EVIL })).status).toBe(201);
  const missing = await send(server, '/api/v1/rooms/none', { headers: { origin: EVIL } });
  expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, '*']);
  for (const path of ['/api/v1/host', '/api/v1/host/agents', '/api/v1/ho%73t/audit', '/api/v1/host/agents/x/ban']) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await send(server, path, { method, headers: { origin: EVIL, ...PREFLIGHT } });
      expect([path, method, answer.status]).toEqual([path, method, 403]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  }
  expect(await upgrade(server, '/live', { origin: EVIL })).toBe(403);
  expect(await upgrade(server, '/api/v1/ws', { origin: EVIL })).toBe(101);
  expect((await send(server, '/api/v1/agents', { headers: { host: 'any.example' } })).status).toBe(200);
});

test('a public URL and the named hosts are names of the server, and the named origins may come', async () => {
  const { server, end } = await attacked({
    CROSSPLAY_PUBLIC_URL: 'https://arena.example/play',
    CROSSPLAY_HOSTS: 'arena.test',
    CROSSPLAY_ORIGINS: 'https://site.example',
  });
  onTestFinished(end);
  const statusOf = async (headers: { [name: string]: string }) =>
    (await send(server, '/api/v1/agents', { headers })).status;
  expect(await statusOf({ host: 'arena.example' })).toBe(200);
  expect(await statusOf({ host: 'arena.test:8080' })).toBe(200);
  expect(await statusOf({ host: 'other.example' })).toBe(403);
  expect(await statusOf({ host: 'arena.example', origin: 'https://arena.example' })).toBe(200);
  expect(await statusOf({ host: '127.0.0.1', origin: 'https://arena.example' })).toBe(200);
  expect(await statusOf({ host: 'arena.test', origin: 'https://site.example' })).toBe(200);
  expect(await statusOf({ host: 'arena.test', origin: 'http://site.example' })).toBe(403);
  expect(await statusOf({ host: 'arena.test', origin: 'http://localhost:5173' })).toBe(403);
  expect(await upgrade(server, '/live', { host: 'arena.example', origin: 'https://arena.example' })).toBe(101);
  expect(await upgrade(server, '/live', { host: 'arena.example', origin: 'https://site.example' })).toBe(403);
  expect((await send(server, '/healthz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
});

test('a body of another type than JSON is 415, but where a protocol reads any; none needs no type', async () => {
  const { server } = laptop;
  const typed = async (path: string, type: string) =>
    (await send(server, path, { method: 'POST', headers: { 'content-type': type }, body: '{"name":"Typed"}' })).status;
  expect(await typed('/api/v1/rooms', 'text/plain')).toBe(415);
  expect(await typed('/api/v1/rooms', 'application/x-www-form-urlencoded')).toBe(415);
  expect(await typed('/api/v1/rooms', 'application/json; charset=utf-8')).toBe(201);
  expect(await typed('/api/v1/agents', 'text/plain')).toBe(201);
  expect(await typed('/mcp', 'text/plain')).toBe(200);
  expect(await typed('/api/v1/leagues', 'text/plain')).toBe(400);
  const noType = await send(server, '/api/v1/rooms', { method: 'POST', body: '{}' });
  expect(noType.json).toEqual({ error: 'A body must be of the type application/json.' });
});

test.each(['x', ';;', 'a/b/c', 'text/plain, x'])(
  'a body whose type cannot be read (%s) is 415 in the words of its path, and no fault of the server',
  async (type) => {
    const sent = {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    };
    const answer = await send(laptop.server, '/mcp', sent);
    expect([answer.status, answer.json]).toEqual([
      415,
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringMatching(/type/) } },
    ]);
  },
);

test('a query that says something twice is 400', async () => {
  const { server } = laptop;
  for (const path of [
    '/api/v1/matches?limit=1&limit=2',
    '/api/v1/agents?offset=1&offset=2',
    '/api/v1/matches?game=a&game=b',
  ]) {
    const { status, json } = await send(server, path);
    expect([path, status]).toEqual([path, 400]);
    expect(json.error).toContain('more than once');
  }
});
