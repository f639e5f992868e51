// Longer than most files: whole games of Clawpoly over real sockets.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/cli/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import {
  ClawpolyAgent,
  type Frame,
  greedy,
  join,
  Line,
  request,
  type Strategy,
  type Ticket,
} from '../clawpoly-client.ts';
import { LoaAgent, type Strategy as VisitorStrategy } from '../loa-client.ts';
import { serve } from '../serving.ts';

const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(joinPath(tmpdir(), 'crossplay-clawpoly-'));
  folders.push(folder);
  return folder;
}

const start = (env: { [name: string]: string } = {}): Promise<RunningServer> =>
  startServer(
    readConfig([], {
      PORT: '0',
      CROSSPLAY_SSH_PORT: '0',
      CROSSPLAY_DATA: newFolder(),
      CROSSPLAY_LOG: 'silent',
      ...env,
    }),
  );

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Buys nothing, but pays its debts. */
const thrifty: Strategy = (frame, agent) =>
  frame.type === 'agent:buy_decision' ? ['action:pass'] : greedy(frame, agent);

/** The same play in the words of later agents. */
const later: Strategy = (frame, agent) => {
  const answer = greedy(frame, agent);
  if (answer?.[0] === 'action:end_turn') return ['action:skip_build'];
  const [type, data] = answer ?? [];
  if (type === 'action:build' && (data as Frame).type === 'fortress') {
    return ['action:upgrade', { squareIndex: (data as Frame).squareIndex }];
  }
  return answer;
};

const create = async (url: string, wish: object = {}): Promise<Frame> =>
  (await request(url, '/rooms', { body: { gameSpeed: 'instant', ...wish } })).body;

async function wholeLog(url: string, roomId: string): Promise<Frame[]> {
  const events: Frame[] = [];
  for (;;) {
    const page = (await request(url, `/rooms/${roomId}/log?from=${events.length}&limit=200`)).body.events;
    if (page.length === 0) return events;
    events.push(...page);
  }
}

/** The entries of the log that a spectator has heard; live ones say more. */
const eventsOf = ({ frames }: Line): Frame[] => [
  ...frames[1].data.events,
  ...frames.slice(2).filter(({ sequence }) => sequence !== undefined),
];

describe('over real sockets', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  /** A game with those players, with somebody watching from the start, to its end. */
  async function play(strategies: Strategy[], wish: object = {}) {
    const { url } = server;
    const room = await create(url, { maxPlayers: strategies.length, ...wish });
    const watcher = new Line(`${url}/ws/spectator?roomCode=${room.roomCode}`);
    await watcher.until(({ type }) => type === 'game:history');
    const agents: ClawpolyAgent[] = [];
    for (const [i, strategy] of strategies.entries()) {
      agents.push(new ClawpolyAgent(url, await join(url, room.roomId, { name: `Agent ${i + 1}` }), strategy));
    }
    const results = await Promise.all(agents.map((agent) => agent.over()));
    await watcher.until(({ type }) => type === 'game:finished');
    return { room, agents, watcher, result: results[0], results };
  }

  test('four agents play to the turn limit; everyone hears the same end, and the stream is the log', async () => {
    const { room, agents, watcher, result, results } = await play([greedy, greedy, later, later], { turnLimit: 60 });
    for (const other of results) expect(other.data).toEqual(result.data);
    expect(result.data.reason).toBe('turn_limit');
    expect(result.data.finalStandings.map(({ placement }: Frame) => placement)).toContain(1);
    for (const agent of agents) {
      expect(agent.errors()).toEqual([]);
      expect(agent.types.slice(0, 2)).toEqual(['agent:welcome', 'agent:game_started']);
      expect(await agent.end()).toBe(1000);
    }
    const log = await wholeLog(server.url, room.roomId);
    expect(watcher.types.slice(0, 2)).toEqual(['game:state', 'game:history']);
    expect(eventsOf(watcher)).toMatchObject(log);
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i));
    expect(log.at(-1)).toMatchObject({ type: 'game:finished', turnNumber: 60 });
    const { body: state } = await request(server.url, `/rooms/${room.roomId}/state`);
    expect(state).toMatchObject({ gamePhase: 'finished', turnNumber: 60 });
    await watcher.leave();
  });

  test('four agents play until one is left', async () => {
    const { agents, result } = await play([greedy, thrifty, thrifty, thrifty], { turnLimit: 1000 });
    expect(result.data).toMatchObject({ winnerId: 'agent-1', reason: 'last_standing' });
    expect(result.data.finalStandings[0]).toEqual({
      id: 'agent-1',
      placement: 1,
      money: expect.any(Number),
      properties: expect.any(Number),
    });
    for (const loser of result.data.finalStandings.slice(1)) {
      expect(loser).toEqual({
        id: expect.any(String),
        placement: expect.any(Number),
        bankruptAtTurn: expect.any(Number),
      });
    }
    const heard = new Set(agents.flatMap(({ types }) => types));
    for (const type of [
      'agent:your_turn',
      'agent:buy_decision',
      'agent:build_decision',
      'agent:lobster_pot_decision',
    ]) {
      expect(heard).toContain(type);
    }
    expect(agents.flatMap((agent) => agent.errors())).toEqual([]);
  });

  test('a trade completes a group, and building follows', async () => {
    const wanted = [
      [1, 3],
      [37, 39],
    ];
    let traded = false;
    /** Offers one shell for the other half of a pair of which it has one, and waits for the answer. */
    const trader: Strategy = (frame, agent) => {
      if (frame.type !== 'agent:your_turn') return later(frame, agent);
      const { you, board, lastEvents } = frame.data.gameState;
      if (lastEvents.at(-1).type === 'game:trade_proposed') return undefined;
      const missing = wanted
        .map((pair) => pair.filter((index) => !you.properties.includes(index)))
        .find((rest) => rest.length === 1 && board[rest[0]!].owner && !board[rest[0]!].mortgaged && you.money > 400);
      if (traded || !missing) return ['action:roll_dice'];
      traded = true;
      const requesting = { properties: missing, money: 0 };
      return [
        'action:trade_offer',
        { toId: board[missing[0]!].owner, offering: { properties: [], money: 1 }, requesting },
      ];
    };
    const generous: Strategy = (frame, agent) =>
      frame.type === 'agent:trade_received'
        ? ['action:trade_respond', { tradeId: frame.data.tradeId, accept: true }]
        : greedy(frame, agent);
    // Dice decide whether a game comes to it.
    let built: Frame;
    for (let game = 0; game < 20 && !built; game++) {
      traded = false;
      const { room, agents } = await play([trader, generous], { turnLimit: 300 });
      expect(agents.flatMap((agent) => agent.errors())).toEqual([]);
      const log = await wholeLog(server.url, room.roomId);
      const accepted = log.findIndex(({ type }) => type === 'game:trade_accepted');
      if (accepted < 0) continue;
      expect(log[accepted]).toMatchObject({ playerId: 'agent-2', data: { fromId: 'agent-1', toId: 'agent-2' } });
      const [squareIndex] = log[accepted].data.requesting.properties;
      built = log
        .slice(accepted)
        .find(({ type, data }) => type === 'game:outpost_built' && data.squareIndex === squareIndex);
    }
    expect(built).toMatchObject({ playerId: 'agent-1' });
  }, 120_000);

  test('wrong doors: 400, 4001, 4004, and frames that are too long', async () => {
    const { url } = server;
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/agent?roomId=x`);
      socket.on('unexpected-response', (_, reply) => resolve(reply.statusCode));
    });
    expect(status).toBe(400);
    const room = await create(url);
    const ticket = await join(url, room.roomId, { name: 'Me' });
    const nowhere = new ClawpolyAgent(url, { ...ticket, roomId: 'nowhere' });
    expect(await nowhere.end()).toBe(4004);
    expect(nowhere.frames).toMatchObject([{ type: 'error', data: { code: 'ROOM_NOT_FOUND' } }]);
    const stranger = new ClawpolyAgent(url, { ...ticket, agentToken: 'x' });
    expect(await stranger.end()).toBe(4001);
    expect(stranger.frames).toMatchObject([{ type: 'error', data: { code: 'INVALID_TOKEN' } }]);
    const blind = new Line(`${url}/ws/spectator?roomCode=AAAAAA`);
    expect(await blind.end()).toBe(4004);
    const loud = new ClawpolyAgent(url, ticket);
    await loud.until(({ type }) => type === 'agent:welcome');
    loud.say('action:roll_dice', { noise: 'x'.repeat(17_000) });
    expect(await loud.end()).toBe(1009);
  });

  test('agents with keys are rated, on the same ladder as everywhere', async () => {
    const { url } = server;
    const room = await create(url, { maxPlayers: 2, turnLimit: 1 });
    const agents: ClawpolyAgent[] = [];
    const ids: string[] = [];
    for (const name of ['Keyed one', 'Keyed two']) {
      const { body } = await request(url, '/agents', { body: { name } });
      ids.push(body.agentId);
      agents.push(new ClawpolyAgent(url, await join(url, room.roomId, {}, body.apiKey), greedy));
    }
    const { data } = await agents[0]!.over();
    const seen = await Promise.all(ids.map(async (id) => (await request(url, `/agents/${id}`)).body));
    const won = data.winnerId === null ? undefined : Number(data.winnerId.slice(-1)) - 1;
    expect(seen.map(({ stats }) => stats.elo)).toEqual(
      won === undefined ? [1200, 1200] : ids.map((_, seat) => (seat === won ? 1216 : 1184)),
    );
    expect(seen.map(({ stats }) => stats.gamesPlayed)).toEqual([1, 1]);
  });

  /** The moves of the game itself, by its prompt: what an agent of another protocol has. */
  const visiting: VisitorStrategy = ({ extra: { prompt } }) => {
    switch (prompt.phase) {
      case 'roll':
        return { type: 'roll_dice' };
      case 'buy':
        return { type: 'buy' };
      case 'pot':
        return { type: 'escape_roll' };
      case 'funds':
        return prompt.sellableBuildings.length > 0
          ? { type: 'sell_building', squareIndex: prompt.sellableBuildings[0].index }
          : { type: 'mortgage', squareIndex: prompt.mortgageable[0].index };
      default:
        return { type: 'end_turn' };
    }
  };

  test.each(['the room waits for the queue', 'the queue waits for agents who join its room'])(
    'agents of two protocols play a whole game in one room: %s',
    async (order) => {
      const { url } = server;
      const visitors = await Promise.all(
        ['north', 'south'].map((name) => LoaAgent.enter(url, `${name} ${order.slice(4, 9)}`, visiting)),
      );
      const queue = () => visitors.forEach((one) => void one.say({ type: 'join_queue', gameType: 'clawpoly' }));
      const openRoom = async (): Promise<Frame> => {
        queue();
        for (const one of visitors) await one.until(({ type }) => type === 'queue_status');
        const { rooms } = (await request(url, '/rooms')).body;
        return rooms.find(({ players }: Frame) => players.some(({ name }: Frame) => name.startsWith('north')));
      };
      const first = order.startsWith('the room');
      const room = first ? await create(url) : await openRoom();
      const agents: ClawpolyAgent[] = [];
      for (const name of ['East', 'West']) {
        const agent = new ClawpolyAgent(url, await join(url, room.roomId, { name }), greedy);
        agents.push(agent);
        await agent.until(({ type }) => type === 'agent:welcome');
      }
      if (first) queue();
      const started = await agents[0]!.until(({ type }) => type === 'agent:game_started');
      expect(started.data.players.map(({ name }: Frame) => name.slice(0, 5))).toEqual(
        expect.arrayContaining(['East', 'West', 'north', 'south']),
      );
      if (!first) return;
      const [over] = await Promise.all([agents[0]!.over(), ...visitors.map((one) => one.over())]);
      expect(over.data.finalStandings).toHaveLength(4);
      expect(agents.flatMap((agent) => agent.errors())).toEqual([]);
      expect(visitors.flatMap(({ types }) => types.filter((type) => type === 'error'))).toEqual([]);
    },
    60_000,
  );

  test('a room with house bots keeps a lone agent company', async () => {
    const { url } = server;
    const room = await create(url, { maxPlayers: 3, bots: 2, turnLimit: 30 });
    const agent = new ClawpolyAgent(url, await join(url, room.roomId, { name: 'Lone' }), greedy);
    expect((await agent.over()).data.finalStandings).toHaveLength(3);
    expect(agent.ticket.playerId).toBe('agent-3');
  });

  test('an agent that leaves and comes back goes on where it was', async () => {
    const { url } = server;
    const room = await create(url, { maxPlayers: 2, turnLimit: 20 });
    const tickets: Ticket[] = [];
    for (const name of ['Steady', 'Flaky']) tickets.push(await join(url, room.roomId, { name }));
    const steady = new ClawpolyAgent(url, tickets[0]!, greedy);
    const isPrompt = ({ type, data }: Frame) => type.startsWith('agent:') && data.availableActions !== undefined;
    let flaky = new ClawpolyAgent(url, tickets[1]!);
    let seen = 0;
    for (let times = 0; times < 5; times++) {
      const prompt = await flaky.until(isPrompt, seen);
      await flaky.leave();
      flaky = new ClawpolyAgent(url, tickets[1]!);
      expect((await flaky.until(isPrompt)).data).toEqual(prompt.data);
      seen = flaky.frames.length;
      const [type, data] = greedy(prompt, flaky)!;
      flaky.say(type, data);
    }
    const open = await flaky.until(isPrompt, seen);
    flaky.strategy = greedy;
    flaky.receive(open);
    await Promise.all([steady.over(), flaky.over()]);
  });
});

describe('with a quick clock', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start({ CROSSPLAY_TIME_SCALE: '0.005' });
  });
  afterAll(() => server.stop());

  test('whoever stays silent is played for, warned, and bankrupt at the fifth decision', async () => {
    const { url } = server;
    const room = await create(url, { maxPlayers: 2 });
    const silent = new ClawpolyAgent(url, await join(url, room.roomId, { name: 'Silent' }));
    const lively = new ClawpolyAgent(url, await join(url, room.roomId, { name: 'Lively' }), greedy);
    expect((await lively.over()).data).toMatchObject({ winnerId: 'agent-2', reason: 'last_standing' });
    expect(silent.errors().map(({ data }) => [data.code, data.context.consecutiveTimeouts])).toEqual([
      ['AGENT_TIMEOUT', 3],
      ['AGENT_TIMEOUT', 4],
    ]);
    const log = await wholeLog(url, room.roomId);
    const missed = log.filter(({ type }) => type === 'game:agent_timeout');
    expect(missed).toHaveLength(4);
    for (const { playerId } of missed) expect(playerId).toBe('agent-1');
  });

  test('whoever never comes back is bankrupt after the window, and the token is gone', async () => {
    const { url } = server;
    const room = await create(url, { maxPlayers: 2, turnLimit: 1000 });
    const ticket = await join(url, room.roomId, { name: 'Gone' });
    const gone = new ClawpolyAgent(url, ticket);
    const other = new ClawpolyAgent(url, await join(url, room.roomId, { name: 'Here' }), thrifty);
    await gone.until(({ type }) => type === 'agent:game_started');
    await gone.leave();
    expect((await other.over()).data).toMatchObject({ winnerId: 'agent-2', reason: 'last_standing' });
    const again = new ClawpolyAgent(url, ticket);
    expect(await again.end()).toBe(4001);
  });

  test('an offer that nobody answers is rejected', async () => {
    const { url } = server;
    const room = await create(url, { maxPlayers: 2, turnLimit: 4 });
    const quiet: Strategy = (frame, agent) =>
      frame.type === 'agent:trade_received' ? undefined : greedy(frame, agent);
    let offered = false;
    const patient: Strategy = (frame, agent) => {
      if (frame.type !== 'agent:your_turn') return greedy(frame, agent);
      if (!offered) {
        offered = true;
        return ['action:trade_offer', { toId: 'agent-2', offering: { money: 1 }, requesting: {} }];
      }
      const answered = frame.data.gameState.lastEvents.some(({ type }: Frame) => /trade_rejected/.test(type));
      return answered || frame.data.gameState.turnNumber > 2 ? ['action:roll_dice'] : undefined;
    };
    const one = new ClawpolyAgent(url, await join(url, room.roomId, { name: 'Patient' }), patient);
    const two = new ClawpolyAgent(url, await join(url, room.roomId, { name: 'Quiet' }), quiet);
    await Promise.all([one.over(), two.over()]);
    const log = await wholeLog(url, room.roomId);
    expect(log.find(({ type }) => type === 'game:trade_rejected')).toMatchObject({ data: { fromId: 'agent-1' } });
  });
});

test('killed in the middle of a game, the server goes on with the same tokens, codes and log', async () => {
  const env = { CROSSPLAY_DATA: newFolder(), CROSSPLAY_TIME_SCALE: '0.1' };
  let server = await serve(env);
  const room = await create(server.url, { maxPlayers: 4, turnLimit: 80 });
  const waiting = await create(server.url, { maxPlayers: 2, turnLimit: 10 });
  const early = await join(server.url, waiting.roomId, { name: 'Early' });
  const tickets: Ticket[] = [];
  for (let i = 0; i < 4; i++) tickets.push(await join(server.url, room.roomId, { name: `Agent ${i + 1}` }));
  let agents = tickets.map((ticket) => new ClawpolyAgent(server.url, ticket, greedy));
  const watcher = new Line(`${server.url}/ws/spectator?roomCode=${room.roomCode}`);
  await watcher.until(({ turnNumber }) => turnNumber === 20);
  await server.stop('SIGKILL');
  const seen = eventsOf(watcher);

  server = await serve(env);
  const again = new Line(`${server.url}/ws/spectator?roomCode=${room.roomCode}`);
  const history = await again.until(({ type }) => type === 'game:history');
  expect(seen).toMatchObject(history.data.events.slice(0, seen.length));
  agents = tickets.map((ticket) => new ClawpolyAgent(server.url, ticket, greedy));
  const results = await Promise.all(agents.map((agent) => agent.over()));
  expect(results[0].data.finalStandings).toHaveLength(4);
  for (const agent of agents) {
    expect(agent.types[0]).toBe('agent:welcome');
    expect(agent.types).not.toContain('agent:game_started');
    expect(agent.errors()).toEqual([]);
  }
  await again.until(({ type }) => type === 'game:finished');
  expect(eventsOf(again)).toMatchObject(await wholeLog(server.url, room.roomId));

  const first = new ClawpolyAgent(server.url, early, greedy);
  await first.until(({ type }) => type === 'agent:welcome');
  const second = new ClawpolyAgent(server.url, await join(server.url, waiting.roomId, { name: 'Late' }), greedy);
  await Promise.all([first.over(), second.over()]);
  await again.leave();
  expect(await server.stop()).toBe(0);
});
