import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Serving, serve } from '../serving.ts';

const folder = mkdtempSync(join(tmpdir(), 'crossplay-operator-'));
const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, '../../bin/crossplay.js');
let serving: Serving;

const crossplay = (args: string[], env: { [name: string]: string } = {}) =>
  run(process.execPath, [PROGRAM, ...args], { env: { ...process.env, CROSSPLAY_DATA: folder, ...env } });
const failing = async (args: string[], env: { [name: string]: string } = {}): Promise<string> => {
  const { stderr } = await crossplay(args, env).then(
    () => {
      throw new Error('it should have failed');
    },
    (error: { stderr: string }) => error,
  );
  return stderr;
};

beforeAll(async () => {
  serving = await serve({
    CROSSPLAY_DATA: folder,
    CROSSPLAY_LOG: 'info',
    CROSSPLAY_HOUSE_BOTS: '0',
    CROSSPLAY_TIME_SCALE: '0.01',
    CROSSPLAY_HELD_GRACE: '3600',
    CROSSPLAY_LEAGES: 'x',
  });
});
afterAll(async () => {
  await serving.stop();
  rmSync(folder, { recursive: true });
});

const PATIENTLY = { timeout: 20_000 };
const lines = () => serving.output.map((line) => JSON.parse(line) as { [name: string]: unknown });
const line = (msg: string) => lines().find((one) => one.msg === msg);

test('every line of the log is JSON: the settings in force, who came, matches begun and over, refusals; never a key', async () => {
  const post = (body: string) => fetch(`${serving.url}/api/v1/agents`, { method: 'POST', body });
  const { apiKey, agentId } = await (await post('{"name":"Watched"}')).json();
  await post('{"name":"x"}');
  await fetch(`${serving.url}/play?token=nobody`);
  const socket = new WebSocket(`${serving.url.replace('http', 'ws')}/play?game=ttt&token=${apiKey}`);
  const closed = new Promise((resolve) => (socket.onclose = resolve));
  socket.onmessage = ({ data }) => {
    const { type, yourTurn, observation } = JSON.parse(String(data));
    if (type === 'state' && yourTurn) socket.send(JSON.stringify({ type: 'move', move: observation.legal[0] }));
  };
  await closed;
  await expect.poll(() => line('match over')).toBeDefined();
  expect(line('starting')).toMatchObject({ settings: { CROSSPLAY_DATA: folder, CROSSPLAY_TIME_SCALE: '0.01' } });
  expect(line('CROSSPLAY_LEAGES is no setting. Did you mean CROSSPLAY_LEAGUES?')).toMatchObject({ level: 'warn' });
  expect(line('registered')).toMatchObject({ agent: agentId, name: 'Watched' });
  expect(line('logged in')).toMatchObject({ agent: agentId, via: 'agentgames' });
  expect(line('match begun')).toMatchObject({ game: 'ttt', agents: expect.arrayContaining([agentId]) });
  expect(line('match over')).toMatchObject({ result: 'over', ranks: expect.any(Array), reason: expect.any(String) });
  const refused = lines().filter(({ msg }) => msg === 'refused');
  expect(refused).toContainEqual(
    expect.objectContaining({ code: 400, reason: 'Name must be at least 2 characters.', address: '127.0.0.1' }),
  );
  expect(serving.output.join('\n')).not.toContain(apiKey);
});

test('the figures count what was logged, and readiness asks the database', async () => {
  const text = await (await fetch(`${serving.url}/metrics`)).text();
  for (const figure of [
    'crossplay_matches_begun_total{game="ttt"} 1',
    /crossplay_matches_finished_total\{game="ttt",how="[^"]+"\} 1/,
    /crossplay_registrations_total [1-9]/,
    'crossplay_refusals_total{where="http",code="400"} 1',
    /crossplay_commit_seconds_count [1-9]/,
    /crossplay_database_bytes [1-9]/,
    /crossplay_commit_queue \d/,
    /nodejs_eventloop_lag_p99_seconds/,
  ]) {
    expect(text).toMatch(figure);
  }
  const ready = await fetch(`${serving.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([200, 'ok']);
});

test('what commands change is in the audit on the host’s page, with who did it', async () => {
  const { stdout } = await crossplay(['host-token']);
  await crossplay(['ban', 'Watched']);
  await crossplay(['owner', 'Watched', 'Wendy']);
  const headers = { authorization: `Bearer ${stdout.trim().split('\n').at(-1)}` };
  const { deeds } = await (await fetch(`${serving.url}/api/v1/host/audit`, { headers })).json();
  const actor = expect.stringMatching(/^command by \S/);
  expect(deeds).toMatchObject([
    { actor, deed: 'owner', words: 'Watched', before: '', after: 'Wendy' },
    { actor, deed: 'ban', words: 'Watched', before: false, after: true },
    { actor, deed: "new host's token" },
  ]);
});

test('calls without a connection, session tokens, bans and the steps of a competition are lines too, held seats a figure', async () => {
  const call = async (method: string, path: string, token: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${serving.url}/api/v1/${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    expect([path, answer.ok]).toEqual([path, true]);
    return answer.json();
  };
  const { apiKey, agentId } = await call('POST', 'agents', '', { name: 'Caller' });
  await call('POST', 'agents', '', { name: 'Rival' });
  const held = async () =>
    (await (await fetch(`${serving.url}/metrics`)).text()).match(/held_seats\{gateway="http"\} (\d+)/)?.[1];
  const { id: play } = await call('POST', 'play', apiKey, { game: 'ttt', against: 'Rival' });
  expect(await held()).toBe('1');
  await call('POST', `play/${play}/leave`, apiKey);
  expect(await held()).toBe('0');
  const logins = () => lines().filter(({ msg, via }) => msg === 'logged in' && via === 'http');
  expect(logins()).toEqual([expect.objectContaining({ agent: agentId })]);
  const { token } = await call('POST', 'agents/session-token', apiKey, {});
  expect(line('session token')).toMatchObject({ agent: agentId });

  const host = (await crossplay(['host-token'])).stdout.trim().split('\n').at(-1)!;
  const { id } = await call('POST', 'competitions', host, {
    name: 'Cup',
    game: 'ttt',
    format: { type: 'round-robin' },
  });
  await call('POST', `competitions/${id}/entries`, apiKey);
  await call('POST', `competitions/${id}/entries`, host, { bot: 'easy', count: 2 });
  await call('POST', `competitions/${id}/start`, host);
  const steps = () => lines().filter(({ competition }) => competition === id);
  await expect.poll(() => steps().map(({ msg }) => msg), PATIENTLY).toContain('competition result');
  expect(
    steps()
      .map(({ msg }) => msg)
      .slice(0, 5),
  ).toEqual([
    'competition open',
    'competition entered',
    'competition entered',
    'competition entered',
    'competition closed',
  ]);
  expect(steps().find(({ msg }) => msg === 'competition paired')).toMatchObject({
    round: 1,
    pairings: expect.any(Number),
  });
  const deleted = await call('POST', 'agents', '', { name: 'Deleted' });
  await crossplay(['ban', 'Caller']);
  const said = (word: string) => () => lines().flatMap(({ msg, agent }) => (msg === word ? [agent] : []));
  await expect.poll(said('banned'), PATIENTLY).toContain(agentId);
  await crossplay(['delete-agent', 'Deleted']);
  await expect.poll(said('deleted'), PATIENTLY).toContain(deleted.agentId);
  expect(said('banned')()).not.toContain(deleted.agentId);
  for (const secret of [apiKey, token, host]) expect(serving.output.join('\n')).not.toContain(secret);
});

test.each<[string[], { [name: string]: string }, string | RegExp]>([
  [['serve', '--prot', '1'], {}, '--prot is no setting of serve. Did you mean --port? See crossplay serve --help.'],
  [
    ['serve'],
    { HOST: 'no.such.host.invalid', CROSSPLAY_DATA: 'other' },
    /there is no address for "no\.such\.host\.invalid"; set HOST/,
  ],
  [['serve'], { CROSSPLAY_PUBLIC_URL: 'x' }, /CROSSPLAY_PUBLIC_URL/],
])('%j with %j is one line', async (args, env, words) => {
  const data = env.CROSSPLAY_DATA ? { CROSSPLAY_DATA: join(folder, env.CROSSPLAY_DATA) } : {};
  const said = await failing(args, { PORT: '0', CROSSPLAY_SSH_PORT: '0', ...env, ...data });
  expect(said).toMatch(words);
  expect(said.trim().split('\n')).toHaveLength(1);
});
