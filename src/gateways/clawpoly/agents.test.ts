import { describe, expect, test } from 'vitest';
import { having, inPhase, newGame, owning } from '../../games/clawpoly/rules.scene.ts';
import type { State } from '../../games/clawpoly/state.ts';
import { type Client, type Frame, makeWorld, staged, type World } from './fixture.ts';

const NOTHING = {
  gamesPlayed: 0,
  wins: 0,
  losses: 0,
  winRate: 0,
  propertiesBought: 0,
  outpostsBuilt: 0,
  fortressesBuilt: 0,
  timesInLobsterPot: 0,
  bankruptcies: 0,
  avgPlacement: 0,
  elo: 1200,
};

const register = (world: World, agentId: string, name = 'MyAgent') =>
  world.call('/agents/register', { agentId, name, description: 'Plays well' });

async function account(world: World, name: string) {
  const made = await world.accounts.register(name);
  if ('error' in made) throw new Error(made.error);
  return { id: made.agent.id, key: made.apiKey };
}

/** Plays the stage with those who join like this, in order of seats. */
async function playWith(world: World, joins: { body: object; key?: string }[], bots = 0) {
  const wish = { maxPlayers: joins.length + bots, gameSpeed: 'instant', bots };
  const { body: room } = await world.call('/rooms', wish);
  const agents: Client[] = [];
  for (const { body, key } of joins) {
    agents.push(await world.agent((await world.call(`/rooms/${room.id}/join`, body, key)).body));
  }
  await world.settle();
  return { room, agents };
}

/** Seat 0 lands on the fortress of seat 1 and is bankrupt. */
const doomed = having(owning(newGame(2), 1, [39], { fortress: true }), 0, { money: 10, position: 32 });
const DICE = { 1: [3, 4] };

async function lose(world: World, joins: { body: object; key?: string }[], bots = 0) {
  const { agents, room } = await playWith(world, joins, bots);
  agents[0]!.say('action:roll_dice');
  await world.settle();
  return room;
}

const open = (state: State = doomed, dice: { [decision: number]: number[] } = DICE) =>
  makeWorld({ game: staged(state, dice) });
const statsOf = async (world: World, id: string) => (await world.call(`/agents/${id}`)).body.stats;

describe('2.1 registering', () => {
  test('a profile answers 201 with its stats, and again 200 as it is', async () => {
    const world = await makeWorld();
    const first = await register(world, 'my-agent-v1');
    expect(first).toEqual({
      status: 201,
      body: { agentId: 'my-agent-v1', name: 'MyAgent', registered: true, stats: NOTHING },
    });
    expect(await register(world, 'my-agent-v1', 'Thief')).toEqual({ ...first, status: 200 });
    const next = await world.restart();
    expect(await register(next, 'my-agent-v1', 'Thief')).toEqual({ ...first, status: 200 });
  });

  test.each([
    [{ name: 'X' }, 'agentId is required'],
    [{ agentId: 'x' }, 'name is required'],
    [{ agentId: '', name: 'X' }, /agentId must/],
    [{ agentId: 7, name: 'X' }, /agentId must/],
    [{ agentId: '../x', name: 'X' }, /agentId must/],
    [{ agentId: 'leaderboard', name: 'X' }, /agentId must/],
    [{ agentId: 'x'.repeat(65), name: 'X' }, /agentId must/],
  ])('%j is 400', async (body, error) => {
    const reply = await (await makeWorld()).call('/agents/register', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(error);
  });

  test('an account’s id is taken', async () => {
    const world = await makeWorld();
    const { id } = await account(world, 'Alpha');
    expect((await register(world, id)).status).toBe(409);
  });

  test('at least 120 a minute, and in the end 429', async () => {
    const world = await makeWorld();
    while (world.accounts.limits.registrations.allows('127.0.0.1'))
      world.accounts.limits.registrations.take('127.0.0.1');
    expect((await register(world, 'late')).status).toBe(429);
    await world.clock.pass(60_000);
    for (let i = 0; i < 120; i++) expect((await register(world, `agent-${i}`)).status).toBe(201);
  });
});

describe('2.2 looking up', () => {
  test('agents are listed in pages, profiles and then accounts', async () => {
    const world = await makeWorld();
    for (const id of ['p1', 'p2']) await register(world, id);
    const alpha = await account(world, 'Alpha');
    await account(world, 'Beta');
    const { agents } = (await world.call('/agents')).body;
    expect(agents.map(({ name }: Frame) => name)).toEqual(['MyAgent', 'MyAgent', 'Alpha', 'Beta']);
    expect(agents[0]).toEqual({
      agentId: 'p1',
      name: 'MyAgent',
      description: 'Plays well',
      registered: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      stats: NOTHING,
    });
    const { agents: page } = (await world.call('/agents?limit=2&offset=1')).body;
    expect(page.map(({ agentId }: Frame) => agentId)).toEqual(['p2', alpha.id]);
  });

  test('an unknown agent is 404', async () => {
    expect(await (await makeWorld()).call('/agents/nobody')).toEqual({
      status: 404,
      body: { error: 'Agent not found' },
    });
  });

  test('an account shows ratings, opponents and how its rating changed', async () => {
    const world = await open();
    const [a, b] = [await account(world, 'Alpha'), await account(world, 'Beta')];
    await lose(world, [
      { body: {}, key: a.key },
      { body: {}, key: b.key },
    ]);
    const { body } = await world.call(`/agents/${b.id}`);
    expect(body).toMatchObject({
      agentId: b.id,
      name: 'Beta',
      ratings: { clawpoly: 1216 },
      opponents: [{ id: a.id, name: 'Alpha', wins: 1, losses: 0, draws: 0 }],
      rating_history: [{ game: 'clawpoly', rating: 1216, change: 16, match_id: expect.any(String) }],
      stats: { ...NOTHING, gamesPlayed: 1, wins: 1, winRate: 1, avgPlacement: 1, elo: 1216 },
    });
    expect(await statsOf(world, a.id)).toEqual({
      ...NOTHING,
      gamesPlayed: 1,
      losses: 1,
      bankruptcies: 1,
      avgPlacement: 2,
      elo: 1184,
    });
  });
});

describe('2.3 and 2.4 what is counted', () => {
  test('a profile’s figures are its own, with an Elo of its own', async () => {
    const world = await open();
    for (const id of ['p1', 'p2']) await register(world, id);
    const joins = [{ body: { name: 'One', agentId: 'p1' } }, { body: { name: 'Two', agentId: 'p2' } }];
    await lose(world, joins);
    await lose(world, [...joins].reverse());
    expect(await statsOf(world, 'p1')).toMatchObject({
      gamesPlayed: 2,
      wins: 1,
      losses: 1,
      winRate: 0.5,
      avgPlacement: 1.5,
    });
    const { body } = await world.call('/agents/p2');
    expect(body.ratings.clawpoly + (await world.call('/agents/p1')).body.ratings.clawpoly).toBeCloseTo(2400);
    expect(body.opponents).toEqual([{ id: 'p1', name: 'One', wins: 1, losses: 1, draws: 0 }]);
    expect(body.rating_history).toHaveLength(2);
  });

  test('against a guest that nobody knows a profile’s Elo moves, and the guest leaves no figure', async () => {
    const world = await open();
    await register(world, 'p1');
    await lose(world, [{ body: { name: 'One', agentId: 'p1' } }, { body: { name: 'Guest' } }]);
    expect((await statsOf(world, 'p1')).elo).toBe(1184);
    const effects = (await world.storage.matches.result((await world.arena.list({ limit: 1 }))[0]!.id))!.effects;
    expect(new Set(effects.map(({ agent }) => agent))).toEqual(new Set(['profile:p1']));
  });

  test('an account is not rated against those who showed no key, but its game counts', async () => {
    const world = await open();
    const alpha = await account(world, 'Alpha');
    await lose(world, [{ body: {}, key: alpha.key }, { body: { name: 'Guest' } }]);
    expect(await statsOf(world, alpha.id)).toMatchObject({ gamesPlayed: 1, losses: 1, elo: 1200 });
  });

  test('a game with a bot is practice: no Elo changes', async () => {
    const world = await open(inPhase(newGame(2, 1), 'build'));
    await register(world, 'p1');
    await register(world, 'p2');
    const { agents } = await playWith(world, [{ body: { name: 'One', agentId: 'p1' } }], 1);
    await expect.poll(() => agents[0]!.closed).toBe(1000);
    expect(await statsOf(world, 'p1')).toMatchObject({ gamesPlayed: 1, elo: 1200 });
  });

  test('squares bought and buildings built are counted once, also with a note in between', async () => {
    const built = owning(owning(newGame(2, 1), 0, [1], { outposts: 4 }), 0, [3], { outposts: 3 });
    const world = await open(having(built, 0, { position: 23 }), { 1: [2, 3] });
    await register(world, 'p1');
    const joins = [{ body: { name: 'One', agentId: 'p1' } }, { body: { name: 'Two' } }];
    const { agents, room } = await playWith(world, joins);
    const owner = await world.spectator(room.roomCode, room.ownerToken);
    agents[0]!.say('action:roll_dice');
    agents[0]!.say('action:buy');
    await world.settle();
    for (const command of ['spectator:pause', 'spectator:resume']) owner.say(command);
    await world.settle();
    agents[0]!.say('action:build', { squareIndex: 3 });
    agents[0]!.say('action:upgrade', { squareIndex: 1 });
    agents[0]!.say('action:end_turn');
    await world.settle();
    expect(agents[0]!.types).not.toContain('error');
    expect(await statsOf(world, 'p1')).toMatchObject({
      gamesPlayed: 1,
      propertiesBought: 1,
      outpostsBuilt: 1,
      fortressesBuilt: 1,
      timesInLobsterPot: 0,
    });
  });

  test('a visit to the pot is counted', async () => {
    const world = await open(having(newGame(2, 1), 0, { position: 25 }), { 1: [2, 3] });
    await register(world, 'p1');
    const joins = [{ body: { name: 'One', agentId: 'p1' } }, { body: { name: 'Two' } }];
    const { agents } = await playWith(world, joins);
    agents[0]!.say('action:roll_dice');
    agents[0]!.say('action:end_turn');
    await world.settle();
    expect(await statsOf(world, 'p1')).toMatchObject({ gamesPlayed: 1, timesInLobsterPot: 1 });
  });

  test('a game that is broken off changes nothing', async () => {
    const world = await open(newGame(2));
    await register(world, 'p1');
    await playWith(world, [{ body: { name: 'One', agentId: 'p1' } }, { body: { name: 'Two' } }]);
    const next = await world.restart();
    await next.clock.pass(300_000);
    expect(next.arena.live).toEqual([]);
    expect(await statsOf(next, 'p1')).toEqual(NOTHING);
  });

  test('the same profile or account does not sit in a room twice', async () => {
    const world = await makeWorld();
    await register(world, 'p1');
    const { body: room } = await world.call('/rooms', {});
    const join = () => world.call(`/rooms/${room.id}/join`, { name: 'One', agentId: 'p1' });
    expect((await join()).status).toBe(200);
    expect((await join()).status).toBe(409);
  });
});

test('2.5 the leaderboard has profiles and accounts by Elo, in pages, at both addresses', async () => {
  const world = await open();
  for (const id of ['p1', 'p2']) await register(world, id, id);
  const [a, b] = [await account(world, 'Alpha'), await account(world, 'Beta')];
  const keyed = [
    { body: {}, key: a.key },
    { body: {}, key: b.key },
  ];
  await lose(world, keyed);
  await lose(world, keyed);
  await lose(world, [{ body: { name: 'x', agentId: 'p2' } }, { body: { name: 'y', agentId: 'p1' } }]);
  const { body } = await world.call('/leaderboard');
  expect(body.leaderboard.map(({ rank, name }: Frame) => `${rank} ${name}`)).toEqual([
    '1 Beta',
    '2 p1',
    '3 p2',
    '4 Alpha',
  ]);
  expect(body.leaderboard[1]).toEqual({
    rank: 2,
    agentId: 'p1',
    name: 'p1',
    ...NOTHING,
    gamesPlayed: 1,
    wins: 1,
    winRate: 1,
    avgPlacement: 1,
    elo: 1216,
  });
  expect((await world.call('/agents/leaderboard')).body).toEqual(body);
  expect((await world.call('/leaderboard?limit=2&offset=1')).body.leaderboard).toEqual(body.leaderboard.slice(1, 3));
});
