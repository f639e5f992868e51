import { expect, test } from 'vitest';
import type { MatchHandle } from '../../core/arena.ts';
import { type Frame, makeWorld, type Seated, type World } from './fixture.ts';

/** An agent that came by the queue of another protocol. */
function visitor(world: World, agent: string) {
  const matches: MatchHandle[] = [];
  const stays: (() => void)[] = [];
  const seated = world.arena.lobby.queue('clawpoly', {
    agent,
    name: agent.toUpperCase(),
    kind: 'agent',
    via: 'elsewhere',
    begin(match, seat) {
      matches.push(match);
      stays.push(match.watch(seat, () => {}));
    },
    dismiss() {},
  });
  if ('refused' in seated) throw new Error(seated.refused);
  return { table: seated.table.id, matches, leave: () => stays.forEach((leave) => void leave()) };
}

const waiting = async (world: World): Promise<Frame[]> =>
  (await world.call('/rooms')).body.rooms.filter(({ status }: Frame) => status === 'waiting');

const joinAs = async (world: World, roomId: string, name: string): Promise<Seated> =>
  (await world.call(`/rooms/${roomId}/join`, { name })).body;

async function ownRoom(world: World, wish: object = {}): Promise<Frame> {
  const { body } = await world.call('/rooms', { gameSpeed: 'instant', ...wish });
  return body;
}

test('1.18 four agents of a queue fill a room that is listed, played and kept like any other', async () => {
  const world = await makeWorld();
  visitor(world, 'a');
  visitor(world, 'b');
  const [room] = await waiting(world);
  expect(room).toMatchObject({ playerCount: 2, maxPlayers: 4, turnLimit: 200, gameSpeed: 'fast' });
  expect(room.players).toMatchObject([
    { id: 'agent-1', name: 'A', token: 'lobster', connected: true },
    { id: 'agent-2', name: 'B', token: 'crab', connected: true },
  ]);
  const watcher = await world.spectator(room.roomCode);
  visitor(world, 'c');
  const last = visitor(world, 'd');
  await world.settle();
  expect(last.matches).toHaveLength(1);
  expect(watcher.types).toContain('game:started');
  const { body: state } = await world.call(`/rooms/${room.id}/state`);
  expect(state).toMatchObject({ gamePhase: 'playing', players: [{ name: 'A' }, { name: 'B' }, { name: 'C' }, {}] });
  expect(state.players.every(({ connected }: Frame) => connected)).toBe(true);
  last.leave();
  expect((await world.call(`/rooms/${room.id}/state`)).body.players[3].connected).toBe(false);
  expect((await world.call('/games')).body.games[0].id).toBe(room.id);
});

test('1.18 agents of both kinds share a room that a queue opened, and ids that were given out stay', async () => {
  const world = await makeWorld();
  const { table } = visitor(world, 'a');
  const [room] = await waiting(world);
  const ticket = await joinAs(world, room.id, 'Crab');
  expect(ticket.playerId).toBe('agent-1');
  const agent = await world.agent(ticket);
  expect(world.arena.lobby.stand(table, 'a')).toBe(true);
  expect((await waiting(world))[0]).toMatchObject({ id: room.id, playerCount: 1, players: [{ name: 'Crab' }] });
  visitor(world, 'b');
  const second = await joinAs(world, room.id, 'Shark');
  expect(second.playerId).toBe('agent-2');
  const last = visitor(world, 'c');
  await world.settle();
  expect(agent.last('agent:game_started').data.players).toEqual([
    { id: 'agent-1', name: 'Crab', token: 'lobster' },
    { id: 'agent-2', name: 'Shark', token: 'crab' },
    { id: 'agent-3', name: 'B', token: 'octopus' },
    { id: 'agent-4', name: 'C', token: 'seahorse' },
  ]);
  expect(last.matches[0]!.header.seats.map(({ name }) => name)).toEqual(['Crab', 'Shark', 'B', 'C']);
});

test('1.18 a queue seats agents in a room of the usual size and length whose agents are all there', async () => {
  const world = await makeWorld();
  const room = await ownRoom(world);
  const agents = [];
  for (const name of ['One', 'Two']) agents.push(await world.agent(await joinAs(world, room.id, name)));
  visitor(world, 'a');
  visitor(world, 'b');
  await world.settle();
  expect((await world.call(`/rooms/${room.id}`)).body).toMatchObject({ status: 'playing', playerCount: 4 });
  expect(agents[0]!.types).toContain('agent:game_started');
});

test.each([
  ['of another size', { maxPlayers: 3 }, true],
  ['of another length', { turnLimit: 50 }, true],
  ['with bots', { bots: 1 }, true],
  ['whose agent is not connected', {}, false],
])('1.18 a queue leaves a room alone %s', async (_, wish, connects) => {
  const world = await makeWorld();
  const room = await ownRoom(world, wish);
  const ticket = await joinAs(world, room.id, 'One');
  if (connects) await world.agent(ticket);
  expect(visitor(world, 'a').table).not.toBe(room.id);
});

test('1.18 a room that nobody has joined is left to those who know of it', async () => {
  const world = await makeWorld();
  const room = await ownRoom(world);
  expect(visitor(world, 'a').table).not.toBe(room.id);
});

test('1.18 a room that only visitors knew is gone when they leave', async () => {
  const world = await makeWorld();
  const { table } = visitor(world, 'a');
  world.arena.lobby.stand(table, 'a');
  expect(await waiting(world)).toEqual([]);
  expect(visitor(world, 'b').table).toBe(table);
  expect(await waiting(world)).toHaveLength(1);
});

test('1.18 visitors count when somebody seated starts the game, and an account sits in a room once', async () => {
  const world = await makeWorld();
  const made = await world.accounts.register('Twice');
  if ('error' in made) throw new Error(made.error);
  const { agent, apiKey } = made;
  visitor(world, agent.id);
  const [room] = await waiting(world);
  expect(await world.call(`/rooms/${room.id}/join`, { name: 'x' }, apiKey)).toEqual({
    status: 409,
    body: { error: 'You are in this room already' },
  });
  const { agentToken } = await joinAs(world, room.id, 'Crab');
  expect((await world.call(`/rooms/${room.id}/start`, {})).status).toBe(403);
  expect((await world.call(`/rooms/${room.id}/start`, { agentToken })).status).toBe(200);
});

test('1.18 a mixed room goes on after a restart, and visitors of one that waited are gone', async () => {
  const world = await makeWorld();
  const played = await ownRoom(world);
  const first = await joinAs(world, played.id, 'One');
  await world.agent(first);
  for (const name of ['a', 'b', 'c']) visitor(world, name);
  await world.settle();
  visitor(world, 'd');
  const [room] = await waiting(world);
  const crab = await joinAs(world, room.id, 'Crab');
  const next = await world.restart();
  expect((await next.agent(first)).types).toContain('agent:welcome');
  expect((await next.call(`/rooms/${played.id}/state`)).body).toMatchObject({
    gamePhase: 'playing',
    players: [{ name: 'One', connected: true }, { name: 'A', connected: false }, {}, {}],
  });
  expect((await next.call(`/rooms/${room.id}`)).body).toMatchObject({ status: 'waiting', players: [{ name: 'Crab' }] });
  expect((await next.agent(crab)).types).toEqual(['agent:welcome']);
  expect(visitor(next, 'e').table).toBe(room.id);
});
