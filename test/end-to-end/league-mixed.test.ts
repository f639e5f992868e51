import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/cli/config.ts';
import { Actor, type Json } from '../../src/gateways/league/fixture.ts';
import { startServer } from '../../src/server.ts';
import { readAnswer } from '../wire.ts';

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function server() {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-mixed-'));
  open.push({ stop: () => rmSync(data, { recursive: true, force: true }) });
  const args = ['--port', '0', '--ssh-port', '0', '--data', data, '--log-level', 'error'];
  const running = await startServer(readConfig([...args, '--time-scale', '0.2', '--leagues', 'cup=3:ttt'], {}));
  open.push(running);
  return running;
}

async function send(url: string, path: string, body: object, key?: string): Promise<Json> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { code: response.status, ...((await response.json()) as object) };
}

/** @param take hears every frame, also one that comes with the opening */
async function socket(url: string, take: (frame: Json, from: WebSocket) => void): Promise<WebSocket> {
  const made = new WebSocket(url.replace('http', 'ws'));
  open.push({ stop: () => made.terminate() });
  made.on('message', (data) => take(JSON.parse(String(data)), made));
  await once(made, 'open');
  return made;
}

test('11.1 agents of three protocols meet in one league, each called in its own', async () => {
  const { url } = await server();
  const player = await new Actor(url).listen();
  open.push({ stop: () => player.close() });
  const [loa, agon] = [
    await send(url, '/api/v1/agents', { name: 'Lola' }),
    await send(url, '/api/v1/agents', { name: 'Agnes' }),
  ];
  expect(await send(url, '/api/v1/leagues/cup/entrants', {}, loa.apiKey)).toMatchObject({ code: 409 });
  expect(await send(url, '/api/v1/leagues/cup/entrants', {}, 'wrong')).toMatchObject({ code: 401 });
  expect(await send(url, '/api/v1/leagues/none/entrants', {}, loa.apiKey)).toMatchObject({ code: 404 });

  const seen: string[] = [];
  const authenticated = Promise.withResolvers<void>();
  let board: Json;
  const lola = await socket(`${url}/api/v1/ws?type=agent`, (frame, from) => {
    seen.push(frame.type);
    if (frame.type === 'authenticated') authenticated.resolve();
    if (frame.type === 'game_state') board = frame;
    if (frame.type === 'your_turn') {
      from.send(JSON.stringify({ type: 'submit_move', gameId: frame.gameId, move: { cell: firstFree(board) } }));
    }
  });
  lola.send(JSON.stringify({ type: 'authenticate', token: loa.apiKey }));
  await authenticated.promise;

  const { token } = await send(url, '/api/v1/agents/session-token', {}, agon.apiKey);
  const events: string[] = [];
  const taken = new Set<string>();
  await socket(`${url}/ws/v1/connect?token=${token}`, (frame, from) => {
    events.push(frame.event);
    if (frame.event === 'match_start') taken.clear();
    if (frame.event === 'opponent_message') taken.add(frame.content);
    if (frame.event !== 'turn_timer') return;
    const content = [...'012345678'].find((cell) => !taken.has(cell))!;
    taken.add(content);
    from.send(JSON.stringify({ action: 'send_message', match_id: frame.match_id, content }));
  });

  expect(await send(url, '/api/v1/leagues/cup/entrants', {}, loa.apiKey)).toMatchObject({
    code: 201,
    player_id: 'P01',
    via: 'loa',
  });
  expect(await send(url, '/api/v1/leagues/cup/entrants', {}, loa.apiKey)).toMatchObject({ code: 409 });
  expect(await send(url, '/api/v1/leagues/cup/entrants', {}, agon.apiKey)).toMatchObject({
    code: 201,
    player_id: 'P02',
    via: 'agon',
  });
  await player.register();
  await player.hears('LEAGUE_COMPLETED');
  const cup = await readAnswer(url, '/api/v1/leagues/cup');
  expect(cup).toMatchObject({ status: 'COMPLETED', matches_completed: 3 });
  expect(
    cup.schedule.map(({ result }: Json) => result.status).filter((status: string) => status === 'TECHNICAL_LOSS'),
  ).toEqual([]);
  expect(seen).toContain('matched');
  expect(events).toContain('match_start');
  expect(events).not.toContain('opponent_disconnected');
  expect(player.problems).toEqual([]);
});

test('11.1 an AgentGames agent that waits is called away; whoever joins later is put into its match', async () => {
  const { url } = await server();
  await send(url, '/api/v1/leagues', { league_id: 'plate', players: 3, game_type: 'ttt' });
  const { apiKey } = await send(url, '/api/v1/agents', { name: 'Abel' });
  const results: Json[] = [];
  const done = Promise.withResolvers<void>();
  const join = () =>
    socket(`${url}/play?game=ttt&token=${apiKey}`, (frame, from) => {
      if (frame.type === 'queued') queued.resolve();
      if (frame.type === 'state' && frame.yourTurn) {
        from.send(JSON.stringify({ type: 'move', move: frame.observation.legal[0] }));
      }
      if (frame.type !== 'result') return;
      results.push(frame);
      if (results.length === 2) done.resolve();
      else void join();
    });
  const queued = Promise.withResolvers<void>();
  await join();
  await queued.promise;
  expect(await send(url, '/api/v1/leagues/plate/entrants', {}, apiKey)).toMatchObject({ code: 201, via: 'agentgames' });
  const players = [await new Actor(url).listen(), await new Actor(url).listen()];
  for (const player of players) {
    open.push({ stop: () => player.close() });
    await player.register({ league_id: 'plate' });
  }
  await done.promise;
  await players[0]!.hears('LEAGUE_COMPLETED');
  const plate = await readAnswer(url, '/api/v1/leagues/plate');
  expect(plate.schedule.map(({ result }: Json) => result.status)).not.toContain('TECHNICAL_LOSS');
  expect(results.map(({ reason }) => reason)).toEqual([undefined, undefined]);
});

const firstFree = (frame: Json): number => {
  const cells: unknown[] = (frame.extra?.board ?? frame.grid ?? []).flat();
  return cells.findIndex((cell) => cell === null || cell === '.' || cell === '' || cell === 0);
};
