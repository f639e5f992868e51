import { expect, test } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { type Client, makeWorld, matchUp, type World } from './fixture.ts';

const FRAMES = 100_000;
const SEED = '3c'.repeat(32);
const random = stepRandom(SEED, 0, 'fuzz');

const WORDS = [
  'type',
  'move',
  'gameId',
  'gameType',
  'token',
  'ping',
  'echo',
  '__proto__',
  'constructor',
  'length',
  '💥',
  '\u0000',
];
const VALUES = [
  'null',
  'true',
  '-1',
  '1e999',
  '""',
  '[]',
  '{}',
  '"x"',
  '[[[[]]]]',
  '{"a":{"b":[1]}}',
  '9007199254740993',
];

/** Frames that mean something, to be spoilt. */
const templates = (gameId: string): string[] => [
  '{"type":"ping"}',
  '{"type":"join_queue","gameType":"echo"}',
  '{"type":"subscribe_game","gameId":"nowhere"}',
  `{"type":"subscribe_game","gameId":"${gameId}"}`,
  `{"type":"submit_move","gameId":"${gameId}","move":{"number":11}}`,
  `{"type":"submit_move","gameId":"${gameId}","move":{"number":{"a":1}}}`,
  `{"type":"submit_move","gameId":"nowhere","move":{}}`,
];

function spoil(text: string): string | undefined {
  const at = random.int(text.length);
  switch (random.int(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + String.fromCharCode(random.int(0x10000)) + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at + 1);
    case 3:
      return text.replace(/"(?:[^"]*)"/, () => `"${random.pick(WORDS)}"`);
    case 4:
      return text.replace(/:("[^"]*"|\{.*\}|\d+)/, () => `:${random.pick(VALUES)}`);
    case 5:
      return text.replace(/"number":.*?\}/, () => `"number":${random.pick(VALUES)}}`);
    case 6:
      return random.int(50) === 0 ? undefined : random.pick(VALUES);
    default:
      return text;
  }
}

async function victim(world: World, names: string[]): Promise<{ clients: Client[]; gameId: string }> {
  const { clients, gameId } = await matchUp(world, 'echo', names);
  await world.settle();
  return { clients, gameId };
}

test(`2.7 ${FRAMES} spoilt frames: each is answered, nothing fails, memory stays flat, the match goes on`, async () => {
  const world = await makeWorld();
  const { clients, gameId } = await victim(world, ['alice', 'bob']);
  const [alice, bob] = clients as [Client, Client];
  const stranger = world.connect();
  const frames = templates(gameId);
  let answers = 0;
  let half = 0;
  for (let i = 0; i < FRAMES; i++) {
    const client = i % 3 === 0 ? stranger : alice;
    client.session.receive(spoil(random.pick(frames)));
    if (i % 500 === 499) {
      await world.settle();
      for (const one of [alice, bob, stranger]) answers += one.texts.splice(0).length;
      if (i === FRAMES / 2 - 1) half = process.memoryUsage().heapUsed;
    }
  }
  expect(world.faults).toEqual([]);
  expect(alice.closed).toBeUndefined();
  expect(stranger.closed).toBeUndefined();
  expect(answers).toBeGreaterThan(FRAMES / 2);
  expect(process.memoryUsage().heapUsed - half).toBeLessThan(100 * 1024 * 1024);
  alice.say({ type: 'ping' });
  await world.settle();
  expect(JSON.parse(alice.texts.at(-1)!).type).toBe('pong');
  expect(world.arena.match(gameId)?.outcome).toBeUndefined();
});
