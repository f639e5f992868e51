import { expect, test } from 'vitest';
import { type Client, makeWorld, matchUp, submit, type World } from './fixture.ts';

const MARKER = 'S3CR3T';

const said = (clients: Client[]): string => clients.flatMap(({ texts }) => texts).join('\n');

async function withSpectators(world: World, gameId: string): Promise<Client[]> {
  const outsider = await world.agent('outsider');
  const nobody = world.connect();
  for (const client of [outsider, nobody]) client.say({ type: 'subscribe_game', gameId });
  return [outsider, nobody];
}

/** What anyone else could try to learn more by. */
async function pry(world: World, clients: Client[], gameId: string): Promise<void> {
  for (const client of clients) {
    client.say({ type: 'subscribe_game', gameId });
    submit(client, gameId, { number: 'x' });
    client.say('{');
  }
  await world.settle();
}

test('9.1 a sealed move reaches nobody before all are in, not even after a timeout', async () => {
  const world = await makeWorld();
  const { clients, gameId } = await matchUp(world, 'blotto', ['alice', 'bob']);
  const others = [clients[1]!, ...(await withSpectators(world, gameId))];
  submit(clients[0]!, gameId, { allocation: [9, 1, 0, 0, 0] });
  await world.settle();
  await pry(world, others, gameId);
  await world.clock.pass(180_000);
  expect(said(others)).not.toContain('9,1,0,0,0');
  expect(said(others)).not.toContain('9-1-0-0-0');
  expect(said(clients)).toContain('"reason":"timeout"');
});

test('9.1 a sealed dance is shown only when it is danced', async () => {
  const world = await makeWorld();
  const { clients, gameId } = await matchUp(world, 'dance-battle', ['ann', 'ben', 'cid', 'dan']);
  const others = [...clients.slice(1), ...(await withSpectators(world, gameId))];
  await world.settle();
  const { beatSequence } = clients[0]!.frames.findLast(({ type }) => type === 'game_state').publicState;
  const commands = beatSequence.rounds[0].beats.map(({ beatIndex, kind }: { beatIndex: number; kind: string }) =>
    kind === 'stress'
      ? { beatIndex, kind: 'action', action: 'rock', motto: MARKER }
      : { beatIndex, kind: 'move', direction: 'hold' },
  );
  submit(clients[0]!, gameId, { commands });
  await world.settle();
  await pry(world, others, gameId);
  expect(said(others)).not.toContain(MARKER);
  for (const client of clients.slice(1)) submit(client, gameId, { commands });
  await world.settle();
  expect(said(others)).toContain(MARKER);
});

test('9.2 memory and thoughts out of sight reach only their owner, in no frame of anybody else', async () => {
  const world = await makeWorld();
  const { clients, gameId } = await matchUp(world, 'resource-rush', ['alice', 'bob']);
  const others = [clients[1]!, ...(await withSpectators(world, gameId))];
  for (let tick = 0; tick < 10; tick++) {
    const spoken = { thought: `${MARKER} thought`, memory: { plan: `${MARKER} memory` } };
    submit(clients[0]!, gameId, { action: tick % 2 ? 'harvest' : 'wait', ...spoken });
    await world.settle();
    await pry(world, others, gameId);
    submit(clients[1]!, gameId, { action: 'wait' });
    await world.settle();
  }
  expect(said(others)).not.toContain(MARKER);
  expect(said([clients[0]!])).toContain(`${MARKER} memory`);
  const states = others.flatMap(({ frames }) => frames).filter(({ type }) => type === 'game_state');
  expect(states.every(({ extra }) => !Object.hasOwn(extra.playerPositions, 'id-alice'))).toBe(true);
  const moves = others.flatMap(({ frames }) => frames).filter(({ type }) => type === 'turn_update');
  expect(new Set(moves.map((frame) => frame.moves[0].action))).toEqual(new Set(['Out of sight']));
});

test('9.2 a live spectator sees no ground that not everybody sees', async () => {
  const world = await makeWorld();
  const { gameId } = await matchUp(world, 'resource-rush', ['alice', 'bob']);
  const [, nobody] = await withSpectators(world, gameId);
  const { extra } = await nobody!.last('game_state');
  expect(new Set(extra.grid.flat())).toEqual(new Set([-1]));
  expect(extra.playerPositions).toEqual({});
  expect(extra).not.toHaveProperty('memory');
});

test('9.3 a key is in no answer and no fault', async () => {
  const world = await makeWorld();
  const client = world.connect();
  client.say({ type: 'authenticate', token: `key-${MARKER}`.replace(MARKER, 'alice') });
  client.say({ type: 'authenticate', token: MARKER });
  const other = world.connect();
  other.say({ type: 'authenticate', token: MARKER });
  await world.settle();
  expect(said([client, other])).not.toContain(MARKER);
  expect(JSON.stringify(world.faults)).not.toContain(MARKER);
});
