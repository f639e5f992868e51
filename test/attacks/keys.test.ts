import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attacked, attacked, enrol, post, send, upgrade } from './arena.ts';

let arena: Attacked;

beforeAll(async () => {
  arena = await attacked();
});

afterAll(() => arena.end());

test('who guesses keys is told to wait, and whoever shows a right one from the same address is not', async () => {
  const { server } = arena;
  const from = { 'x-forwarded-for': '203.0.113.5' };
  const bearer = (key: string) => ({ ...from, authorization: `Bearer ${key}` });
  const { key } = await enrol(server, 'Keyholder');
  const guess = (i: number) => post(server, '/api/v1/agents/session-token', {}, bearer(`${i}`.padStart(64, '0')));
  const statuses = await Promise.all(Array.from({ length: 100 }, async (_, i) => (await guess(i)).status));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  const late = await guess(100);
  expect(late.status).toBe(429);
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  expect((await post(server, '/api/v1/agents/session-token', {}, bearer(key))).status).toBe(200);
  expect((await send(server, '/api/v1/agents/me', { headers: bearer(key) })).status).toBe(200);
  expect(await upgrade(server, `/play?game=ttt&token=${key}`, from)).toBe(101);
});
