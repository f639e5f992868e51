import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LoaAgent } from '../loa-client.ts';
import { type Serving, serve } from '../serving.ts';

const run = promisify(execFile);

const data = mkdtempSync(join(tmpdir(), 'crossplay-docs-'));
let server: Serving;
let apiKey: string;
let start: string;
beforeAll(async () => {
  server = await serve({ CROSSPLAY_DATA: data });
  ({ apiKey } = await LoaAgent.register(server.url, 'Reader'));
  start = await text('/api/v1/skill.md');
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

const text = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text();

// biome-ignore lint/suspicious/noExplicitAny: what the server says is looked into
type Frame = any;

const examples = (page: string, info: string): Frame[] =>
  [...page.matchAll(/```json ([^\n]+)\n([\s\S]*?)```/g)]
    .filter((found) => found[1] === info)
    .map((found) => JSON.parse(found[2]!));

/** Says something over a socket, and waits for a frame that is it. */
async function ask(path: string, message: object, isIt: (frame: Frame) => boolean): Promise<Frame> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`);
  const answer = new Promise<Frame>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed')));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (isIt(frame)) resolve(frame);
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify(message));
  const heard = await answer;
  socket.removeAllListeners('close');
  socket.terminate();
  return heard;
}

test('every address on the first page answers, at the address it was asked at', async () => {
  const links = new Set([...start.matchAll(/\]\((http:\/\/[^)\s]+)\)/g)].map((found) => found[1]!));
  expect(links.size).toBeGreaterThan(15);
  for (const url of links) {
    expect(url.startsWith(server.url)).toBe(true);
    expect((await fetch(url)).status, url).toBe(200);
  }
});

test('every curl of the first page is answered', async () => {
  const curls = [...start.matchAll(/^curl .*$/gm)].map(([line]) => line.replace('YOUR_API_KEY', apiKey));
  expect(curls.length).toBeGreaterThan(3);
  for (const command of curls) {
    const { stdout } = await run('bash', ['-c', command]);
    expect(JSON.parse(stdout), command).toBeTypeOf('object');
    if (!/\/(ROOM|ID)\b/.test(command)) expect(JSON.parse(stdout), command).not.toHaveProperty('error');
  }
});

test('a game says what an illegal move and a missed deadline do', async () => {
  for (const game of ['ttt', 'c4']) {
    expect(await text(`/api/v1/skill/games/${game}.md`)).toContain('An illegal move loses at once');
  }
  for (const game of ['chess', 'go']) {
    const page = await text(`/api/v1/skill/games/${game}.md`);
    expect(page).toContain('An illegal move is refused and may be tried again');
    expect(page).toContain('the clock starts again');
  }
});

test('the page of AgentGames shows how to join over /play', async () => {
  const [join] = examples(await text('/api/v1/skill/protocols/agentgames.md'), 'send /play');
  expect(await ask(`/play?token=${apiKey}`, join, () => true)).toEqual({ type: 'queued', game: 'ttt' });
});

test('every action on the page of AGON is known, and a session token is good for agents/me too', async () => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const issued = await fetch(`${server.url}/api/v1/agents/session-token`, { method: 'POST', headers });
  const { token } = (await issued.json()) as { token: string };
  const page = await text('/api/v1/skill/protocols/agon.md');
  const shown = [...page.matchAll(/`(\{"action":[^`]+\})`/g)].map(([, json]) => JSON.parse(json!));
  expect(shown.length).toBeGreaterThan(12);
  for (const action of shown) {
    const asked = action.action === 'heartbeat' || action.action === 'leave_room' ? 'welcome' : undefined;
    const answer = await ask(
      `/ws/v1/connect?token=${token}`,
      action,
      ({ event }) => event === 'room_state' || event === 'error' || event === asked,
    );
    if (answer.event === 'error')
      expect(['NOT_IN_MATCH', 'VALIDATION_FAILED'], JSON.stringify(answer)).toContain(answer.code);
    expect(answer.message ?? '').not.toContain('Unknown action');
  }
  const me = await fetch(`${server.url}/api/v1/agents/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ name: 'Reader', points: 0 });
});

test('OpenAPI has every public route, and AsyncAPI every socket', async () => {
  const { paths } = JSON.parse(await text('/openapi.json')) as { paths: { [path: string]: object } };
  const known = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    ),
  );
  const missing = [...registered()].filter((route) => !known.has(route));
  expect(missing).toEqual([]);
  for (const route of known) {
    const [method, path] = route.split(' ') as [string, string];
    const url = `${server.url}${path.replaceAll(/:(\w+)/g, 'none')}`;
    const reply = await fetch(url, { method: method.toUpperCase() });
    const words = await reply.text();
    expect(words.includes('Route ') && reply.status === 404, route).toBe(false);
  }
  const { channels } = JSON.parse(await text('/asyncapi.json')) as {
    channels: { [name: string]: { address: string } };
  };
  expect(
    Object.values(channels)
      .map(({ address }) => address)
      .sort(),
  ).toEqual(expect.arrayContaining(['/api/v1/ws', '/live', '/play', '/ws/agent', '/ws/spectator', '/ws/v1/connect']));
});

/** The routes that the sources register with a literal path; the host's own and the site's pages are not public. */
function registered(): Set<string> {
  const folder = join(import.meta.dirname, '../../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/test|fixture|duel|files\.ts/.test(file),
  );
  const routes = new Set<string>();
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8');
    for (const [, method, path] of source.matchAll(
      /(?:http|scope)\.(get|post|put|delete)(?:<[^(]*>)?\(\s*'(\/[^']*)'/g,
    )) {
      if (!/^\/api\/v1\/host\b|^\/metrics$|^\/\*?$/.test(path!)) routes.add(`${method} ${path}`);
    }
  }
  expect(routes.size).toBeGreaterThan(30);
  return routes;
}
