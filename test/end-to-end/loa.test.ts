import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/cli/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { type Frame, LoaAgent, STRATEGIES } from '../loa-client.ts';

const folders: string[] = [];

function start(env: { [name: string]: string } = {}): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-loa-'));
  folders.push(data);
  return startServer(
    readConfig([], { PORT: '0', CROSSPLAY_SSH_PORT: '0', CROSSPLAY_DATA: data, CROSSPLAY_LOG: 'silent', ...env }),
  );
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('over real sockets', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  /** Agents that enter and play that game to its end, with somebody watching. */
  async function playAll(gameType: string, count: number) {
    const { url } = server;
    const agents: LoaAgent[] = [];
    for (let i = 0; i < count; i++) {
      agents.push(await LoaAgent.enter(url, `${gameType} ${i}`, STRATEGIES[gameType]));
    }
    const sue = await LoaAgent.connect(url, 'spectator');
    for (const agent of agents) agent.say({ type: 'join_queue', gameType });
    const { gameId } = await agents[0]!.until(({ type }) => type === 'matched');
    sue.say({ type: 'subscribe_game', gameId });
    const results = await Promise.all([...agents, sue].map((agent) => agent.over()));
    return { agents, sue, results, gameId };
  }

  test.each([
    ['echo', 2, 5],
    ['blotto', 2, 5],
    ['skill-gomoku', 2, undefined],
    ['resource-rush', 2, 500],
    ['dance-battle', 4, 30],
  ])('a match of %s is played from registration to game_over', async (gameType, count, rounds) => {
    const { agents, sue, results } = await playAll(gameType, count);
    for (const result of results) expect(result.rankings).toEqual(results[0].rankings);
    if (rounds) expect(results[0].totalRounds).toBe(rounds);
    expect(results[0]).not.toHaveProperty('reason');
    for (const agent of [...agents, sue])
      expect(agent.types.slice(-3)).toEqual(['turn_update', 'game_state', 'game_over']);
    expect(agents.flatMap(({ frames }) => frames).filter(({ success }) => success === false)).toEqual([]);
    const me = await fetch(`${server.url}/api/v1/agents/me`);
    expect(me.status).toBe(401);
    for (const agent of [...agents, sue]) await agent.leave();
  });

  test('a match changes the ratings, which agents/me tells', async () => {
    const { url } = server;
    const keys = await Promise.all(['rated one', 'rated two'].map((name) => LoaAgent.register(url, name)));
    const [strong, weak] = await Promise.all(keys.map(({ apiKey }) => LoaAgent.authenticated(url, apiKey)));
    strong!.strategy = ({ round }) => ({ number: 9 + (round % 2) });
    weak!.strategy = ({ round }) => ({ number: 1 + (round % 2) });
    for (const agent of [strong!, weak!]) agent.say({ type: 'join_queue', gameType: 'echo' });
    await Promise.all([strong!.over(), weak!.over()]);
    const ratings = await Promise.all(
      keys.map(async ({ apiKey }) => {
        const reply = await fetch(`${url}/api/v1/agents/me`, { headers: { authorization: `Bearer ${apiKey}` } });
        return ((await reply.json()) as Frame).ratings.echo;
      }),
    );
    expect(ratings).toEqual([1516, 1484]);
  });

  test('an agent of another protocol is an opponent like any other, and a spectator follows', async () => {
    const { url } = server;
    const visitor = await LoaAgent.register(url, 'Visitor');
    const here = await LoaAgent.enter(url, 'Resident', STRATEGIES.ttt);
    here.say({ type: 'join_queue', gameType: 'ttt' });
    await here.until(({ type }) => type === 'queue_status');
    const play = new WebSocket(`${url.replace('http', 'ws')}/play?game=ttt&token=${visitor.apiKey}`);
    const told: Frame[] = [];
    play.on('message', (data) => {
      const frame = JSON.parse(String(data));
      told.push(frame);
      if (frame.type === 'state' && frame.yourTurn)
        play.send(JSON.stringify({ type: 'move', move: frame.observation.legal.at(-1) }));
    });
    const { gameId } = await here.until(({ type }) => type === 'matched');
    const sue = await LoaAgent.connect(url, 'spectator');
    sue.say({ type: 'subscribe_game', gameId });
    const over = await here.over();
    await sue.until(({ type, status }) => type === 'game_over' || (type === 'game_state' && status === 'completed'));
    if (play.readyState !== WebSocket.CLOSED) await once(play, 'close');
    expect(over.rankings.map(({ agentName }: Frame) => agentName).sort()).toEqual(['Resident', 'Visitor']);
    expect(told.at(-1)).toMatchObject({ type: 'result' });
    const winner = told.at(-1).winner;
    expect(over.rankings[0].agentName).toBe(winner === 1 ? 'Visitor' : 'Resident');
  });

  test('a wrong key closes with 4001, a frame over 16 KiB with 1009, a strange type is refused with 400', async () => {
    const { url } = server;
    const wrong = await LoaAgent.connect(url);
    wrong.say({ type: 'authenticate', token: 'nobody' });
    expect(await wrong.until(({ type }) => type === 'error')).toEqual({ type: 'error', message: 'Invalid API key.' });
    if (wrong.closed === undefined) await once(wrong.socket, 'close');
    expect(wrong.closed).toBe(4001);

    const long = await LoaAgent.connect(url, 'spectator');
    long.socket.on('error', () => {});
    long.say({ type: 'ping', padding: 'x'.repeat(16 * 1024) });
    await once(long.socket, 'close');
    expect(long.closed).toBe(1009);

    const strange = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws?type=toaster`);
    const [, response] = (await once(strange, 'unexpected-response')) as [
      unknown,
      { statusCode: number; destroy(): void },
    ];
    expect(response.statusCode).toBe(400);
    response.destroy();
  });

  test('a binary frame is not JSON, and the connection stays', async () => {
    const agent = await LoaAgent.connect(server.url);
    agent.socket.send(Buffer.from('{"type":"ping"}'));
    expect(await agent.until(() => true)).toEqual({ type: 'error', message: 'Invalid JSON.' });
    agent.say({ type: 'ping' });
    await agent.until(({ type }) => type === 'pong');
    await agent.leave();
  });
});

describe('when agents fail', () => {
  test('four dance; one disconnects, one falls silent: both are out in turn, the other two go on to the end', async () => {
    const server = await start({ CROSSPLAY_TIME_SCALE: '0.01' });
    try {
      const dance = STRATEGIES['dance-battle']!;
      const agents: LoaAgent[] = [];
      for (const name of ['Ann', 'Ben', 'Cid', 'Dan']) agents.push(await LoaAgent.enter(server.url, name, dance));
      const [ann, ben, cid, dan] = agents as [LoaAgent, LoaAgent, LoaAgent, LoaAgent];
      cid.strategy = (state, me) => (state.round < 4 ? dance(state, me) : undefined);
      for (const agent of agents) agent.say({ type: 'join_queue', gameType: 'dance-battle' });
      await dan.until(({ type, round }) => type === 'your_turn' && round === 2);
      await dan.leave();
      const results = await Promise.all([ann, ben, cid].map((agent) => agent.over()));
      expect(results[0]).toMatchObject({ totalRounds: 30 });
      expect(results[0]).not.toHaveProperty('reason');
      const { publicState } = ann.frames.findLast(({ type }) => type === 'game_state');
      const rounds = Object.fromEntries(
        publicState.matchResult.rankings.map(({ agentName, eliminatedRound }: Frame) => [agentName, eliminatedRound]),
      );
      expect(rounds).toMatchObject({ Ann: null, Ben: null, Cid: 4 });
      expect(rounds.Dan).toBeLessThan(4);
      const out = cid.frames.filter(({ type, round }) => type === 'your_turn' && round > 4);
      expect(out.length).toBeGreaterThan(20);
    } finally {
      await server.stop();
    }
  });

  test('a server that stops forfeits nothing: after the restart both are put back and play on', async () => {
    const data = mkdtempSync(join(tmpdir(), 'crossplay-loa-'));
    folders.push(data);
    const first = await start({ CROSSPLAY_DATA: data });
    const keys = [await LoaAgent.register(first.url, 'Ann'), await LoaAgent.register(first.url, 'Ben')];
    const before = await Promise.all(keys.map(({ apiKey }) => LoaAgent.authenticated(first.url, apiKey)));
    for (const agent of before) agent.say({ type: 'join_queue', gameType: 'echo' });
    await Promise.all(before.map((agent) => agent.until(({ type }) => type === 'your_turn')));
    await first.stop();
    expect(before.every(({ types }) => !types.includes('game_over'))).toBe(true);
    const second = await start({ CROSSPLAY_DATA: data });
    try {
      const after = await Promise.all(
        keys.map(({ apiKey }) => LoaAgent.authenticated(second.url, apiKey, STRATEGIES.echo)),
      );
      const [over] = await Promise.all(after.map((agent) => agent.over()));
      expect(over.totalRounds).toBe(5);
      expect(after[0]!.types.slice(0, 3)).toEqual(['authenticated', 'game_state', 'your_turn']);
    } finally {
      await second.stop();
    }
  });
});
