// Longer than most files: section 1 of SPEC.md, rule by rule.
import { describe, expect, test } from 'vitest';
import { inPhase, newGame } from '../../../games/clawpoly/rules.scene.ts';
import { type Frame, makeWorld, seat, stage, type World } from '../fixture.ts';

const UUID = expect.stringMatching(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/);
const error = (status: number, text: string) => ({ status, body: { error: text } });

const create = async (world: World, wish: object = {}): Promise<Frame> => (await world.call('/rooms', wish)).body;
const join = (world: World, room: Frame, body: object, key?: string) => world.call(`/rooms/${room.id}/join`, body, key);

describe('1. creating', () => {
  test('1.1 a room answers 201 with all its fields and the owner’s token', async () => {
    const world = await makeWorld();
    const { status, body } = await world.call('/rooms', { name: '  The\nReef  ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: UUID,
      roomId: body.id,
      roomCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{6}$/),
      name: 'The Reef',
      status: 'waiting',
      playerCount: 0,
      maxPlayers: 4,
      turnLimit: 200,
      gameSpeed: 'normal',
      createdAt: '2026-01-01T00:00:00.000Z',
      ownerToken: UUID,
    });
    expect((await create(world)).name).toMatch(/^Room [A-Z2-9]{6}$/);
  });

  test.each([
    { maxPlayers: 1 },
    { maxPlayers: 7 },
    { maxPlayers: '4' },
    { maxPlayers: 2.5 },
    { turnLimit: 0 },
    { turnLimit: 1001 },
    { gameSpeed: 'warp' },
    { bots: 5 },
    { bots: -1 },
  ])('1.2 %j is 400 and says so', async (wish) => {
    const { status, body } = await (await makeWorld()).call('/rooms', wish);
    expect(status).toBe(400);
    expect(body.error).toContain(Object.keys(wish)[0]);
  });

  test('1.3 bots sit first, and a room that they fill plays by itself to the end', async () => {
    const world = await makeWorld();
    const mixed = await create(world, { bots: 2, maxPlayers: 3 });
    expect((await world.call(`/rooms/${mixed.id}`)).body).toMatchObject({
      playerCount: 2,
      players: [{ id: 'agent-1', name: expect.stringMatching(/bot/i) }, { id: 'agent-2' }],
    });
    expect((await join(world, mixed, { name: 'Me' })).body.playerId).toBe('agent-3');
    const full = await create(world, { bots: 2, maxPlayers: 2, gameSpeed: 'instant', turnLimit: 20 });
    await expect.poll(async () => (await world.call(`/games/${full.id}`)).body.status).toBe('finished');
    const { body } = await world.call(`/games/${full.id}`);
    expect(body).toMatchObject({ turnNumber: 20, reason: 'turn_limit', finalStandings: [{}, {}] });
    expect(world.faults).toEqual([]);
  });

  test('1.3 bots of a room that waits are there again after a restart', async () => {
    const world = await makeWorld();
    const room = await create(world, { bots: 1, maxPlayers: 2, gameSpeed: 'instant' });
    const next = await world.restart();
    const { body } = await join(next, room, { name: 'Me' });
    await next.settle();
    const me = await next.agent(body);
    expect(me.types).toContain('agent:game_started');
    expect(next.arena.live[0]!.record.seats.map(({ kind }) => kind)).toEqual(['bot', 'guest']);
  });

  test('1.19 the owner adds bots to a room that waits; a room that they fill starts', async () => {
    const world = await makeWorld();
    const room = await create(world, { maxPlayers: 3, gameSpeed: 'instant', turnLimit: 5 });
    const { ownerToken } = room;
    const watcher = await world.spectator(room.roomCode);
    await join(world, room, { name: 'Me' });
    const add = (body: object) => world.call(`/rooms/${room.id}/add-bots`, body);
    expect(await add({ count: 1 })).toEqual(error(403, "The room's ownerToken is required"));
    for (const count of [0, 3, 1.5, 'two']) {
      expect(await add({ count, ownerToken })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^count /) },
      });
    }
    expect(await add({ count: 1, ownerToken })).toMatchObject({
      status: 200,
      body: { playerCount: 2, status: 'waiting' },
    });
    expect(watcher.last()).toMatchObject({ type: 'room:player_joined', data: { player: { id: 'agent-2' } } });
    const next = await world.restart();
    expect((await next.call(`/rooms/${room.id}`)).body).toMatchObject({ playerCount: 2 });
    const { body } = await next.call(`/rooms/${room.id}/add-bots`, { ownerToken });
    await next.settle();
    expect(body).toMatchObject({ playerCount: 3 });
    expect((await next.call(`/rooms/${room.id}`)).body.status).not.toBe('waiting');
    expect(await next.call(`/rooms/${room.id}/add-bots`, { count: 1, ownerToken })).toEqual(
      error(409, 'Game already started'),
    );
  });

  test('1.4 premium rooms are 501, and there is no payment to verify', async () => {
    const world = await makeWorld();
    expect((await world.call('/rooms', { mode: 'premium', entryFee: { amount: 1 } })).status).toBe(501);
    const room = await create(world);
    expect(await world.call(`/rooms/${room.id}/verify-payment`, { agentId: 'agent-1', txHash: '0x' })).toEqual({
      status: 200,
      body: { verified: false, confirmations: 0, message: expect.any(String) },
    });
    expect(await world.call('/rooms/none/verify-payment', {})).toEqual(error(404, 'Room not found'));
  });

  test('1.5 rooms are listed with both names of their fields until they are over', async () => {
    const over = await stage(inPhase(newGame(2, 1), 'build'));
    const room = await create(over);
    await join(over, room, { name: 'Me', token: 'shark' });
    const { rooms } = (await over.call('/rooms')).body;
    expect(rooms.map(({ status }: Frame) => status)).toEqual(['playing', 'waiting']);
    expect(rooms[1]).toEqual({
      ...(await over.call(`/rooms/${room.id}`)).body,
      id: room.id,
      roomId: room.id,
      playerCount: 1,
      players: [{ id: 'agent-1', name: 'Me', token: 'shark', color: expect.any(String), connected: false }],
    });
    expect(JSON.stringify(rooms)).not.toContain('ownerToken');
    over.agents[0]!.say('action:end_turn');
    await over.settle();
    expect((await over.call('/rooms')).body.rooms).toHaveLength(1);
    expect(await over.call('/rooms/none')).toEqual(error(404, 'Room not found'));
  });
});

describe('1. joining', () => {
  test('1.6 and 1.7 a join answers with the token and the piece; taken and unknown pieces become the first free one', async () => {
    const world = await makeWorld();
    const room = await create(world);
    const joined = [];
    for (const token of ['octopus', 'octopus', 'whale', undefined]) {
      joined.push((await join(world, room, { name: 'MyAgent', token })).body);
    }
    expect(joined[0]).toEqual({
      agentToken: UUID,
      playerId: 'agent-1',
      roomId: room.id,
      roomCode: room.roomCode,
      assignedToken: 'octopus',
      token: 'octopus',
      color: expect.stringMatching(/^#/),
    });
    expect(joined.map(({ assignedToken }) => assignedToken)).toEqual(['octopus', 'lobster', 'crab', 'seahorse']);
    expect(joined.map(({ playerId }) => playerId)).toEqual(['agent-1', 'agent-2', 'agent-3', 'agent-4']);
    expect(new Set(joined.map(({ agentToken }) => agentToken)).size).toBe(4);
  });

  test.each([{}, { name: '' }, { name: '  ' }, { name: 7 }, { name: '\n' }, { agentName: null }])(
    '1.8 %j is 400 "name is required"',
    async (body) => {
      const world = await makeWorld();
      expect(await join(world, await create(world), body)).toEqual(error(400, 'name is required'));
    },
  );

  test('1.6 a name is one line of at most 32 characters', async () => {
    const world = await makeWorld();
    const room = await create(world);
    await join(world, room, { name: `a\u0000b${'x'.repeat(100)}` });
    const [{ name }] = (await world.call(`/rooms/${room.id}`)).body.players;
    expect(name).toBe(`a b${'x'.repeat(29)}`);
  });

  test('1.8 an unknown room is 404, a full or started one 409', async () => {
    const world = await makeWorld();
    expect(await world.call('/rooms/none/join', { name: 'Me' })).toEqual(error(404, 'Room not found'));
    const { room } = await seat(world, 2);
    expect(await join(world, room, { name: 'Me' })).toEqual(error(409, 'Game already started'));
  });

  test('1.8 many who join at once get different seats, and no more than there are', async () => {
    const world = await makeWorld();
    const room = await create(world);
    const replies = await Promise.all(Array.from({ length: 9 }, (_, i) => join(world, room, { name: `A${i}` })));
    const ids = replies.filter(({ status }) => status === 200).map(({ body }) => body.playerId);
    expect(ids.sort()).toEqual(['agent-1', 'agent-2', 'agent-3', 'agent-4']);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
    await world.settle();
    expect(world.arena.live).toHaveLength(1);
  });

  test('1.9 a key makes it the account’s seat, once per room; a wrong key is 401, a banned account 403', async () => {
    const world = await makeWorld();
    const made = await world.accounts.register('Alpha');
    if ('error' in made) throw new Error(made.error);
    const room = await create(world);
    expect((await join(world, room, { name: 'Another' }, made.apiKey)).status).toBe(200);
    expect((await world.call(`/rooms/${room.id}`)).body.players[0].name).toBe('Alpha');
    expect((await join(world, room, { name: 'Another' }, made.apiKey)).status).toBe(409);
    expect(await join(world, room, { name: 'Me' }, 'wrong')).toEqual(error(401, 'Invalid API key'));
    await world.accounts.ban(made.agent.id);
    expect((await join(world, room, { name: 'Me' }, made.apiKey)).status).toBe(403);
  });
});

describe('1. starting', () => {
  test.each([
    ['the owner’s token in the body', ({ room }: Frame) => [{ ownerToken: room.ownerToken }]],
    ['the owner’s token as Bearer', ({ room }: Frame) => [{}, room.ownerToken]],
    ['an agent’s token in the body', ({ seats }: Frame) => [{ agentToken: seats[1].agentToken }]],
    ['an agent’s token as Bearer', ({ seats }: Frame) => [{}, seats[0].agentToken]],
  ])('1.10 with %s', async (_, words) => {
    const world = await makeWorld();
    const room = await create(world);
    const seats = [(await join(world, room, { name: 'A' })).body, (await join(world, room, { name: 'B' })).body];
    const [body, key] = words({ room, seats });
    const started = await world.call(`/rooms/${room.id}/start`, body, key);
    expect(started).toMatchObject({ status: 200, body: { id: room.id, status: 'playing', playerCount: 2 } });
    expect(await world.call(`/rooms/${room.id}/start`, body, key)).toEqual(error(409, 'Game not in waiting phase'));
  });

  test('1.10 without a token 403, alone 409, nowhere 404', async () => {
    const world = await makeWorld();
    const room = await create(world);
    await join(world, room, { name: 'A' });
    expect((await world.call(`/rooms/${room.id}/start`, {})).status).toBe(403);
    expect((await world.call(`/rooms/${room.id}/start`, { ownerToken: 'x', agentToken: 7 })).status).toBe(403);
    const { ownerToken } = room;
    expect(await world.call(`/rooms/${room.id}/start`, { ownerToken })).toEqual(error(409, 'Need at least 2 players'));
    expect(await world.call('/rooms/none/start', { ownerToken })).toEqual(error(404, 'Room not found'));
  });

  test('1.10 an empty body with a JSON type is an empty one', async () => {
    const world = await makeWorld();
    const room = await create(world);
    const reply = await world.http.inject({
      method: 'POST',
      url: `/api/v1/rooms/${room.id}/start`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${room.ownerToken}` },
    });
    expect(reply.json()).toEqual({ error: 'Need at least 2 players' });
  });

  test('1.11 a full room starts by itself', async () => {
    const world = await makeWorld();
    const { room } = await seat(world, 3);
    expect((await world.call(`/rooms/${room.id}`)).body.status).toBe('playing');
  });
});

test('1.14 games are listed once they have started, the newest first, with how they ended', async () => {
  const world = await stage(inPhase(newGame(2, 1), 'build'));
  const waiting = await create(world);
  const second = await seat(world, 2);
  const { games } = (await world.call('/games')).body;
  expect(games.map(({ id }: Frame) => id)).toEqual([second.room.id, world.room.id]);
  expect((await world.call('/games?limit=1&offset=1')).body.games).toMatchObject([{ id: world.room.id }]);
  expect((await world.call('/games?limit=1&page=2')).body).toMatchObject({
    games: [{ id: world.room.id }],
    total: 2,
    page: 2,
    limit: 1,
    pages: 2,
  });
  expect((await world.call('/games?limit=0')).body).toMatchObject({ games: [], total: 2, pages: 0 });
  expect(await world.call(`/games/${waiting.id}`)).toEqual(error(404, 'Game not found'));
  expect(await world.call('/games/none/events')).toEqual(error(404, 'Game not found'));
  expect((await world.call(`/games/${world.room.id}`)).body).toMatchObject({
    status: 'playing',
    turnNumber: 1,
    winnerId: null,
    reason: null,
    finishedAt: null,
    finalStandings: null,
    state: { gamePhase: 'playing' },
  });
  world.agents[0]!.say('action:end_turn');
  await world.settle();
  expect((await world.call(`/games/${world.room.id}`)).body).toMatchObject({
    status: 'finished',
    reason: 'turn_limit',
    finishedAt: expect.any(String),
    finalStandings: [{ placement: 1 }, { placement: 1 }],
    state: { gamePhase: 'finished' },
  });
  const listed = {
    _id: world.room.id,
    totalTurns: 1,
    startedAt: expect.stringMatching(/Z$/),
    players: [{ id: 'agent-1', placement: 1 }, { placement: 1 }],
  };
  expect((await world.call('/games')).body.games).toMatchObject([
    { players: [{ placement: null }, { placement: null }], totalTurns: 1 },
    listed,
  ]);
  const next = await world.restart();
  expect((await next.call('/games?page=2&limit=1')).body.games).toMatchObject([listed]);
});

describe('1.15 bodies', () => {
  const post = async (payload: string, type: string) => {
    const { http } = await makeWorld();
    return http.inject({ method: 'POST', url: '/api/v1/rooms', payload, headers: { 'content-type': type } });
  };

  test('are JSON by their type too', async () => {
    expect((await post('{"maxPlayers":3}', 'text/plain')).statusCode).toBe(415);
    expect((await post('{"maxPlayers":3}', 'application/json; charset=utf-8')).json()).toMatchObject({ maxPlayers: 3 });
    expect((await post('', 'application/json')).statusCode).toBe(201);
    expect((await post('[1]', 'application/json')).statusCode).toBe(201);
  });

  test('a field that is null counts as left out', async () => {
    const nulls = { name: null, maxPlayers: null, turnLimit: null, gameSpeed: null, bots: null, mode: null };
    const { statusCode, body } = await post(JSON.stringify(nulls), 'application/json');
    expect([statusCode, JSON.parse(body)]).toMatchObject([201, { maxPlayers: 4, turnLimit: 200, gameSpeed: 'normal' }]);
  });

  test('a broken one is 400, a long one 413, each with an error', async () => {
    expect((await post('{', 'application/json')).json()).toEqual({ error: 'Invalid JSON body' });
    const long = await post(JSON.stringify({ name: 'x'.repeat(20_000) }), 'application/json');
    expect(long.statusCode).toBe(413);
    expect(long.json()).toEqual({ error: expect.any(String) });
  });
});

describe('1.16 bounds', () => {
  test('a room that waited an hour with nobody connected is gone, also after a restart', async () => {
    const world = await makeWorld();
    const [idle, watched] = [await create(world), await create(world)];
    await world.spectator(watched.roomCode);
    const { body } = await join(world, idle, { name: 'Gone' });
    await world.clock.pass(3_600_000);
    expect((await world.call('/rooms')).body.rooms.map(({ id }: Frame) => id)).toEqual([watched.id]);
    expect((await world.agent(body)).closed).toBe(4004);
    const next = await world.restart();
    expect((await next.call(`/rooms/${idle.id}`)).status).toBe(404);
  });

  test('an address may create 600 rooms a minute, then it is 429', async () => {
    const world = await makeWorld();
    const statuses = await Promise.all(
      Array.from({ length: 610 }, async () => (await world.call('/rooms', {})).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(500);
    expect(statuses.filter((status) => status === 429)).toHaveLength(110);
  });
});

test('1.17 no token is stored', async () => {
  const world = await makeWorld();
  const { room, seats } = await seat(world, 2);
  const stored = JSON.stringify(await world.storage.documents.list('clawpoly-room'));
  for (const token of [room.ownerToken, ...seats.map(({ agentToken }) => agentToken)]) {
    expect(stored).not.toContain(token);
  }
});
