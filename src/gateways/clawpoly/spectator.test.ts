import { describe, expect, test } from 'vitest';
import { having, inPhase, newGame, owning } from '../../games/clawpoly/rules.scene.ts';
import { type Client, type Frame, makeWorld, seat, stage } from './fixture.ts';

test('7.1 no code is HTTP 400, a wrong one INVALID_ROOM_CODE and 4004; codes are read in any case', async () => {
  const world = await makeWorld();
  expect(await world.open('/ws/spectator', {})).toBe(400);
  const stranger = await world.spectator('NOROOM');
  expect(stranger.frames).toMatchObject([{ type: 'error', data: { code: 'INVALID_ROOM_CODE' } }]);
  expect(stranger.closed).toBe(4004);
  const { room } = await seat(world, 2);
  expect((await world.spectator(room.roomCode.toLowerCase())).types).toEqual(['game:state', 'game:history']);
});

test('7.2 state and history come first, then each entry of the log with the state after it', async () => {
  const { agents, call, room, spectator, settle } = await stage(newGame(2), { 1: [2, 4], 4: [4, 6] });
  const early = await spectator(room.roomCode);
  agents[0]!.say('action:roll_dice');
  agents[0]!.say('action:buy');
  await settle();
  const late = await spectator(room.roomCode);
  agents[0]!.say('action:end_turn');
  await settle();
  agents[1]!.say('action:roll_dice');
  await settle();
  const { events } = (await call(`/rooms/${room.id}/log`)).body;
  const heard = ({ frames }: Client) => [
    ...frames[1].data.events,
    ...frames.slice(2).filter(({ type }: Frame) => type !== 'game:state'),
  ];
  expect(heard(early)).toMatchObject(events);
  expect(heard(late)).toMatchObject(events);
  expect(early.last('game:state').data).toEqual((await call(`/rooms/${room.id}/state`)).body);
  expect(late.frames[1].data.events.length).toBeGreaterThan(early.frames[1].data.events.length);
  expect(late.frames[0].data).toEqual({
    ...(await call(`/rooms/${room.id}/state`)).body,
    turnNumber: 1,
    currentPlayerId: 'agent-1',
    currentPlayerIndex: 0,
    players: expect.any(Array),
  });
});

test('7.2 and 1.12 the state of a room that waits, plays and is over', async () => {
  const two = having(owning(newGame(2), 1, [39], { fortress: true }), 0, { money: 10, position: 32 });
  const { agents, call, room, spectator, settle } = await stage(two, { 1: [3, 4] });
  expect((await call(`/rooms/${room.id}/state`)).body).toMatchObject({
    roomId: room.id,
    roomCode: room.roomCode,
    gamePhase: 'playing',
    turnNumber: 1,
    turnLimit: 200,
    gameSpeed: 'instant',
    currentPlayerId: 'agent-1',
    players: [
      {
        id: 'agent-1',
        name: 'Agent 1',
        token: 'lobster',
        money: 10,
        position: 32,
        properties: [],
        inLobsterPot: false,
        escapeCards: 0,
        isBankrupt: false,
        connected: true,
      },
      { id: 'agent-2', properties: [39] },
    ],
  });
  agents[0]!.say('action:roll_dice');
  await settle();
  const { body: over } = await call(`/rooms/${room.id}/state`);
  expect(over).toMatchObject({ gamePhase: 'finished', currentPlayerId: null, players: [{ isBankrupt: true }, {}] });
  expect(over.board).toHaveLength(40);
  const visitor = await spectator(room.roomCode);
  expect(visitor.frames[0].data).toEqual(over);
  expect(visitor.frames[1].data.events).toEqual((await call(`/rooms/${room.id}/log`)).body.events);
  expect(visitor.closed).toBeUndefined();
});

test('1.12 before the start everyone stands at the beginning', async () => {
  const world = await makeWorld();
  const { body: room } = await world.call('/rooms', { turnLimit: 77 });
  await world.call(`/rooms/${room.id}/join`, { name: 'First' });
  expect((await world.call(`/rooms/${room.id}/state`)).body).toMatchObject({
    gamePhase: 'waiting',
    turnNumber: 0,
    turnLimit: 77,
    gameSpeed: 'normal',
    currentPlayerId: null,
    players: [{ id: 'agent-1', money: 1500, position: 0, properties: [], connected: false }],
    board: expect.any(Array),
  });
});

test('the order of the cards leaves the server nowhere while the game runs', async () => {
  const { agents, call, room, spectator } = await stage(newGame(2));
  const visitor = await spectator(room.roomCode);
  const state = (await call(`/rooms/${room.id}/state`)).body;
  const game = (await call(`/games/${room.id}`)).body;
  expect(JSON.stringify([...agents[0]!.frames, ...visitor.frames, state, game])).not.toContain('deck');
});

describe('7.3 the owner', () => {
  const open = async (owner = true) => {
    const table = await stage(newGame(2), { 1: [2, 4] });
    const client = await table.spectator(table.room.roomCode, owner ? table.room.ownerToken : 'somebody');
    const other = await table.spectator(table.room.roomCode);
    for (const one of [client, other]) one.unread();
    return { ...table, owner: client, other };
  };

  test('7.3 nobody else commands', async () => {
    const { owner, other } = await open(false);
    for (const client of [owner, other]) {
      for (const command of ['spectator:pause', 'spectator:resume', 'spectator:set_speed']) client.say(command);
      expect(client.unread().map(({ data }: Frame) => data.code)).toEqual(['NOT_OWNER', 'NOT_OWNER', 'NOT_OWNER']);
    }
  });

  test('7.4 a pause stops every clock and refuses actions; afterwards the prompt comes again', async () => {
    const { owner, other, agents, clock, settle, arena } = await open();
    agents[0]!.say('action:trade_offer', { toId: 'agent-2', offering: { money: 1 } });
    await settle();
    for (const client of [...agents, owner, other]) client.unread();
    owner.say('spectator:pause');
    await settle();
    for (const client of [owner, other]) {
      expect(client.unread()).toMatchObject([{ type: 'game:state', data: { gamePhase: 'paused' } }]);
    }
    const { step } = arena.live[0]!.position;
    await clock.pass(200_000);
    expect(arena.live[0]!.position.step).toBe(step);
    agents[0]!.say('action:roll_dice');
    agents[1]!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
    await settle();
    for (const agent of agents) {
      expect(agent.unread()).toMatchObject([{ type: 'error', data: { code: 'INVALID_ACTION' } }]);
    }
    owner.say('spectator:pause');
    await settle();
    expect(owner.unread()).toMatchObject([{ type: 'error', data: { code: 'INVALID_ACTION' } }]);
    owner.say('spectator:resume');
    await settle();
    expect(other.unread()).toMatchObject([{ type: 'game:state', data: { gamePhase: 'playing' } }]);
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:your_turn']);
    agents[0]!.say('action:roll_dice');
    await settle();
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:buy_decision']);
  });

  test('7.3 the speed changes for everyone, also for agents that connect later', async () => {
    const { owner, other, agents, clock, settle, seats, agent, call, room } = await open();
    owner.say('spectator:set_speed', { speed: 'slow' });
    await settle();
    expect(other.unread()).toMatchObject([{ type: 'game:state', data: { gameSpeed: 'slow' } }]);
    expect(agents[0]!.unread()).toEqual([]);
    agents[0]!.say('action:roll_dice');
    await clock.pass(1999);
    expect(agents[0]!.unread()).toEqual([]);
    await clock.pass(1);
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:buy_decision']);
    expect((await agent(seats[1]!)).frames[0].data.gameConfig.gameSpeed).toBe('slow');
    expect((await call(`/rooms/${room.id}`)).body.gameSpeed).toBe('slow');
    owner.say('spectator:set_speed', { speed: 'warp' });
    expect(owner.last()).toMatchObject({ type: 'error', data: { code: 'INVALID_ACTION' } });
  });

  test.each(['', '{', '[]', '{"type":"spectator:dance"}', '{"type":"action:roll_dice"}', undefined])(
    '7.3 %j is INVALID_ACTION',
    async (text) => {
      const { owner } = await open();
      owner.raw(text);
      expect(owner.unread()).toMatchObject([{ type: 'error', data: { code: 'INVALID_ACTION' } }]);
    },
  );

  test('7.3 there is nothing to command before the start and after the end', async () => {
    const world = await makeWorld();
    const { body: room } = await world.call('/rooms', {});
    const owner = await world.spectator(room.roomCode, room.ownerToken);
    owner.say('spectator:pause');
    expect(owner.last()).toMatchObject({ type: 'error', data: { code: 'INVALID_ACTION' } });
    const over = await stage(inPhase(newGame(2, 1), 'build'));
    over.agents[0]!.say('action:end_turn');
    await over.settle();
    const late = await over.spectator(over.room.roomCode, over.room.ownerToken);
    late.say('spectator:pause');
    expect(late.last()).toMatchObject({ type: 'error', data: { code: 'INVALID_ACTION' } });
  });
});

describe('8. the log', () => {
  test('8.1 and 8.2 entries name players by id', async () => {
    const start = owning(owning(owning(newGame(3), 0, [1]), 1, [3, 6]), 2, [39], { fortress: true });
    const { agents, call, room, settle } = await stage(having(start, 1, { money: 10, position: 32 }), {
      1: [2, 4],
      3: [3, 4],
    });
    agents[0]!.say('action:trade_offer', { toId: 'agent-2', offering: { money: 5 }, requesting: { properties: [3] } });
    await settle();
    agents[1]!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
    await settle();
    agents[0]!.say('action:roll_dice');
    agents[0]!.say('action:end_turn');
    await settle();
    agents[1]!.say('action:roll_dice');
    await settle();
    agents[1]!.say('action:mortgage', { squareIndex: 6 });
    await settle();
    const { events } = (await call(`/rooms/${room.id}/log`)).body;
    expect(events.map(({ sequence }: Frame) => sequence)).toEqual(events.map((_: Frame, i: number) => i));
    expect(events.map(({ id }: Frame) => id)).toEqual(events.map((_: Frame, i: number) => `${room.id}-${i}`));
    const data = (type: string) => events.find((one: Frame) => one.type === `game:${type}`);
    const goods = { giving: { properties: [], money: 5 }, requesting: { properties: [3], money: 0 } };
    expect(data('trade_proposed')).toMatchObject({
      playerId: 'agent-1',
      data: { tradeId: 'trade-001', fromId: 'agent-1', toId: 'agent-2', ...goods },
    });
    expect(data('trade_accepted')).toMatchObject({ playerId: 'agent-2' });
    expect(data('rent_paid')).toMatchObject({
      playerId: 'agent-1',
      turnNumber: 1,
      data: { payerId: 'agent-1', ownerId: 'agent-2', squareIndex: 6, amount: 6 },
    });
    expect(data('mortgaged')).toMatchObject({ playerId: 'agent-2', data: { squareIndex: 6, value: 50 } });
    expect(data('bankrupt')).toMatchObject({ playerId: 'agent-2', data: { creditorId: 'agent-3' } });
  });

  test('1.13 and 1.14 it is read in pages, by room or by game', async () => {
    const { agents, call, room, settle } = await stage(newGame(2), { 1: [2, 4] });
    agents[0]!.say('action:roll_dice');
    await settle();
    const { body: all } = await call(`/rooms/${room.id}/log`);
    expect(all).toMatchObject({ from: 0, limit: 50 });
    expect(all.events).toHaveLength(4);
    expect((await call(`/rooms/${room.id}/log?from=1&limit=2`)).body).toEqual({
      events: all.events.slice(1, 3),
      from: 1,
      limit: 2,
    });
    expect((await call(`/rooms/${room.id}/log?from=99`)).body.events).toEqual([]);
    expect((await call(`/rooms/${room.id}/log?from=-1&limit=x`)).body).toEqual(all);
    expect((await call(`/rooms/${room.id}/log?limit=9999`)).body.limit).toBe(500);
    expect((await call(`/games/${room.id}/events?from=2`)).body.events).toEqual(all.events.slice(2));
  });

  test('8.3 it is the same after a restart, with a pause and a change of speed in between', async () => {
    const { agents, call, room, settle, spectator, restart } = await stage(newGame(2), { 1: [2, 4] });
    const owner = await spectator(room.roomCode, room.ownerToken);
    agents[0]!.say('action:roll_dice');
    await settle();
    for (const command of ['spectator:pause', 'spectator:resume']) owner.say(command);
    owner.say('spectator:set_speed', { speed: 'fast' });
    await settle();
    agents[0]!.say('action:pass');
    await settle();
    const { body: log } = await call(`/rooms/${room.id}/log`);
    expect(log.events).toHaveLength(5);
    const next = await restart();
    const visitor = await next.spectator(room.roomCode);
    expect(visitor.frames[1].data.events).toEqual(log.events);
    expect((await next.call(`/rooms/${room.id}/log`)).body).toEqual(log);
  });

  test('8.3 what happened while nobody was connected is in it', async () => {
    const { agents, call, room, clock } = await stage(newGame(2), { 1: [4, 6] });
    for (const agent of agents) agent.leave();
    await clock.pass(60_000);
    const { events } = (await call(`/rooms/${room.id}/log`)).body;
    expect(events.map(({ type }: Frame) => type)).toContain('game:turn_end');
    expect(events.map(({ sequence }: Frame) => sequence)).toEqual(events.map((_: Frame, i: number) => i));
  });
});
