import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { startServer } from '../../src/server.ts';
import { openStorage } from '../../src/storage/open.ts';
import { flawOfAnswer } from '../wire.ts';

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

async function server() {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-competitions-'));
  open.push({ stop: () => rmSync(data, { recursive: true, force: true }) });
  const storage = await openStorage({ data, databaseUrl: undefined });
  const host = await renewHostToken(storage.documents);
  await storage.close();
  const args = ['--port', '0', '--ssh-port', '0', '--data', data, '--log-level', 'error', '--time-scale', '0.2'];
  const running = await startServer(readConfig(args, {}));
  open.push(running);
  const ask = async (method: string, path: string, token?: string, body?: unknown): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${running.url}/api/v1/${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: (await response.json()) as Json };
    if (method === 'GET') expect(flawOfAnswer(`/api/v1/${path}`, answer.status, answer.body)).toBeUndefined();
    return answer;
  };
  const register = async (name: string): Promise<{ id: string; key: string }> => {
    const { body } = await ask('POST', 'agents', undefined, { name });
    return { id: body.agentId ?? body.id, key: body.apiKey };
  };
  return { ...running, host, ask, register };
}

const FORMATS: { [name: string]: object } = {
  'round robin': { type: 'round-robin' },
  swiss: { type: 'swiss', rounds: 3 },
  knockout: { type: 'knockout', thirdPlace: true },
  'double knockout': { type: 'double-knockout' },
  gauntlet: { type: 'gauntlet' },
};

describe('house bots play a whole', () => {
  for (const [name, format] of Object.entries(FORMATS)) {
    test(name, async () => {
      const { ask, host } = await server();
      const { status, body } = await ask('POST', 'competitions', host, { name, game: 'ttt', format });
      expect(status).toBe(201);
      const path = `competitions/${body.id}`;
      expect(await ask('POST', `${path}/entries`, host, { count: 5 })).toMatchObject({ status: 201 });
      expect(await ask('POST', `${path}/start`, host)).toMatchObject({ status: 200, body: { status: 'running' } });
      await expect.poll(async () => (await ask('GET', path)).body.status, { timeout: 20_000 }).toBe('over');
      const over = (await ask('GET', path)).body;
      expect(over.ended).toMatchObject({ by: 'server', why: 'over' });
      expect(over.standings).toHaveLength(5);
      for (const { pairings } of over.rounds) {
        for (const { outcome, matches, agents } of pairings) {
          expect(outcome.ranks).toHaveLength(agents.length);
          if (agents.length > 1) expect(matches.length).toBeGreaterThan(0);
        }
      }
    });
  }
});
