import { once } from 'node:events';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Actor, type Json } from '../../src/gateways/league/fixture.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { openStorage } from '../../src/storage/open.ts';
import { ClawpolyAgent, greedy, join, Line, request } from '../clawpoly-client.ts';
import { type TestCluster, testCluster } from '../cluster/nodes.ts';
import { LoaAgent, STRATEGIES } from '../loa-client.ts';

const cluster = (await testCluster()) as TestCluster;
const LONG = 120_000;
const open: { stop(): unknown }[] = [];

// Where PostgreSQL or NATS is not installed.
describe.skipIf(!cluster)('agents of five protocols on three nodes', { timeout: LONG }, () => {
  let [a, b, c] = ['', '', ''];
  let token = '';
  beforeAll(async () => {
    const env = { CROSSPLAY_LEAGUES: 'cup=3:ttt', CROSSPLAY_PRIVATE_CALLS: 'yes', CROSSPLAY_SAME_PAIR: '1' };
    for (const name of ['a', 'b', 'c']) await cluster.start(name, env);
    const storage = await openStorage({ data: '', databaseUrl: cluster.databaseUrl });
    token = await renewHostToken(storage.documents);
    await storage.close();
    [a, b, c] = ['a', 'b', 'c'].map((name) => cluster.nodes[name]!.url) as [string, string, string];
  }, LONG);
  afterAll(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
    await cluster.stop();
  }, LONG);

  async function send(url: string, path: string, body: object, key?: string): Promise<Json> {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { code: response.status, ...((await response.json()) as object) };
  }

  async function database<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(cluster.databaseUrl);
    await client.connect();
    return ask(client).finally(() => client.end());
  }

  async function socket(url: string, take: (frame: Json, from: WebSocket) => void): Promise<WebSocket> {
    const made = new WebSocket(url.replace('http', 'ws'));
    open.push({ stop: () => made.terminate() });
    made.on('message', (data) => take(JSON.parse(String(data)), made));
    await once(made, 'open');
    return made;
  }

  test('an AgentGames agent and a League of Agents agent meet in a queue; somebody watches at a third node', async () => {
    const { apiKey } = await send(b, '/api/v1/agents', { name: 'Abel' });
    const result = Promise.withResolvers<Json>();
    const queued = Promise.withResolvers<void>();
    await socket(`${b}/play?game=ttt&token=${apiKey}`, (frame, from) => {
      if (frame.type === 'queued') queued.resolve();
      if (frame.type === 'state' && frame.yourTurn) {
        from.send(JSON.stringify({ type: 'move', move: frame.observation.legal[0] }));
      }
      if (frame.type === 'result') result.resolve(frame);
    });
    await queued.promise;
    const lola = await LoaAgent.enter(c, 'Lola', STRATEGIES.ttt);
    lola.say({ type: 'join_queue', gameType: 'ttt' });
    const { gameId } = await lola.until(({ type }) => type === 'matched');
    const watcher = await LoaAgent.connect(a, 'spectator');
    watcher.say({ type: 'subscribe_game', gameId });
    await Promise.all([result.promise, lola.over()]);
    const summary = (await (await fetch(`${a}/api/v1/matches/${gameId}`)).json()) as Json;
    expect(summary.seats.map(({ via }: Json) => via)).toEqual(['agentgames', 'loa']);
    expect(await (await fetch(`${c}/api/v1/matches/${gameId}/record`)).json()).toMatchObject({ id: gameId });
    await watcher.leave();
    await lola.leave();
  });

  /** Two play a match. @returns its terms, and whose rating in which book it changed */
  async function meet(keys: string[], urls: string[], address: (nth: number) => string) {
    const agents = await Promise.all(
      keys.map((key, nth) =>
        LoaAgent.authenticated(urls[nth]!, key, STRATEGIES.ttt, { 'x-forwarded-for': address(nth) }),
      ),
    );
    for (const agent of agents) agent.say({ type: 'join_queue', gameType: 'ttt' });
    const { gameId } = await agents[0]!.until(({ type }) => type === 'matched');
    await Promise.all(agents.map((agent) => agent.over()));
    await Promise.all(agents.map((agent) => agent.leave()));
    const record = (await (await fetch(`${a}/api/v1/matches/${gameId}/record`)).json()) as Json;
    const { rows } = await database((client) =>
      client.query('select distinct book from ledger where match = $1', [gameId]),
    );
    return { terms: record.terms, books: rows.map(({ book }) => book as string) };
  }

  const made = async (...names: string[]) =>
    Promise.all(names.map(async (name) => (await send(a, '/api/v1/agents', { name })).apiKey as string));

  test('who meets whom how often, and from where, is known whatever the node', async () => {
    const apart = (nth: number) => `203.0.113.${nth + 1}`;
    const keys = await made('Pam', 'Pete');
    expect((await meet(keys, [b, b], apart)).terms).toMatchObject({ rated: true });
    expect((await meet(keys, [c, c], apart)).terms).toMatchObject({ rated: true, weight: 1 / 2 });
    expect((await meet(keys, [b, c], apart)).terms).toMatchObject({ rated: true, weight: 1 / 3 });
    const { terms } = await meet(await made('Tom', 'Tim'), [b, c], () => '203.0.113.9');
    expect(terms).toMatchObject({ rated: false, unrated: 'one address' });
  });

  test('a season that is opened at one node counts what is played at all of them', async () => {
    const [start, end] = [0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const season = await send(b, '/api/v1/seasons', { game: 'ttt', name: 'Spring', start, end }, token);
    expect(season).toMatchObject({ code: 201 });
    const apart = (nth: number) => `203.0.113.${nth + 1}`;
    for (const [nth, url] of [a, b, c].entries()) {
      const { books } = await meet(await made(`Ada ${nth}`, `Abe ${nth}`), [url, url], apart);
      expect(books.join()).toContain(season.id);
    }
  });

  test('a Clawpoly room is one room at every node', async () => {
    const { body: room } = await request(a, '/rooms', {
      body: { gameSpeed: 'instant', maxPlayers: 3, turnLimit: 20 },
    });
    const watcher = new Line(`${b}/ws/spectator?roomCode=${room.roomCode}`);
    await watcher.until(({ type }) => type === 'game:history');
    const agents: ClawpolyAgent[] = [];
    for (const [i, url] of [a, b, c].entries()) {
      agents.push(new ClawpolyAgent(url, await join(url, room.roomId, { name: `Agent ${i + 1}` }), greedy));
    }
    const [first, ...others] = await Promise.all(agents.map((agent) => agent.over()));
    for (const other of others) expect(other.data).toEqual(first.data);
    await watcher.until(({ type }) => type === 'game:finished');
    expect(agents.flatMap((agent) => agent.errors())).toEqual([]);
    await watcher.leave();
  });

  test('a league calls its player, a League of Agents agent and an AGON agent, each at its own node', async () => {
    const player = await new Actor(c).listen();
    open.push({ stop: () => player.close() });
    const [loa, agon] = [
      await send(a, '/api/v1/agents', { name: 'Lotte' }),
      await send(b, '/api/v1/agents', { name: 'Agnes' }),
    ];
    const lotte = await LoaAgent.authenticated(a, loa.apiKey, STRATEGIES.ttt);
    const { token } = await send(b, '/api/v1/agents/session-token', {}, agon.apiKey);
    const taken = new Set<string>();
    await socket(`${b}/ws/v1/connect?token=${token}`, (frame, from) => {
      if (frame.event === 'match_start') taken.clear();
      if (frame.event === 'opponent_message') taken.add(frame.content);
      if (frame.event !== 'turn_timer') return;
      const content = [...'012345678'].find((cell) => !taken.has(cell))!;
      taken.add(content);
      from.send(JSON.stringify({ action: 'send_message', match_id: frame.match_id, content }));
    });
    expect(await send(b, '/api/v1/leagues/cup/entrants', {}, loa.apiKey)).toMatchObject({ code: 201, via: 'loa' });
    expect(await send(c, '/api/v1/leagues/cup/entrants', {}, agon.apiKey)).toMatchObject({ code: 201, via: 'agon' });
    await player.register();
    await player.hears('LEAGUE_COMPLETED');
    const cup = (await (await fetch(`${a}/api/v1/leagues/cup`)).json()) as Json;
    expect(cup).toMatchObject({ status: 'COMPLETED', matches_completed: 3 });
    expect(cup.schedule.map(({ result }: Json) => result.status)).not.toContain('TECHNICAL_LOSS');
    expect(player.problems).toEqual([]);
    await lotte.leave();
  });

  test('a message that nobody of the cluster sent is left, with a line', async () => {
    const { rows } = await database((client) =>
      client.query(`select body from documents where kind = 'setting' and id = 'cluster'`),
    );
    const prefix = JSON.parse(rows[0].body) as string;
    const forger = await connect({ servers: cluster.nats.url });
    const said = ['', 'no JSON', '{}', '[]', 'null', '{"kind":"moved","from":"x"}', '{"op":"drain"}', '{"op":"begin"}'];
    const asked = { id: 'forged', from: 'x' };
    const forged = [
      { kind: 'match', from: 'x', event: 'begun', header: {} },
      { ...asked, op: 'open', args: [{}] },
      { ...asked, op: 'open', args: [{ game: 'chess' }] },
      { ...asked, op: 'put', args: [{}, []] },
      { ...asked, op: 'begin', beginning: {} },
      { ...asked, op: 'call', via: 'loa', agent: 'x', header: {}, seat: 0 },
    ];
    said.push(...forged.map((message) => JSON.stringify(message)));
    for (const subject of ['news', 'node.a', 'node.b', 'lobby.ttt', 'place.none', 'match.none.0']) {
      for (const text of said) forger.publish(`${prefix}.${subject}`, text);
      forger.publish(`another.${subject}`, '{"kind":"leaving","from":"a"}');
    }
    await forger.flush();
    const output = () => cluster.nodes.a!.output.join('\n');
    await expect.poll(output).toContain('it was left');
    const agents = await Promise.all([
      LoaAgent.enter(a, 'Ida', STRATEGIES.ttt),
      LoaAgent.enter(b, 'Ian', STRATEGIES.ttt),
    ]);
    for (const agent of agents) agent.say({ type: 'join_queue', gameType: 'ttt' });
    await Promise.all(agents.map((agent) => agent.over()));
    for (const url of [a, b, c]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(output()).not.toContain('TypeError');
    await forger.close();
  });

  test('a ban is felt at every node', async () => {
    const made = await send(a, '/api/v1/agents', { name: 'Mallory' });
    const agent = await LoaAgent.authenticated(b, made.apiKey);
    expect(await send(c, `/api/v1/host/agents/${made.agentId}/ban`, {}, token)).toMatchObject({ code: 200 });
    await expect.poll(() => agent.closed, { timeout: 5000 }).toBeDefined();
  });

  test('a key that is taken back at one node ends what came by it at every node', async () => {
    const made = await send(a, '/api/v1/agents', { name: 'Robbed' });
    const agent = await LoaAgent.authenticated(b, made.apiKey);
    const { apiKey } = await send(c, `/api/v1/host/agents/${made.agentId}/rotate`, {}, token);
    const again = await LoaAgent.authenticated(b, apiKey);
    await once(agent.socket, 'close');
    expect(again.closed).toBeUndefined();
    await again.leave();
  });

  test('the host sees every node, and can let one leave', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const figures = async () => (await (await fetch(`${b}/api/v1/host`, { headers })).json()) as Json;
    expect((await figures()).nodes.map(({ name }: Json) => name)).toEqual(['a', 'b', 'c']);
    expect(await send(b, '/api/v1/host/nodes/nobody/drain', {}, token)).toMatchObject({ code: 404 });
    const { c: leaving } = cluster.nodes;
    delete cluster.nodes.c;
    expect(await send(b, '/api/v1/host/nodes/c/drain', {}, token)).toMatchObject({ code: 200, done: 'drain' });
    const [code] = leaving!.child.exitCode === null ? await once(leaving!.child, 'exit') : [leaving!.child.exitCode];
    expect(code).toBe(0);
    await expect.poll(async () => (await figures()).nodes.length, { timeout: 20_000 }).toBe(2);
  });

  test('two processes serve behind one port', async () => {
    const { url, child } = await cluster.start('p', { CROSSPLAY_PROCESSES: '2' });
    const headers = { authorization: `Bearer ${token}` };
    const names = async () =>
      ((await (await fetch(`${a}/api/v1/host`, { headers })).json()) as Json).nodes.map(({ name }: Json) => name);
    await expect.poll(names, { timeout: 20_000 }).toEqual(['a', 'b', 'p.1', 'p.2']);
    const players = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => LoaAgent.enter(url, `Player ${nth}`, STRATEGIES.ttt)),
    );
    for (const player of players) player.say({ type: 'join_queue', gameType: 'ttt' });
    await Promise.all(players.map((player) => player.over()));
    for (let nth = 0; nth < 4; nth++) expect((await request(url, '/rooms')).status).toBe(200);
    child.kill('SIGTERM');
    await once(child, 'exit');
    delete cluster.nodes.p;
    await expect.poll(names, { timeout: 20_000 }).toEqual(['a', 'b']);
  });
});
