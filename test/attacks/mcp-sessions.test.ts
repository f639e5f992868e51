import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { makeWorld } from '../../src/gateways/http/fixture.ts';
import { priceOf } from '../../src/gateways/mcp/price.ts';
import { mcpGateway } from '../../src/gateways/mcp/server.ts';
import { Sessions } from '../../src/gateways/mcp/sessions.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { fakeClock } from '../clock.ts';

it('a batch pays for each of its messages and for every byte, and what takes much for what it takes', () => {
  const watch = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'watch_match', arguments: {} } };
  const price = (body: unknown) => priceOf(JSON.stringify(body), body, true);
  expect(price(Array.from({ length: 100 }, () => watch))).toBeGreaterThan(50_000);
  expect(price({ ...watch, params: { name: 'whoami' } })).toBeLessThan(price(watch) / 4);
  expect(price({ method: 'tools/list' })).toBeGreaterThan(500);
  expect(price({ method: 'ping', params: 'x'.repeat(60_000) })).toBeGreaterThan(900);
  expect(price([null, 7, 'x', { params: null }])).toBeGreaterThan(4 * 60);
});

it('a batch of more than twenty messages is refused as a whole', async () => {
  const { http } = await makeWorld({ open: mcpGateway });
  const send = async (count: number) => {
    const batch = Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return http.inject({ method: 'POST', url: '/mcp', headers, payload: JSON.stringify(batch) });
  };
  const refused = await send(21);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ error: { code: -32600, message: expect.stringMatching(/at most 20/) } });
  expect((await send(20)).statusCode).toBe(200);
});

const VERSION = '2025-06-18';
const HOUR = 3_600_000;

it('who opens session after session gets a bounded number, fills no memory, and ends nobody else’s', async () => {
  const { documents } = await openSqlite(':memory:');
  const clock = fakeClock();
  const faults: unknown[] = [];
  const sessions = new Sessions({
    documents,
    clock,
    scale: 1,
    server: () => new McpServer({ name: 'test', version: '1' }),
    fault: (error) => faults.push(error),
  });
  await sessions.start();
  const honest = (await sessions.begin(VERSION, true, '203.0.113.1'))!;
  const attack = async (address: string) => {
    const begun = [];
    for (let i = 0; i < 600; i++) begun.push(await sessions.begin(VERSION, true, address));
    return begun.filter((session) => session !== undefined).length;
  };
  await clock.pass(1);
  expect(await attack('198.51.100.1')).toBe(512);
  expect(await attack('198.51.100.2')).toBe(512);
  expect(sessions.size).toBe(1025);
  expect(sessions.awake).toBe(1 + 128 + 128);
  expect((await sessions.get(honest.id))?.id).toBe(honest.id);
  expect(sessions.awake).toBe(1 + 128 + 128);
  await clock.pass(3 * 60_000);
  expect([sessions.awake, sessions.size]).toEqual([0, 1025]);
  await clock.pass(HOUR + 60_000);
  expect(sessions.size).toBe(0);
  expect(await sessions.begin(VERSION, true, '198.51.100.1')).toBeDefined();
  await sessions.stop();
  expect(faults).toEqual([]);
});
