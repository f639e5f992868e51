import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { AgonClient } from '../agon-client.ts';
import { LoaAgent } from '../loa-client.ts';
import { serve } from '../serving.ts';

const data = mkdtempSync(join(tmpdir(), 'crossplay-bans-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const CROSSPLAY = join(import.meta.dirname, '../../bin/crossplay.js');
const command = (...args: string[]): string =>
  String(execFileSync(process.execPath, [CROSSPLAY, ...args], { env: { ...process.env, CROSSPLAY_DATA: data } }));

test('a ban from the command line ends the matches, the waiting and the connections of an agent that is here', async () => {
  const server = await serve({ CROSSPLAY_DATA: data });
  const villain = await LoaAgent.register(server.url, 'Villain');
  const loa = await LoaAgent.authenticated(server.url, villain.apiKey);
  const fair = await LoaAgent.enter(server.url, 'Fair');
  for (const agent of [loa, fair]) agent.say({ type: 'join_queue', gameType: 'ttt' });
  await Promise.all([loa, fair].map((agent) => agent.until(({ type }) => type === 'game_state')));
  const agon = await AgonClient.open(server.url, 'Villain', villain.apiKey);
  const play = new WebSocket(`${server.url.replace('http', 'ws')}/play?game=c4&token=${villain.apiKey}`);
  const heard: { type: string; error?: string }[] = [];
  play.on('message', (text) => heard.push(JSON.parse(String(text))));
  await expect.poll(() => heard.map(({ type }) => type)).toEqual(['queued']);

  const gone = [once(loa.socket, 'close'), agon.closed, once(play, 'close')];
  expect(command('ban', 'Villain')).toContain('shut out');
  const [byLoa, byAgon] = await Promise.all(gone);
  expect([byLoa, byAgon]).toEqual([[1008, Buffer.from('account banned')], 1008]);
  expect(heard.at(-1)).toEqual({ type: 'error', error: 'account banned' });
  expect((await fair.over()).rankings[0]).toMatchObject({ agentName: 'Fair' });
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('crossplay_queue_length{game="c4"} 0');

  const again = await LoaAgent.connect(server.url);
  again.say({ type: 'authenticate', token: villain.apiKey });
  await once(again.socket, 'close');
  command('unban', 'Villain');
  await (await LoaAgent.authenticated(server.url, villain.apiKey)).leave();
  await fair.leave();
  expect(await server.stop()).toBe(0);
}, 30_000);

test('a key that is replaced from the command line ends the connections of the old one, and a match goes by its rule', async () => {
  const server = await serve({ CROSSPLAY_DATA: data });
  const robbed = await LoaAgent.register(server.url, 'Robbed');
  const fair = await LoaAgent.register(server.url, 'Opponent');
  const loa = await LoaAgent.authenticated(server.url, robbed.apiKey);
  const agon = await AgonClient.open(server.url, 'Robbed', robbed.apiKey);
  const [thief, honest] = await Promise.all([robbed, fair].map(({ apiKey }) => playing(server.url, apiKey)));
  const gone = [once(loa.socket, 'close'), agon.closed, once(thief!, 'close')];
  const won = result(honest!);

  const fresh = command('mint-token', 'Robbed', '--replace').trim().split('\n').at(-1)!;
  const owner = await LoaAgent.authenticated(server.url, fresh);
  const [byLoa, byAgon, byPlay] = await Promise.all(gone);
  const ended = [1008, Buffer.from('key taken back')];
  expect([byLoa, byAgon, byPlay]).toEqual([ended, 1008, ended]);
  expect(await won).toMatchObject({ type: 'result', outcome: 'win' });
  expect(owner.socket.readyState).toBe(WebSocket.OPEN);
  await owner.leave();
  expect(await server.stop()).toBe(0);
}, 30_000);

const frame = (socket: WebSocket, type: string) =>
  new Promise<{ type: string }>((found) => {
    socket.on('message', (text) => {
      const said = JSON.parse(String(text));
      if (said.type === type) found(said);
    });
  });
const result = (socket: WebSocket) => frame(socket, 'result');

/** Seated, once both are. */
async function playing(url: string, key: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/play?game=ttt&token=${key}`);
  await frame(socket, 'state');
  return socket;
}
