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
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => guess(i)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  for (const { status, headers } of answers) {
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await post(server, '/api/v1/agents/session-token', {}, bearer(key))).status).toBe(200);
  expect((await send(server, '/api/v1/agents/me', { headers: bearer(key) })).status).toBe(200);
  expect(await upgrade(server, `/play?game=ttt&token=${key}`, from)).toBe(101);
});
