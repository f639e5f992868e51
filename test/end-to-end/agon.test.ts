// Longer than most files: SPEC.md of AGON over real sockets.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/cli/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { AgonClient, type Frame, register } from '../agon-client.ts';

let server: RunningServer;

/** A server of its own for a group of tests. */
function serve(timeScale: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-'));
  beforeAll(async () => {
    server = await startServer(
      readConfig([], {
        PORT: '0',
        CROSSPLAY_SSH_PORT: '0',
        CROSSPLAY_DATA: folder,
        CROSSPLAY_LOG: 'silent',
        CROSSPLAY_HOUSE_BOTS: 'off',
        CROSSPLAY_TIME_SCALE: String(timeScale),
      }),
    );
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
}

const post = (path: string, init: RequestInit = {}) => fetch(server.url + path, { method: 'POST', ...init });
const get = async (path: string) => {
  const response = await fetch(server.url + path);
  return { status: response.status, body: await response.json() };
};

let serial = 0;
const newcomer = async (): Promise<{ name: string; key: string }> => {
  const name = `agent-${++serial}`;
  return { name, key: await register(server.url, name) };
};
const connect = async (): Promise<AgonClient> => {
  const { name, key } = await newcomer();
  return AgonClient.open(server.url, name, key);
};

interface Seats {
  first: AgonClient;
  second: AgonClient;
  match: string;
}

/** Two newcomers at the first free table of a room. */
async function match(room: string, title?: string): Promise<Seats> {
  const agents = [await connect(), await connect()];
  for (const agent of agents) {
    await agent.next('welcome');
    agent.does('enter_room', { room });
    const { tables, room: slug } = await agent.next('room_state');
    const table = tables.find(
      (each: Frame) =>
        each.status === 'waiting' &&
        (agent === agents[0] ? each.seat_1 === null : each.seat_1?.id === agents[0]!.id) &&
        (title === undefined || each.prompt_title === title),
    );
    agent.does('sit_table', { room: slug, table_id: table.id });
    expect(await agent.next('seated')).toMatchObject({ table_id: table.id, prompt_title: table.prompt_title });
  }
  const [a, b] = agents as [AgonClient, AgonClient];
  const starts = [await a.next('match_start'), await b.next('match_start')];
  expect(starts.filter(({ you_go_first }) => you_go_first)).toHaveLength(1);
  const [first, second] = starts[0]!.you_go_first ? [a, b] : [b, a];
  return { first, second, match: starts[0]!.match_id };
}

/** Says the contents in turn, each when its timer has come. */
async function play({ first, second, match: match_id }: Seats, contents: string[]): Promise<void> {
  for (const [i, content] of contents.entries()) {
    const mover = i % 2 ? second : first;
    await mover.next('turn_timer');
    mover.does('send_message', { match_id, content });
  }
}

/** The end as each of the two is told it, and as everyone can read it. */
async function ending({ first, second, match: id }: Seats) {
  const [one, two] = [await first.next('match_end'), await second.next('match_end')];
  expect(one).toMatchObject({ your_role: 'participant_1', your_score: one.result.participant_1_score });
  expect(two).toMatchObject({ your_role: 'participant_2', opponent_score: one.result.participant_1_score });
  expect(two.result).toEqual(one.result);
  const changes: number[] = Object.values(one.result.elo_changes);
  expect(changes[0]! + changes[1]!).toBe(0);
  for (const agent of [first, second]) {
    expect(await agent.next('elo_update')).toMatchObject({ change: one.result.elo_changes[agent.id] });
    expect(await agent.next('points_update')).toMatchObject({ points_earned: one.result.points_awarded[agent.id] });
  }
  expect(await get(`/api/v1/matches/${id}/result`)).toEqual({ status: 200, body: one.result });
  return one.result;
}

const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `Point ${i + 1}.`);

describe('coming in', () => {
  serve(0.05);

  it('takes the key as Bearer or in the body and answers a token for four hours (1.1)', async () => {
    const { key } = await newcomer();
    for (const init of [
      { headers: { authorization: `Bearer ${key}` } },
      { body: JSON.stringify({ api_key: key }), headers: { 'content-type': 'application/json' } },
      { body: JSON.stringify({ api_key: key }) },
    ]) {
      const response = await post('/api/v1/agents/session-token', init);
      expect(response.status).toBe(200);
      const { token, expires_at, agent_id } = (await response.json()) as { [field: string]: string };
      expect(token!.split('.')).toHaveLength(3);
      expect(agent_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Date(expires_at!).toISOString()).toBe(expires_at);
    }
  });

  it.each([
    ['no key', {}],
    ['a wrong key', { headers: { authorization: 'Bearer nobody' } }],
    ['a broken body', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['a key that is no text', { body: '{"api_key":7}', headers: { 'content-type': 'application/json' } }],
  ])('is refused with %s (1.1)', async (_name, init) => {
    const response = await post('/api/v1/agents/session-token', init);
    expect([response.status, await response.json()]).toEqual([401, { error: expect.any(String) }]);
  });

  it.each(['', '?token=', '?token=a.b.c'])('is refused before the upgrade with %j (1.2)', async (query) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/v1/connect${query}`);
    const status = await new Promise((resolve) =>
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)).on('error', () => {}),
    );
    expect(status).toBe(401);
  });

  it('ends with frames over 16 KiB (1.2)', async () => {
    const agent = await connect();
    agent.sends('x'.repeat(16 * 1024 + 1));
    expect(await agent.closed).toBe(1009);
  });

  it('again closes the older connection (1.4)', async () => {
    const { name, key } = await newcomer();
    const older = await AgonClient.open(server.url, name, key);
    const newer = await AgonClient.open(server.url, name, key);
    expect(await older.closed).toBe(4000);
    newer.does('enter_room', { room: 'go' });
    await newer.next('room_state');
    newer.drop();
  });

  it('answers nonsense and floods with errors and stays (1.6, 1.7)', async () => {
    const agent = await connect();
    agent.sends('{');
    expect(await agent.next('error')).toMatchObject({ code: 'VALIDATION_FAILED' });
    for (let i = 0; i < 100; i++) agent.sends('{"action":"heartbeat"}');
    expect(await agent.next('error')).toMatchObject({ code: 'RATE_LIMITED' });
    agent.drop();
  });
});

describe('a whole match', () => {
  serve(0.05);

  it.each([
    ['checkmate', ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'g8f6', 'h5f7']],
    ['stalemate', 'e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6'.split(' ')],
    ['draw', 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'.split(' ')],
  ])('of chess ends with %s (3.8)', async (reason, moves) => {
    const seats = await match('chess', 'Classical');
    expect(await get(`/api/v1/matches/${seats.match}/result`)).toMatchObject({ status: 404 });
    await play(seats, moves);
    const result = await ending(seats);
    expect(result).toMatchObject({ end_reason: reason, total_messages: moves.length });
    expect(result.winner_id).toBe(reason === 'checkmate' ? seats.first.id : null);
  });

  it('of go is scored by area (3.9)', async () => {
    const seats = await match('go');
    await play(seats, ['E5', 'C3', 'E4', 'pass', 'pass']);
    expect(await ending(seats)).toMatchObject({
      end_reason: 'go_score',
      participant_1_score: 2,
      participant_2_score: 8,
    });
  });

  it.each(['debate', 'spicy-debate'])('of %s is decided by votes (5.2, 5.3)', async (room) => {
    const seats = await match(room);
    const audience = [await connect(), await connect(), await connect()];
    for (const agent of audience) {
      agent.does('watch_match', { match_id: seats.match });
      expect(await agent.next('watching')).toMatchObject({
        participants: [{ id: seats.first.id }, { id: seats.second.id }],
      });
    }
    await play(seats, lines(20));
    for (const [i, agent] of audience.entries()) {
      const { participants } = await agent.next('voting_open');
      agent.does('vote', { match_id: seats.match, participant_id: participants[i === 0 ? 0 : 1].id });
      expect(agent.frames.filter(({ event }) => event === 'match_message')).toHaveLength(20);
    }
    expect(await ending(seats)).toMatchObject({
      end_reason: 'cap',
      winner_id: seats.second.id,
      vote_count: { [seats.first.id]: 1, [seats.second.id]: 2 },
    });
  });

  it('of debate that nobody watches is a draw (5.3)', async () => {
    const seats = await match('regular_debate');
    await play(seats, lines(20));
    expect(await ending(seats)).toMatchObject({ end_reason: 'cap', winner_id: null, total_votes: 0 });
  });

  it('of Bazaar is won by a trade, and nobody sees what is not theirs before the end (6.1, 6.3)', async () => {
    const seats = await match('trade');
    const { first, second, match: match_id } = seats;
    const watcher = await connect();
    watcher.does('watch_match', { match_id });
    await watcher.next('watching');
    const [one, two] = [await first.next('trade_state_update'), await second.next('trade_state_update')];
    const { resource, amount } = one.your_goal;
    second.does('propose_trade', {
      match_id,
      offer: { [resource]: amount - one.your_resources[resource] },
      request: {},
    });
    await first.next('trade_proposed');
    first.does('accept_trade', { match_id });
    const traded = [await first.next('trade_executed'), await second.next('trade_executed')];
    await play(seats, lines(10));
    const result = await ending(seats);
    expect(result).toMatchObject({
      end_reason: 'trade_scored',
      winner_id: first.id,
      trade_result: { participant_1: { goal_met: true }, participant_2: { goal: two.your_goal, goal_met: false } },
    });
    const seen = (agent: AgonClient) => {
      const end = agent.frames.findIndex(({ event }) => event === 'match_end');
      return JSON.stringify(agent.frames.slice(0, end));
    };
    await watcher.next('match_end');
    for (const secret of [one.your_resources, one.your_goal, traded[0]!.your_resources]) {
      expect(seen(second)).not.toContain(JSON.stringify(secret));
    }
    for (const secret of [two.your_resources, two.your_goal, traded[1]!.your_resources]) {
      expect(seen(first)).not.toContain(JSON.stringify(secret));
    }
    expect(seen(watcher)).not.toMatch(/resources|goal|stock|sides/);
  });

  it('of Bazaar that is level is a draw (5.3)', async () => {
    const seats = await match('trade_deal');
    const { first, second, match: match_id } = seats;
    const states = [await first.next('trade_state_update'), await second.next('trade_state_update')];
    const [wanted, given] = states.map(({ your_goal, your_resources }) => ({
      [your_goal.resource]: your_goal.amount - your_resources[your_goal.resource],
    }));
    first.does('propose_trade', { match_id, offer: given, request: wanted });
    await second.next('trade_proposed');
    second.does('accept_trade', { match_id });
    await second.next('trade_executed');
    await play(seats, lines(10));
    expect(await ending(seats)).toMatchObject({
      end_reason: 'trade_scored',
      winner_id: null,
      participant_1_score: 100,
    });
  });

  it('of another game is played as text (2.1)', async () => {
    const seats = await match('tic-tac-toe');
    await play(seats, ['0', '3', '1', '4', '2']);
    expect(await ending(seats)).toMatchObject({ winner_id: seats.first.id });
  });
});

describe.each(['chess', 'go', 'regular_debate', 'spicy_debate', 'trade_deal'])('a match of %s', (room) => {
  serve(0.01);

  it('ends with leave (3.10)', async () => {
    const seats = await match(room);
    seats.first.does('leave_match', { match_id: seats.match, parting_shot: 'Goodbye.' });
    expect(await seats.second.next('opponent_leaving')).toMatchObject({ parting_shot: 'Goodbye.' });
    const winner_id = room.endsWith('debate') ? null : seats.second.id;
    expect(await ending(seats)).toMatchObject({ end_reason: 'leave', winner_id });
  });

  it('ends with disconnect (4.1)', async () => {
    const { first, second } = await match(room);
    first.drop();
    expect(await second.next('opponent_disconnected')).toMatchObject({ grace_seconds: 15 });
    expect((await second.next('match_end')).result).toMatchObject({ end_reason: 'disconnect', winner_id: second.id });
  });

  it('ends with both_disconnect (4.2)', async () => {
    const { first, second, match: id } = await match(room);
    const watcher = await connect();
    watcher.does('watch_match', { match_id: id });
    await watcher.next('watching');
    first.drop();
    second.drop();
    expect((await watcher.next('match_end')).result).toMatchObject({ end_reason: 'both_disconnect', winner_id: null });
  });

  it('ends with forfeit (3.4)', async () => {
    const seats = await match(room);
    const alternating = room !== 'chess' && room !== 'go';
    if (alternating) {
      void (async () => {
        for (;;) {
          await seats.second.next('turn_timer');
          seats.second.does('send_message', { match_id: seats.match, content: 'I am still here.' });
        }
      })();
    }
    expect((await seats.first.next('match_end')).result).toMatchObject({
      end_reason: 'forfeit',
      winner_id: seats.second.id,
    });
  });
});

describe('coming back', () => {
  serve(0.05);

  it('takes the match up, or says that it is over (4.3, 4.4)', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const agents = [
      await AgonClient.open(server.url, one.name, one.key),
      await AgonClient.open(server.url, two.name, two.key),
    ];
    agents[0]!.does('enter_room', { room: 'go' });
    const { tables } = await agents[0]!.next('room_state');
    for (const agent of agents) agent.does('sit_table', { room: 'go', table_id: tables[0].id });
    const { match_id } = await agents[0]!.next('match_start');
    agents[0]!.drop();
    const again = await AgonClient.open(server.url, one.name, one.key);
    again.does('enter_room', { room: 'go' });
    expect(await again.next('reconnect_state')).toMatchObject({ match_id, status: 'active', recent_messages: [] });
    again.drop();
    await agents[1]!.next('match_end');
    const late = await AgonClient.open(server.url, one.name, one.key);
    late.does('enter_room', { room: 'go' });
    expect(await late.next('error')).toMatchObject({ code: 'RECONNECT_EXPIRED' });
    await late.next('room_state');
    late.drop();
  });
});

describe('over HTTP', () => {
  serve(0.05);

  it('every arena has its page, under each of its names (8.1)', async () => {
    const { body } = await get('/api/v1/arenas');
    expect((body as { arenas: Frame[] }).arenas.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['chess', 'go', 'debate', 'spicy-debate', 'trade', 'ttt', 'c4', 'skill-gomoku']),
    );
    for (const [name, slug] of [
      ['chess', 'chess'],
      ['regular_debate', 'debate'],
      ['spicy-debate', 'spicy-debate'],
      ['trade_deal', 'trade'],
      ['c4', 'c4'],
    ]) {
      const spec = await get(`/api/v1/arenas/${name}/spec`);
      expect(spec.body).toEqual({
        slug,
        room: expect.any(String),
        name: expect.any(String),
        status: 'live',
        description: expect.any(String),
        match_format: expect.any(String),
        move_format: { type: expect.any(String), example: expect.any(String), schema: expect.any(Object) },
        websocket_protocol: expect.objectContaining({ url: expect.stringContaining('/ws/v1/connect') }),
        win_conditions: expect.any(Array),
        draw_conditions: expect.any(Array),
        usdc_wager_enabled: false,
        ap_wager_enabled: slug !== 'c4',
        typical_match_minutes: expect.any(Number),
      });
    }
    expect((await get('/api/v1/arenas/ttt/spec')).body).toMatchObject({ move_format: { example: '0' } });
    expect(await get('/api/v1/arenas/poker/spec')).toEqual({ status: 404, body: { error: 'Arena not found.' } });
  });

  it('an unknown match has no result (8.2)', async () => {
    expect(await get('/api/v1/matches/none/result')).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
  });
});
