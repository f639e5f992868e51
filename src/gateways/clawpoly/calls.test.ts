import { expect, test } from 'vitest';
import type { MatchHandle } from '../../core/arena.ts';
import { type Client, makeWorld, type Seated, type World } from './fixture.ts';

interface Called {
  agent: string;
  name: string;
  seated: Seated;
  client: Client;
}

/** An account that waits alone in a room of its own, connected. */
async function alone(world: World, name: string, wish: object = {}): Promise<Called> {
  const { agent, apiKey } = (await world.accounts.register(name)) as { agent: { id: string }; apiKey: string };
  const { body: room } = await world.call('/rooms', { maxPlayers: 4, ...wish });
  const { body: seated } = await world.call(`/rooms/${room.roomId}/join`, { name }, apiKey);
  const client = await world.agent(seated);
  await world.settle();
  return { agent: agent.id, name, seated, client };
}

/** A match of these, as a competition begins it. */
async function arranged(world: World, agents: Called[]): Promise<MatchHandle> {
  const { callers, lobby, home } = world.contract;
  const { options, terms } = home('clawpoly');
  const sitters = agents.map(({ agent, name }) => ({
    ...{ agent, name, kind: 'agent' as const, via: 'clawpoly', dismiss() {} },
    begin: (match: MatchHandle, seat: number) => callers.seat('clawpoly', agent, match, seat),
  }));
  const opening = { id: 'cup.R1M1.1', game: 'clawpoly', options, terms: { ...terms, seating: 'arrival' as const } };
  const match = await lobby.begin({ ...opening, reserved: true }, sitters);
  await world.settle();
  return match;
}

test('1.20 who waits alone in a room is called into an arranged match: a welcome with its seat there, then the game', async () => {
  const world = await makeWorld();
  const [ann, bob] = [await alone(world, 'ann'), await alone(world, 'bob')];
  for (const { agent } of [ann, bob]) expect(await world.contract.callers.reach(agent, 'clawpoly')).toBe('clawpoly');
  for (const { client } of [ann, bob]) client.unread();
  await arranged(world, [ann, bob]);
  for (const [i, { client, seated }] of [ann, bob].entries()) {
    const [welcome, started] = client.unread();
    expect(welcome).toMatchObject({
      type: 'agent:welcome',
      data: { playerId: `agent-${i + 1}`, roomId: seated.roomId, gameConfig: { maxPlayers: 2 } },
    });
    expect(started).toMatchObject({
      type: 'agent:game_started',
      data: { players: [{ name: 'ann' }, { name: 'bob' }] },
    });
    expect((await world.call(`/rooms/${seated.roomId}`)).body).toMatchObject({ status: 'playing', playerCount: 2 });
  }
  for (const { agent } of [ann, bob]) expect(await world.contract.callers.reach(agent, 'clawpoly')).toBeUndefined();
  expect(world.faults).toEqual([]);
});

test('1.20 it plays and is told the end there, and its token brings it back, after a restart too', async () => {
  const before = await makeWorld();
  const [ann, bob] = [await alone(before, 'ann'), await alone(before, 'bob')];
  const { id } = await arranged(before, [ann, bob]);
  const world = await before.restart();
  const back = await Promise.all([ann, bob].map(({ seated }) => world.agent(seated)));
  await world.settle();
  for (const [i, client] of back.entries()) {
    expect(client.last('agent:welcome').data).toMatchObject({ playerId: `agent-${i + 1}` });
  }
  const asked = back.find((client) => client.types.includes('agent:your_turn'))!;
  asked.unread();
  asked.say('action:roll_dice', {});
  await world.settle();
  expect(asked.types).not.toContain('error');
  const match = (await world.contract.running(id))!;
  match.end(undefined, 'host', 'test');
  await world.settle();
  for (const client of back) expect(client.types).toContain('agent:game_over');
  for (const { seated } of [ann, bob]) {
    expect((await world.call(`/rooms/${seated.roomId}`)).body.status).toBe('finished');
  }
  expect(world.faults).toEqual([]);
});

test('1.20 a match that began just before a crash is found again by the rooms of those who were called', async () => {
  const before = await makeWorld();
  const [ann, bob] = [await alone(before, 'ann'), await alone(before, 'bob')];
  const rooms = await before.storage.documents.list('clawpoly-room');
  await arranged(before, [ann, bob]);
  for (const { id, body } of rooms) {
    const { version } = (await before.storage.documents.get('clawpoly-room', id))!;
    await before.storage.documents.put('clawpoly-room', id, version, body);
  }
  const world = await before.restart();
  for (const [i, { seated }] of [ann, bob].entries()) {
    const client = await world.agent(seated);
    await world.settle();
    expect(client.last('agent:welcome').data).toMatchObject({ playerId: `agent-${i + 1}` });
    expect(client.types).toContain('agent:game_started');
  }
});

test('1.20 nobody is called out of a room that others share, or without a connection; a queue leaves who is awaited alone', async () => {
  const world = await makeWorld();
  const { callers } = world.contract;
  const ann = await alone(world, 'ann');
  await world.call(`/rooms/${ann.seated.roomId}/join`, { name: 'Guest' });
  expect(await callers.reach(ann.agent, 'clawpoly')).toBeUndefined();
  const bob = await alone(world, 'bob');
  bob.client.leave();
  await world.settle();
  expect(await callers.reach(bob.agent, 'clawpoly')).toBeUndefined();
  const eve = await alone(world, 'eve');
  const end = callers.expect({ agent: eve.agent, game: 'clawpoly', table: null }, () => {});
  expect(await callers.reach(eve.agent, 'clawpoly')).toBe('clawpoly');
  await world.settle();
  const visitor = { agent: 'v', name: 'V', kind: 'agent' as const, via: 'elsewhere', begin() {}, dismiss() {} };
  const seated = await world.contract.lobby.queue('clawpoly', visitor);
  expect('refused' in seated ? undefined : seated.table.id).not.toBe(eve.seated.roomId);
  expect(await callers.reach(eve.agent, 'clawpoly')).toBe('clawpoly');
  end();
});

test('1.20 who waits is told of an arranged match that was not played', async () => {
  const world = await makeWorld();
  const { agent, client } = await alone(world, 'ann');
  const notice = {
    table: 'cup.R1M1.1',
    game: 'clawpoly',
    agents: [agent, 'bob'],
    absent: ['bob'],
    words: 'Bob stayed.',
  };
  world.contract.callers.tell(agent, notice);
  expect(client.last('error').data).toMatchObject({ code: 'AGENT_TIMEOUT', message: 'Bob stayed.' });
});
