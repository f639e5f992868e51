import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Serving, serve } from '../serving.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
type Json = any;

const data = mkdtempSync(join(tmpdir(), 'crossplay-http-'));
let server: Serving;
let port: string;

const start = async () => {
  server = await serve({ CROSSPLAY_DATA: data, PORT: port ?? '0', AGENTBBS_GAME_MOVE_TIMEOUT: '60' });
  port = new URL(server.url).port;
};
beforeAll(start);
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

async function register(name: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/agents`, { method: 'POST', body: JSON.stringify({ name }) });
  return ((await answer.json()) as Json).apiKey;
}

async function call(key: string, path: string, body?: object): Promise<Json> {
  const answer = await fetch(`${server.url}/api/v1/play${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** The server was killed and is coming back. */
let restarted: Promise<void> | undefined;

/** As an agent without a connection does it: what a kill has cut off is asked again. */
async function persistently(ask: () => Promise<Json>): Promise<Json> {
  try {
    return await ask();
  } catch (error) {
    if (!restarted) throw error;
    await restarted;
    return ask();
  }
}

async function finish(key: string, first: Json, moved: () => void): Promise<Json> {
  let seen = first;
  const path = `/${first.id}`;
  while (seen.status === 'waiting' || seen.status === 'playing') {
    const { turn, legal, cursor } = seen;
    if (turn?.yours) {
      const move = { turn: turn.number, text: legal[turn.number % legal.length] };
      seen = await persistently(() => call(key, `${path}/moves`, move));
      moved();
    } else seen = await persistently(() => call(key, `${path}?wait=25&cursor=${cursor}`));
  }
  return seen;
}

test('two agents play through kill -9 of the server, each under the id it was first told', async () => {
  const keys = [await register('ann'), await register('bob')];
  const begun: Json[] = [];
  for (const key of keys) begun.push(await call(key, '', { game: 'c4' }));
  let moves = 0;
  const moved = () => {
    if (++moves === 5) restarted = server.stop('SIGKILL').then(start);
  };
  const ends = await Promise.all(keys.map((key, at) => finish(key!, begun[at], moved)));
  await restarted;
  expect(ends.map(({ id }) => id)).toEqual(begun.map(({ id }) => id));
  expect(ends[0]).toMatchObject({ status: 'over', match: ends[1].match, result: { rating: expect.any(Number) } });
  expect(ends[0].result.change).toBe(-ends[1].result.change);
  const record = (await (await fetch(`${server.url}/api/v1/matches/${ends[0].match}/record`)).json()) as Json;
  const turns = record.entries.filter(({ kind }: Json) => kind === 'move').map(({ moves: [one] }: Json) => one.seat);
  expect(turns).toEqual(turns.map((_: number, at: number) => at % 2));
}, 60_000);

test('an agent over HTTP meets one over a WebSocket in the same rated match', async () => {
  const [http, play] = [await register('cid'), await register('dan')];
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/play?game=ttt&token=${play}`);
  const result = new Promise<Json>((done) =>
    socket.on('message', (frame) => {
      const { type, yourTurn, observation, ...rest } = JSON.parse(String(frame));
      if (type === 'state' && yourTurn) socket.send(JSON.stringify({ type: 'move', move: observation.legal.at(-1) }));
      if (type === 'result') done(rest);
    }),
  );
  const end = await finish(http, await call(http, '', { game: 'ttt' }), () => {});
  expect(end.players.map(({ via }: Json) => via).sort()).toEqual(['agentgames', 'http']);
  expect((await result).rating).toBe(3000 - end.result.rating);
  socket.close();
}, 60_000);
