import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/cli/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';

const PUBLIC = 'https://play.example.com/arena';
const folder = mkdtempSync(join(tmpdir(), 'crossplay-proxy-'));
let server: RunningServer;

beforeAll(async () => {
  const flags = [
    '--port',
    '0',
    '--ssh-port',
    '0',
    '--data',
    folder,
    '--log-level',
    'silent',
    '--public-url',
    `${PUBLIC}/`,
  ];
  server = await startServer(readConfig([...flags, '--trust-proxy', 'loopback, 10.0.0.0/8'], {}));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, forwarded: string, init: RequestInit = {}) =>
  fetch(server.url + path, { ...init, headers: { ...init.headers, 'x-forwarded-for': forwarded } });

test.each([
  '/api/v1/skill.md',
  '/api/v1/doc?format=json',
  '/.well-known/agent.json',
  '/llms.txt',
  '/openapi.json',
  '/asyncapi.json',
])('every address in %s is the public one', async (path) => {
  const text = await (
    await fetch(server.url + path, { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
  ).text();
  expect(text).toContain('play.example.com');
  expect([text.includes('evil.example'), text.includes(new URL(server.url).host)]).toEqual([false, false]);
  for (const [, address] of text.matchAll(/((?:https?|wss?):\/\/play\.example\.com[^\s"'`)<]*)/g)) {
    expect(address).toMatch(/^(https|wss):\/\/play\.example\.com\/arena/);
  }
});

test('asyncapi names the path below which the socket lies', async () => {
  const { servers } = await (await fetch(`${server.url}/asyncapi.json`)).json();
  expect(servers.here).toEqual({ host: 'play.example.com', protocol: 'wss', pathname: '/arena' });
});

test('the path of the public address is known, whether the proxy passes it on or not', async () => {
  for (const prefix of ['', '/arena']) {
    expect((await fetch(`${server.url}${prefix}/api/v1/ladders/ttt`)).status).toBe(200);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${prefix}/live`);
    await once(socket, 'open');
    socket.close();
  }
  expect((await fetch(`${server.url}/arenas`)).status).toBe(404);
});

test('limits count the caller that a trusted proxy names, whatever the caller says itself', async () => {
  const guess = (forwarded: string) =>
    ask('/api/v1/agents/session-token', forwarded, { method: 'POST', headers: { authorization: 'Bearer guess' } });
  for (let i = 0; i < 60; i++) expect((await guess(`9.9.9.${i}, 1.1.1.1, 10.0.0.7`)).status).toBe(401);
  expect((await guess('1.1.1.1')).status).toBe(429);
  expect((await guess('2001:db8::1')).status).toBe(401);
});

test('a public address or a range that is none stops the start', () => {
  for (const [flag, value] of [
    ['--public-url', 'play.example.com'],
    ['--public-url', 'https://play.example.com/?a=1'],
    ['--trust-proxy', '10.0.0.0/40'],
  ] as const) {
    expect(() => readConfig([flag, value], {})).toThrow(flag);
  }
});
