import { describe, expect, test } from 'vitest';
import { catchUp, makeWorld, matchUp, submit } from './fixture.ts';

const error = (message: string) => ({ type: 'error', message });
const rejected = (reason: string) => ({ type: 'move_result', success: false, error: reason });

describe('2.3 connection errors', () => {
  test('a wrong key: "Invalid API key.", closed with 4001', async () => {
    const client = (await makeWorld()).connect();
    client.say({ type: 'authenticate', token: 'nobody' });
    expect(await client.next()).toEqual(error('Invalid API key.'));
    expect(client.closed).toBe(4001);
  });

  test.each([{}, { token: 5 }, { token: null }, { token: '' }, { token: ['key-a'] }])(
    'no usable token in %j: "Missing or invalid token in authenticate message.", closed with 4001',
    async (fields) => {
      const client = (await makeWorld()).connect();
      client.say({ type: 'authenticate', ...fields });
      expect(await client.next()).toEqual(error('Missing or invalid token in authenticate message.'));
      expect(client.closed).toBe(4001);
    },
  );

  test('authenticating twice: "Already authenticated.", the connection stays, even without a token', async () => {
    const world = await makeWorld();
    const client = await world.agent('alice');
    client.say({ type: 'authenticate', token: 'key-bob' });
    client.say({ type: 'authenticate' });
    expect(await client.next()).toEqual(error('Already authenticated.'));
    expect(await client.next()).toEqual(error('Already authenticated.'));
    expect(client.closed).toBeUndefined();
  });

  test('nothing is taken from a connection that was refused', async () => {
    const world = await makeWorld();
    const client = world.connect();
    client.say({ type: 'authenticate', token: 'nobody' });
    client.say({ type: 'ping' });
    await world.settle();
    expect(client.frames).toEqual([error('Invalid API key.')]);
  });
});

describe('2.2 protocol errors', () => {
  test.each(['', '{', 'hello', '{"type":"ping"} {}', undefined])('%j is "Invalid JSON."', async (text) => {
    const client = (await makeWorld()).connect();
    client.session.receive(text);
    expect(await client.next()).toEqual(error('Invalid JSON.'));
    expect(client.closed).toBeUndefined();
  });

  test.each([
    'null',
    '[]',
    '5',
    '"ping"',
    '{}',
    '{"type":5}',
    '{"type":"PING"}',
    '{"type":"toString"}',
    '{"type":"__proto__"}',
  ])('%s is "Unknown message type."', async (text) => {
    const client = (await makeWorld()).connect();
    client.say(text);
    expect(await client.next()).toEqual(error('Unknown message type.'));
  });

  test.each([
    { type: 'join_queue', gameType: 'echo' },
    { type: 'join_queue' },
    { type: 'submit_move', gameId: 'x', move: {} },
    { type: 'submit_move' },
  ])('%j before authentication is "Not authenticated. …", before its fields are looked at', async (message) => {
    const client = (await makeWorld()).connect();
    client.say(message);
    expect(await client.next()).toEqual(
      error('Not authenticated. Send {"type":"authenticate","token":"YOUR_API_KEY"} first.'),
    );
  });

  test.each([
    [{ type: 'subscribe_game' }, 'Missing gameId.'],
    [{ type: 'subscribe_game', gameId: 7 }, 'Missing gameId.'],
    [{ type: 'subscribe_game', gameId: 'no-such-game' }, 'Game not found.'],
    [{ type: 'subscribe_game', gameId: "'; drop table matches; --" }, 'Game not found.'],
    [{ type: 'join_queue' }, 'Missing gameType.'],
    [{ type: 'join_queue', gameType: '' }, 'Missing gameType.'],
    [{ type: 'join_queue', gameType: 'checkers' }, 'Unknown gameType.'],
    [{ type: 'join_queue', gameType: '__proto__' }, 'Unknown gameType.'],
    [{ type: 'submit_move', move: {} }, 'Missing gameId.'],
    [{ type: 'submit_move' }, 'Missing gameId.'],
    [{ type: 'submit_move', gameId: 'x' }, 'Missing move.'],
  ])('%j is "%s"', async (message, text) => {
    const client = await (await makeWorld()).agent('alice');
    client.say(message);
    expect(await client.next()).toEqual(error(text));
    expect(client.closed).toBeUndefined();
  });
});

describe('5.1 move errors', () => {
  test('an unknown game: "Game not found or not active."', async () => {
    const client = await (await makeWorld()).agent('alice');
    submit(client, 'no-such-game', { number: 1 });
    expect(await client.next()).toEqual(rejected('Game not found or not active.'));
  });

  test('somebody else’s game: "You are not a player in this game.", whatever the move', async () => {
    const world = await makeWorld();
    const { gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    const carol = await world.agent('carol');
    submit(carol, gameId, 'nonsense');
    expect(await carol.next()).toEqual(rejected('You are not a player in this game.'));
  });

  test('a second move in a round: "You already submitted a move this round.", also an invalid one', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    await catchUp(world, clients);
    const [alice] = clients as [(typeof clients)[0]];
    submit(alice, gameId, { number: 1 });
    submit(alice, gameId, { number: 99 });
    expect((await alice.until('move_result')).at(-1)).toEqual({ type: 'move_result', success: true });
    expect(await alice.last('move_result')).toEqual(rejected('You already submitted a move this round.'));
  });

  test.each([null, 5, 'x', [], {}, { number: 0 }, { number: 1.5 }, { number: '7' }, { text: '7' }])(
    'the move %j: "Invalid move.", and the next one is taken',
    async (move) => {
      const world = await makeWorld();
      const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
      await catchUp(world, clients);
      submit(clients[0]!, gameId, move);
      expect(await clients[0]!.next()).toEqual(rejected('Invalid move.'));
      submit(clients[0]!, gameId, { number: 3 });
      expect(await clients[0]!.next()).toEqual({ type: 'move_result', success: true });
    },
  );

  test('a move out of turn: "Invalid move."', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'skill-gomoku', ['alice', 'bob']);
    await catchUp(world, clients);
    submit(clients[1]!, gameId, { type: 'place', row: 7, col: 7 });
    expect(await clients[1]!.next()).toEqual(rejected('Invalid move.'));
  });

  test('a move deep beyond reason is an invalid move and harms nobody', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'resource-rush', ['alice', 'bob']);
    await catchUp(world, clients);
    const deep = `${'['.repeat(7000)}${']'.repeat(7000)}`;
    clients[0]!.say(`{"type":"submit_move","gameId":"${gameId}","move":{"action":"wait","memory":{"a":${deep}}}}`);
    clients[0]!.say({ type: 'ping' });
    const heard = await clients[0]!.until('pong');
    expect(heard.map(({ type }) => type)).not.toContain('game_over');
  });
});
