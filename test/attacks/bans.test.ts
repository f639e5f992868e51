import { once } from 'node:events';
import ssh2, { type ClientChannel } from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { realClock } from '../../src/core/clock.ts';
import { Actor, playerMeta, say } from '../../src/gateways/league/fixture.ts';
import { openStorage } from '../../src/storage/open.ts';
import { AgonClient } from '../agon-client.ts';
import { ClawpolyAgent, join } from '../clawpoly-client.ts';
import { LoaAgent } from '../loa-client.ts';
import { type Attacked, attacked, enrol, post, send, upgrade } from './arena.ts';

const LATE = 3_600_000;

let arena: Attacked;
let hostToken: string;

beforeAll(async () => {
  arena = await attacked({ CROSSPLAY_LEAGUES: 'cup=2:ttt', CROSSPLAY_TIME_SCALE: '0.1', CROSSPLAY_SSH_PORT: 'any' });
  hostToken = await arena.hostToken();
});

afterAll(() => arena.end());

const host = (path: string) =>
  send(arena.server, `/api/v1/host/${path}`, { method: 'POST', headers: { authorization: `Bearer ${hostToken}` } });

const room = async (more: object = {}) => (await post(arena.server, '/api/v1/rooms', { maxPlayers: 2, ...more })).json;

test('a ban is felt at a room’s seat that was given out before it', async () => {
  const { server } = arena;
  const villain = await enrol(server, 'Room villain');
  const { roomId } = await room();
  const ticket = await join(server.url, roomId, {}, villain.key);
  const agent = new ClawpolyAgent(server.url, ticket);
  await agent.until(({ type }) => type === 'agent:welcome');
  expect((await host(`agents/${villain.id}/ban`)).status).toBe(200);
  expect(await agent.end()).toBe(1008);
  const again = new ClawpolyAgent(server.url, ticket);
  expect(await again.end()).toBe(4001);
  expect(again.frames.at(-1)).toMatchObject({ data: { code: 'INVALID_TOKEN' } });
  const start = await post(server, `/api/v1/rooms/${roomId}/start`, { agentToken: ticket.agentToken });
  expect(start.status).toBe(403);
});

test('a banned account loses its league’s matches, those to come too, and its token is no longer good', async () => {
  const { server } = arena;
  const villain = await enrol(server, 'Cup villain');
  const actors = [new Actor(server.url), new Actor(server.url)] as const;
  for (const actor of actors) await actor.listen();
  await actors[0].register(playerMeta(actors[0].url, { auth: { api_key: villain.key } }));
  expect((await host(`agents/${villain.id}/ban`)).status).toBe(200);
  await actors[1].register();
  const { standings } = await actors[1].hears('LEAGUE_STANDINGS_UPDATE');
  expect(standings[0]).toMatchObject({ player_id: actors[1].id, wins: 1 });
  const query = { league_id: 'cup', query_type: 'GET_STANDINGS', auth_token: actors[0].token };
  expect(await say(server.url, 'LEAGUE_QUERY', `player:${actors[0].id}`, query)).toMatchObject({ error_code: 'E012' });
  for (const actor of actors) await actor.close();
});

test('a ban by a command on a machine whose clock is late is felt', async () => {
  const { server, folder } = arena;
  const villain = await LoaAgent.register(server.url, 'Late villain');
  const loa = await LoaAgent.authenticated(server.url, villain.apiKey);
  const closed = once(loa.socket, 'close');
  const storage = await openStorage({ data: folder, databaseUrl: undefined });
  const clock = { ...realClock(), now: () => Date.now() - LATE };
  await createAccounts({ storage, clock }).ban(villain.agentId);
  await storage.close();
  expect((await closed)[0]).toBe(1008);
});

test('rotating ends the sessions and sockets of the old key, and only those', async () => {
  const { server } = arena;
  const robbed = await enrol(server, 'Robbed');
  const loa = await LoaAgent.authenticated(server.url, robbed.key);
  const play = new WebSocket(`${server.url.replace('http', 'ws')}/play?game=c4&token=${robbed.key}`);
  await once(play, 'message');
  const authorization = `Bearer ${robbed.key}`;
  const session = (await post(server, '/api/v1/agents/session-token', {}, { authorization })).json.token;
  expect(await upgrade(server, `/ws/v1/connect?token=${session}`)).toBe(101);
  const agon = await AgonClient.open(server.url, 'Robbed', robbed.key);

  const closed = [agon.closed, once(loa.socket, 'close'), once(play, 'close')];
  const { apiKey } = (await host(`agents/${robbed.id}/rotate`)).json;
  const [byAgon, byLoa, byPlay] = await Promise.all(closed);
  expect([byAgon, (byLoa as [number])[0], (byPlay as [number])[0]]).toEqual([1008, 1008, 1008]);
  expect(await upgrade(server, `/ws/v1/connect?token=${session}`)).toBe(401);
  const me = (bearer: string) => send(server, '/api/v1/agents/me', { headers: { authorization: `Bearer ${bearer}` } });
  expect((await me(session)).status).toBe(401);
  expect((await me(apiKey)).json).toMatchObject({ name: 'Robbed' });
  await (await LoaAgent.authenticated(server.url, apiKey)).leave();
});

test('a call that waits is told nothing more once its key is taken back, over plain HTTP and MCP', async () => {
  const { server } = arena;
  const robbed = await enrol(server, 'Robbed in waiting');
  const authorization = `Bearer ${robbed.key}`;
  const { id } = (await post(server, '/api/v1/play', { game: 'blotto' }, { authorization })).json;
  const call = async (name: string, given: object): Promise<string> => {
    const answer = await mcpPost(server.url, { accept: EVENTS, authorization }, 'tools/call', {
      name,
      arguments: given,
    });
    return answer.text();
  };
  const [, play] = /"id\\*":\\*"([\w-]+)/.exec(await call('play', { game: 'blotto' }))!;
  const waiting = Promise.all([
    send(server, `/api/v1/play/${id}?wait=25`, { headers: { authorization } }),
    call('wait', { id: play, wait: 25 }),
  ]);
  expect((await host(`agents/${robbed.id}/rotate`)).status).toBe(200);
  const [answered, told] = await waiting;
  expect([answered.status, answered.json.code]).toEqual([401, 'unauthorized']);
  expect(told).toMatch(/key of this call was taken back|not a valid API key/);
});

test('a key that a command takes back ends what came by it, and nothing of anybody else', async () => {
  const { server, beside } = arena;
  const robbed = await enrol(server, 'Robbed elsewhere');
  const fair = await LoaAgent.enter(server.url, 'Unrobbed');
  const loa = await LoaAgent.authenticated(server.url, robbed.key);
  const play = new WebSocket(`${server.url.replace('http', 'ws')}/play?game=c4&token=${robbed.key}`);
  await once(play, 'message');
  const agon = await AgonClient.open(server.url, 'Robbed elsewhere', robbed.key);
  const closed = [agon.closed, once(loa.socket, 'close'), once(play, 'close')];
  const fresh = await beside((storage) => createAccounts({ storage, clock: realClock() }).rotate(robbed.id));
  const honest = await LoaAgent.authenticated(server.url, fresh);
  const [byAgon, byLoa, byPlay] = await Promise.all(closed);
  expect([byAgon, (byLoa as [number])[0], (byPlay as [number])[0]]).toEqual([1008, 1008, 1008]);
  for (const agent of [honest, fair]) {
    expect(agent.socket.readyState).toBe(WebSocket.OPEN);
    await agent.leave();
  }
});

test('an event stream of the Model Context Protocol ends with the ban, and with the key it was opened by', async () => {
  const { server } = arena;
  const [banned, robbed, fair] = await Promise.all(
    ['Banned listener', 'Robbed listener', 'Fair listener'].map(async (name) => {
      const { id, key } = await enrol(server, name);
      return { id, ...(await eventStream(server, key)) };
    }),
  );
  expect((await host(`agents/${banned!.id}/ban`)).status).toBe(200);
  await banned!.ended;
  expect((await banned!.again()).status).toBe(403);
  expect((await host(`agents/${robbed!.id}/rotate`)).status).toBe(200);
  await robbed!.ended;
  expect((await robbed!.again()).status).toBe(401);
  expect(fair!.isOpen()).toBe(true);
  await fair!.leave();
});

test('a session of the Model Context Protocol that registered is nobody’s any more once its key is taken back', async () => {
  const { server } = arena;
  const { url } = server;
  const session = await mcpSession(url, { accept: EVENTS });
  const call = async (name: string, given: object): Promise<string> =>
    (await mcpPost(url, session, 'tools/call', { name, arguments: given })).text();
  const [key] = /[0-9a-f]{64}/.exec(await call('register', { name: 'Robbed session' }))!;
  expect(await call('whoami', {})).toContain('You are Robbed session');
  const stream = await listen(url, session);
  const { agentId } = (await send(server, '/api/v1/agents/me', { headers: { authorization: `Bearer ${key}` } })).json;
  expect((await host(`agents/${agentId}/rotate`)).status).toBe(200);
  await stream.ended;
  expect(await call('whoami', {})).toContain('This needs an account.');
});

test('a ban ends SSH, in the hub and at play; taking the API key back leaves it, which came by another key', async () => {
  const { server, beside } = arena;
  const villain = await enrol(server, 'SSH villain');
  const { public: line, private: privateKey } = ssh2.utils.generateKeyPairSync('ed25519');
  await beside((storage) => createAccounts({ storage, clock: realClock() }).addSshKey(villain.id, line));
  const [hub, play] = await Promise.all(
    ['guest', 'game'].map((username) => ssh(server.sshPort!, username, privateKey)),
  );
  expect((await host(`agents/${villain.id}/rotate`)).status).toBe(200);
  const channel = await new Promise<ClientChannel>((opened, failed) =>
    play!.client.exec('c4', (error, made) => (error ? failed(error) : opened(made))),
  );
  let heard = '';
  channel.on('data', (bytes: Buffer) => {
    heard += bytes;
  });
  await expect.poll(() => heard).toContain('queued');
  expect((await host(`agents/${villain.id}/ban`)).status).toBe(200);
  await Promise.all([hub!.closed, play!.closed]);
  expect(heard).toContain('account banned');
});

async function ssh(port: number, username: string, privateKey: string) {
  const client = new ssh2.Client();
  client.on('error', () => {});
  client.connect({ host: '127.0.0.1', port, username, privateKey });
  const closed = new Promise<void>((done) => client.once('close', () => done()));
  await once(client, 'ready');
  return { client, closed };
}

const EVENTS = 'application/json, text/event-stream';
type Headers = { [name: string]: string };

const mcpPost = (url: string, headers: Headers, method: string, params: object) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

async function mcpSession(url: string, headers: Headers) {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const begun = await mcpPost(url, headers, 'initialize', params);
  return { ...headers, 'mcp-session-id': begun.headers.get('mcp-session-id')! };
}

/** The stream that a client of sessions keeps open. */
async function eventStream({ url }: { url: string }, key: string) {
  const session = await mcpSession(url, { accept: EVENTS, authorization: `Bearer ${key}` });
  return listen(url, session);
}

async function listen(url: string, session: Headers) {
  const again = () => fetch(`${url}/mcp`, { headers: session });
  const stream = await again();
  expect(stream.status).toBe(200);
  const reader = stream.body!.getReader();
  let open = true;
  const readToItsEnd = async () => {
    while (!(await reader.read()).done);
    open = false;
  };
  const ended = readToItsEnd();
  return { ended, again, isOpen: () => open, leave: () => reader.cancel() };
}
