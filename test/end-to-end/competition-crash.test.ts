import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Competition } from '../../src/competitions/competition.ts';
import { type Entry, replay } from '../../src/competitions/log.ts';
import { pairingsOf } from '../../src/competitions/state.ts';
import { arrangedAt } from '../../src/core/arranged.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { openStorage } from '../../src/storage/open.ts';
import { startPostgres } from '../postgres.ts';
import { serve } from '../serving.ts';
import { agentgamesPlayer, loaPlayer, type TttPlayer } from '../ttt-players.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;
type Where = { data: string; databaseUrl: string | undefined };

const KILLS = 4;
const BOTS = 6;
const FORMATS = [
  { type: 'round-robin', cycles: 2 },
  { type: 'swiss', rounds: 5, bestOf: 3 },
  { type: 'double-knockout', bestOf: 3 },
];

async function killAndGoOn(where: Where): Promise<void> {
  const storage = await openStorage(where);
  const host = await renewHostToken(storage.documents);
  await storage.close();
  const env = {
    CROSSPLAY_TIME_SCALE: '0.2',
    ...(where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : { CROSSPLAY_DATA: where.data }),
  };
  let server = await serve(env);
  const ask = async (method: string, path: string, token?: string, body?: object): Promise<Json> => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${server.url}/api/v1/${path}`, init)).json();
  };

  const keys: string[] = [];
  for (const name of ['lola', 'abel', 'mute']) keys.push((await ask('POST', 'agents', undefined, { name })).apiKey);
  let players: TttPlayer[] = [];
  const connect = async () => {
    players = [await loaPlayer(server.url, keys[0]!), agentgamesPlayer(server.url, keys[1]!)];
  };
  await connect();
  const ids: string[] = [];
  for (const format of FORMATS) {
    const opening = { name: format.type, game: 'ttt', format, noShowSeconds: 15 };
    const { id } = await ask('POST', 'competitions', host, opening);
    ids.push(id);
    for (const key of keys) await ask('POST', `competitions/${id}/entries`, key);
    await ask('POST', `competitions/${id}/entries`, host, { count: BOTS });
    await ask('POST', `competitions/${id}/start`, host);
  }
  const decided = async () => {
    const all = await Promise.all(ids.map((id) => ask('GET', `competitions/${id}`)));
    return all.flatMap(({ rounds }) =>
      rounds.flatMap(({ pairings }: Json) => pairings.filter(({ outcome }: Json) => outcome)),
    ).length;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = (await decided()) + 1 + Math.floor(Math.random() * 8);
    const over = async () =>
      (await Promise.all(ids.map((id) => ask('GET', `competitions/${id}`)))).every(({ status }) => status === 'over');
    await expect
      .poll(async () => (await decided()) >= enough || (await over()), { timeout: 60_000, interval: 5 })
      .toBe(true);
    await server.stop('SIGKILL');
    for (const player of players) await player.leave();
    server = await serve(env);
    await connect();
  }
  for (const id of ids) {
    await expect.poll(async () => (await ask('GET', `competitions/${id}`)).status, { timeout: 90_000 }).toBe('over');
  }
  for (const player of players) await player.leave();
  expect(await server.stop()).toBe(0);

  const after = await openStorage(where);
  try {
    for (const id of ids) {
      const competition = (await after.competitions.get(id)) as Competition;
      const log = (await after.competitions.read(id)) as Entry[];
      const state = replay(competition, log);
      expect(state.status).toBe('over');
      const results = log.filter((entry) => entry.kind === 'result');
      expect(new Set(results.map(({ match }) => match)).size).toBe(results.length);
      for (const { id: pairing, outcome, matches } of pairingsOf(state)) {
        expect(outcome).not.toBeNull();
        for (const match of matches) {
          const record = await after.matches.load(match);
          expect(arrangedAt(record!.table)).toMatchObject({ id, pairing });
        }
      }
    }
    // No table was played at twice.
    const played = (await after.matches.list({ over: true, limit: 2000 })).map(({ id }) => id);
    const tables = await Promise.all(played.map(async (id) => (await after.matches.load(id))!.table));
    const arranged = tables.filter((table) => arrangedAt(table));
    expect(new Set(arranged).size).toBe(arranged.length);
  } finally {
    await after.close();
  }
}

describe('competitions with agents that come back, one that never comes and house bots go on after each kill, nothing lost or played twice', () => {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-killed-'));
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('on SQLite', () => killAndGoOn({ data, databaseUrl: undefined }), 240_000);

  test('on PostgreSQL', async (context) => {
    context.skip(!postgres, 'PostgreSQL: no server found');
    await killAndGoOn({ data, databaseUrl: postgres!.url });
  }, 240_000);
});
