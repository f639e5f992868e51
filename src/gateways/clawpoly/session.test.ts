import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { having, inPhase, newGame, owning } from '../../games/clawpoly/rules.scene.ts';
import { type Client, makeWorld, seat, stage } from './fixture.ts';
import { runTranscript } from './fixture-transcript.ts';

describe('transcripts', () => {
  const folder = join(import.meta.dirname, 'transcripts');
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    test(text.split('\n')[0]!.replace('# ', ''), () => runTranscript(text));
  }
});

describe('connecting', () => {
  test.each([{}, { roomId: 'x' }, { agentToken: 'x' }, { roomId: '', agentToken: 'x' }])(
    '3.1 the query %j is HTTP 400',
    async (query) => {
      const world = await makeWorld();
      expect(await world.open('/ws/agent', query as { [name: string]: string })).toBe(400);
    },
  );

  test('3.2 an unknown room is ROOM_NOT_FOUND and 4004, a wrong token INVALID_TOKEN and 4001', async () => {
    const world = await makeWorld();
    const { room, seats } = await seat(world, 2);
    const nowhere = await world.agent({ ...seats[0]!, roomId: 'nowhere' });
    expect(nowhere.frames).toMatchObject([{ type: 'error', data: { code: 'ROOM_NOT_FOUND' } }]);
    expect(nowhere.frames[0].timestamp).toMatch(/Z$/);
    expect(nowhere.closed).toBe(4004);
    const stranger = await world.agent({ ...seats[0]!, agentToken: room.ownerToken });
    expect(stranger.frames).toMatchObject([{ type: 'error', data: { code: 'INVALID_TOKEN' } }]);
    expect(stranger.closed).toBe(4001);
  });

  test('3.3 to 3.5 whoever connects before the start waits; game_started comes once', async () => {
    const world = await makeWorld();
    const { body: room } = await world.call('/rooms', { maxPlayers: 2, gameSpeed: 'instant', turnLimit: 30 });
    const join = async (name: string) => (await world.call(`/rooms/${room.id}/join`, { name })).body;
    const early = await world.agent(await join('First'));
    expect(early.unread()).toMatchObject([
      {
        type: 'agent:welcome',
        data: {
          playerId: 'agent-1',
          roomId: room.id,
          gameConfig: { maxPlayers: 2, turnLimit: 30, gameSpeed: 'instant' },
        },
      },
    ]);
    const late = await join('Second');
    await world.settle();
    expect(early.frames[1]).toMatchObject({
      type: 'agent:game_started',
      data: {
        players: [
          { id: 'agent-1', name: 'First', token: 'lobster' },
          { id: 'agent-2', name: 'Second', token: 'crab' },
        ],
      },
    });
    expect([...early.frames[1].data.turnOrder].sort()).toEqual(['agent-1', 'agent-2']);
    expect(early.frames[1].data.board).toHaveLength(40);

    const latecomer = await world.agent(late);
    const mover = early.frames[1].data.turnOrder[0];
    const after = mover === 'agent-2' ? ['agent:your_turn'] : [];
    expect(latecomer.types).toEqual(['agent:welcome', 'agent:game_started', ...after]);
    latecomer.leave();
    const again = await world.agent(late);
    expect(again.types).toEqual(['agent:welcome', ...after]);
  });

  const caught = having(newGame(2), 0, { position: 10, inLobsterPot: true });
  const poor = having(owning(owning(newGame(2), 1, [39]), 0, [6]), 0, { money: 10, position: 32 });
  test.each([
    ['agent:your_turn', newGame(2), [] as string[]],
    ['agent:buy_decision', inPhase(having(newGame(2), 0, { position: 6 }), 'buy'), []],
    ['agent:build_decision', inPhase(newGame(2), 'build'), []],
    ['agent:lobster_pot_decision', inPhase(caught, 'pot'), []],
    ['agent:must_raise_funds', poor, ['action:roll_dice']],
  ])('3.5 a reconnect gets the welcome and the open %s', async (prompt, state, before) => {
    const { agents, seats, agent, settle } = await stage(state, { 1: [3, 4] });
    for (const action of before) agents[0]!.say(action);
    await settle();
    agents[0]!.leave();
    const again = await agent(seats[0]!);
    expect(again.types).toEqual(['agent:welcome', prompt]);
  });

  test('3.5 a reconnect gets the trade that waits for an answer', async () => {
    const { agents, seats, agent, settle } = await stage(newGame(2));
    agents[0]!.say('action:trade_offer', { toId: 'agent-2', offering: { money: 5 } });
    await settle();
    agents[1]!.leave();
    const again = await agent(seats[1]!);
    expect(again.types).toEqual(['agent:welcome', 'agent:trade_received']);
    again.say('action:trade_respond', { tradeId: 'trade-001', accept: false });
    await settle();
    expect(again.types).toHaveLength(2);
  });

  test('3.6 a second connection takes over, and the agent was never away', async () => {
    const { agents, seats, agent, clock, settle, arena } = await stage(newGame(2), { 1: [2, 4] });
    const second = await agent(seats[0]!);
    await settle();
    expect(agents[0]!.closed).toBe(4000);
    agents[0]!.events.closed();
    expect(second.types).toEqual(['agent:welcome', 'agent:your_turn']);
    second.say('action:roll_dice');
    await settle();
    expect(second.last().type).toBe('agent:buy_decision');
    await clock.pass(0);
    expect(arena.live[0]!.position.strikes).toEqual([0, 0]);
  });

  test('3.9 every frame has the time', async () => {
    const world = await makeWorld();
    const { agents, room } = await seat(world, 2);
    const spectator = await world.spectator(room.roomCode);
    agents[0]!.raw('?');
    for (const frame of [...agents, spectator].flatMap(({ frames }) => frames)) {
      expect(frame.timestamp).toBe(new Date(Date.parse(frame.timestamp)).toISOString());
    }
  });
});

describe('the end', () => {
  const rich = owning(newGame(3), 1, [39], { fortress: true });
  const doomed = having(rich, 0, { money: 10, position: 32 });

  test('3.7 whoever is bankrupt stays connected and hears of the end like everyone', async () => {
    const { agents, settle, seats, agent, call, room } = await stage(doomed, { 1: [3, 4], 3: [1, 2], 5: [1, 2] });
    agents[0]!.say('action:roll_dice');
    await settle();
    expect(agents[0]!.closed).toBeUndefined();
    expect(agents[0]!.unread()).toEqual([]);
    agents[0]!.say('action:roll_dice');
    await settle();
    expect(agents[0]!.unread()).toMatchObject([{ type: 'error', data: { code: 'NOT_YOUR_TURN' } }]);
    agents[0]!.leave();
    const bankrupt = await agent(seats[0]!);
    expect(bankrupt.types).toEqual(['agent:welcome']);
    expect((await call(`/rooms/${room.id}/state`)).body.players[0].isBankrupt).toBe(true);
  });

  async function finished() {
    const two = having(owning(newGame(2), 1, [39], { fortress: true }), 0, { money: 10, position: 32 });
    const table = await stage(two, { 1: [3, 4] });
    table.agents[0]!.say('action:roll_dice');
    await table.settle();
    return table;
  }

  test('3.7 game_over has winner, reason and standings; then the connection closes with 1000', async () => {
    const { agents } = await finished();
    for (const agent of agents) {
      expect(agent.unread()).toMatchObject([
        {
          type: 'agent:game_over',
          data: {
            winnerId: 'agent-2',
            reason: 'last_standing',
            finalStandings: [
              { id: 'agent-2', placement: 1, money: 1510, properties: 1 },
              { id: 'agent-1', placement: 2, bankruptAtTurn: 1 },
            ],
          },
        },
      ]);
      expect(agent.closed).toBe(1000);
    }
  });

  test('3.2 after the end every token is INVALID_TOKEN, and joins are refused', async () => {
    const { seats, agent, call, room } = await finished();
    for (const one of seats) {
      const again = await agent(one);
      expect(again.frames).toMatchObject([{ type: 'error', data: { code: 'INVALID_TOKEN' } }]);
      expect(again.closed).toBe(4001);
    }
    expect(await call(`/rooms/${room.id}/join`, { name: 'Late' })).toEqual({
      status: 409,
      body: { error: 'Game already started' },
    });
  });

  test('3.7 the turn limit ends the game with the wealthiest first', async () => {
    const { agents, settle } = await stage(inPhase(having(newGame(2, 1), 1, { money: 1600 }), 'build'));
    agents[0]!.say('action:end_turn');
    await settle();
    expect(agents[0]!.last()).toMatchObject({
      type: 'agent:game_over',
      data: {
        winnerId: 'agent-2',
        reason: 'turn_limit',
        finalStandings: [
          { id: 'agent-2', placement: 1, money: 1600, properties: 0 },
          { id: 'agent-1', placement: 2, money: 1500, properties: 0 },
        ],
      },
    });
  });

  test('3.7 nobody wins a shared first place', async () => {
    const { agents, settle } = await stage(inPhase(newGame(2, 1), 'build'));
    agents[0]!.say('action:end_turn');
    await settle();
    expect(agents[1]!.last().data).toMatchObject({
      winnerId: null,
      finalStandings: [{ placement: 1 }, { placement: 1 }],
    });
  });
});

test('1.17 rooms and tokens survive a restart, waiting and in play', async () => {
  const world = await makeWorld();
  const { body: waiting } = await world.call('/rooms', { maxPlayers: 2, name: 'Patience' });
  const { body: first } = await world.call(`/rooms/${waiting.id}/join`, { name: 'First', token: 'shark' });
  const { room, seats, agents } = await seat(world, 2);
  const mover = agents.findIndex(({ types }) => types.includes('agent:your_turn'));
  agents[mover]!.say('action:roll_dice');
  await world.settle();
  const prompt = agents[mover]!.last();
  const { body: log } = await world.call(`/rooms/${room.id}/log`);

  const next = await world.restart();
  expect((await next.call(`/rooms/${room.id}/log`)).body).toEqual(log);
  const again: Client[] = [];
  for (const one of seats) again.push(await next.agent(one));
  expect(again[mover]!.frames).toMatchObject([{ type: 'agent:welcome' }, { type: prompt.type, data: prompt.data }]);
  expect(again[1 - mover]!.types).toEqual(['agent:welcome']);

  expect((await next.call(`/rooms/${waiting.id}`)).body).toMatchObject({
    status: 'waiting',
    name: 'Patience',
    roomCode: waiting.roomCode,
    players: [{ id: 'agent-1', name: 'First', token: 'shark' }],
  });
  const early = await next.agent(first);
  expect(early.types).toEqual(['agent:welcome']);
  const started = await next.call(`/rooms/${waiting.id}/start`, { ownerToken: waiting.ownerToken });
  expect(started.body).toEqual({ error: 'Need at least 2 players' });
});

test('1.17 a server that died before it noted the match finds it by its seats', async () => {
  const world = await makeWorld();
  const { room, seats } = await seat(world, 3);
  const document = (await world.storage.documents.get('clawpoly-room', room.id))!;
  await world.storage.documents.put('clawpoly-room', room.id, document.version, {
    ...(document.body as object),
    match: null,
  });
  const next = await world.restart();
  expect((await next.call(`/rooms/${room.id}`)).body.status).toBe('playing');
  expect((await next.agent(seats[0]!)).types[0]).toBe('agent:welcome');
  expect(next.arena.live).toHaveLength(1);
});
