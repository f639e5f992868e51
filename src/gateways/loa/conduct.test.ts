// Longer than most files: sections 2 to 7 of SPEC.md, line by line.
import { describe, expect, test } from 'vitest';
import { type Client, catchUp, type Frame, makeWorld, matchUp, submit } from './fixture.ts';

const types = (frames: Frame[]) => frames.map(({ type }) => type);

async function playEcho(world: Awaited<ReturnType<typeof makeWorld>>, clients: Client[], gameId: string, rounds = 5) {
  for (let round = 0; round < rounds; round++) {
    submit(clients[0]!, gameId, { number: 5 + (round % 2) });
    submit(clients[1]!, gameId, { number: 3 + (round % 2) });
    await world.settle();
  }
}

describe('3 the queue', () => {
  test('3.1 positions count from 1, and joining again tells the place once more', async () => {
    const world = await makeWorld();
    const names = ['ann', 'ben', 'cid'];
    const clients: Client[] = [];
    for (const name of names) {
      const client = await world.agent(name);
      client.say({ type: 'join_queue', gameType: 'dance-battle' });
      clients.push(client);
    }
    for (const [i, client] of clients.entries()) {
      expect(await client.next()).toEqual({
        type: 'queue_status',
        status: 'queued',
        position: i + 1,
        gameType: 'dance-battle',
      });
    }
    clients[2]!.say({ type: 'join_queue', gameType: 'echo' });
    expect(await clients[2]!.next()).toMatchObject({ type: 'queue_status', position: 3, gameType: 'dance-battle' });
    clients[0]!.session.close();
    clients[2]!.say({ type: 'join_queue', gameType: 'echo' });
    expect(await clients[2]!.next()).toMatchObject({ position: 2 });
  });

  test('3.2 whoever completes the table hears no queue_status', async () => {
    const world = await makeWorld();
    const { clients } = await matchUp(world, 'echo', ['alice', 'bob']);
    expect(types(clients[0]!.frames)).toContain('queue_status');
    expect(types(clients[1]!.frames)).not.toContain('queue_status');
  });

  test('3.3 joining while in a match: "Already in a game."', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    await catchUp(world, clients);
    clients[0]!.say({ type: 'join_queue', gameType: 'blotto' });
    expect(await clients[0]!.next()).toEqual({ type: 'error', message: 'Already in a game.', gameId });
  });

  test('3.4 a waiter that disconnects leaves the queue', async () => {
    const world = await makeWorld();
    const alice = await world.agent('alice');
    alice.say({ type: 'join_queue', gameType: 'echo' });
    alice.session.close();
    await world.settle();
    expect(world.arena.lobby.waiting('echo')).toEqual([]);
    const { clients } = await matchUp(world, 'echo', ['bob', 'carol']);
    expect(types(clients[0]!.frames)).toContain('queue_status');
  });

  test('3.4 a waiter with two connections stays while one is left', async () => {
    const world = await makeWorld();
    const first = await world.agent('alice');
    const second = await world.agent('alice');
    first.say({ type: 'join_queue', gameType: 'echo' });
    first.session.close();
    const bob = await world.agent('bob');
    bob.say({ type: 'join_queue', gameType: 'echo' });
    expect(await second.last('your_turn')).toMatchObject({ round: 1 });
  });

  test('3.5 the aliases of games are understood, and their ids are told', async () => {
    const world = await makeWorld();
    const { clients } = await matchUp(world, 'Tic-Tac-Toe', ['alice', 'bob']);
    expect(clients[0]!.frames.find(({ type }) => type === 'matched').gameType).toBe('ttt');
  });

  test('3.6 after a match one may join again', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    await playEcho(world, clients, gameId);
    await catchUp(world, clients);
    clients[0]!.say({ type: 'join_queue', gameType: 'echo' });
    expect(await clients[0]!.next()).toMatchObject({ type: 'queue_status', position: 1 });
  });
});

describe('4 a match', () => {
  test('4.7 ends with turn_update, game_state completed, game_over, then nothing', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    await playEcho(world, clients, gameId, 4);
    await catchUp(world, clients);
    await world.clock.pass(10_000);
    await playEcho(world, clients, gameId, 1);
    const [alice, bob] = clients.map((client) => client.unread());
    expect(types(alice!)).toEqual(['move_result', 'thinking', 'thinking', 'turn_update', 'game_state', 'game_over']);
    expect(types(bob!)).toEqual(['thinking', 'move_result', 'thinking', 'turn_update', 'game_state', 'game_over']);
    expect(alice!.at(-2)).toMatchObject({ status: 'completed', round: 5 });
    expect(alice!.at(-1)).toEqual({
      type: 'game_over',
      rankings: [
        { agentId: 'id-alice', agentName: 'alice', finalScore: 5, rank: 1 },
        { agentId: 'id-bob', agentName: 'bob', finalScore: 0, rank: 2 },
      ],
      totalRounds: 5,
      duration: 10,
    });
    await world.clock.pass(20_000);
    expect(alice).not.toContain('error');
  });

  test('4.7 a draw keeps the order of seats with equal scores', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'blotto', ['zoe', 'adam']);
    for (let round = 0; round < 5; round++) {
      for (const client of clients) submit(client, gameId, { allocation: [2, 2, 2, 2, 2] });
      await world.settle();
    }
    const over = await clients[1]!.last('game_over');
    expect(over.rankings.map(({ agentName, finalScore }: Frame) => [agentName, finalScore])).toEqual([
      ['zoe', 0],
      ['adam', 0],
    ]);
    expect(over).not.toHaveProperty('reason');
  });

  test('4.3 where a game counts down first, nobody is thinking until it has; then the state comes again, and your_turn', async () => {
    const world = await makeWorld({ countdown: 5_000 });
    const { clients, gameId } = await matchUp(world, 'chess', ['white', 'black']);
    await world.settle();
    const thinking = ({ players }: Frame) => players.map((player: Frame) => player.thinking);
    const [early, ...none] = clients[0]!.unread();
    expect([early.type, thinking(early), none]).toEqual(['game_state', [false, false], []]);
    submit(clients[0]!, gameId, { text: 'e4' });
    expect(await clients[0]!.next()).toMatchObject({ success: false, error: 'Invalid move.' });
    await world.clock.pass(5_000);
    await world.settle();
    const begun = clients[0]!.unread();
    expect(types(begun)).toEqual(['game_state', 'your_turn']);
    expect(thinking(begun[0])).toEqual([true, false]);
    submit(clients[0]!, gameId, { text: 'e4' });
    expect(await clients[0]!.next()).toMatchObject({ success: true });
  });

  test('4.8 whoever authenticates again gets game_state and your_turn, no matched', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    clients[0]!.session.close();
    const again = await world.agent('alice');
    await world.settle();
    expect(again.unread()).toMatchObject([
      { type: 'game_state', gameId, status: 'active', round: 1 },
      { type: 'your_turn', gameId, round: 1 },
    ]);
    submit(again, gameId, { number: 4 });
    expect(await again.next()).toEqual({ type: 'move_result', success: true });
    again.session.close();
    const third = await world.agent('alice');
    await world.settle();
    expect(types(third.unread())).toEqual(['game_state']);
  });

  test('4.9 two connections of one agent both stay and both get every frame of the match', async () => {
    const world = await makeWorld();
    const second = await world.agent('alice');
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    await playEcho(world, clients, gameId);
    await world.settle();
    const match = ({ type }: Frame) => type !== 'authenticated' && type !== 'move_result';
    expect(second.frames.filter(match)).toEqual(clients[0]!.frames.filter(match));
    expect(types(second.frames).at(-1)).toBe('game_over');
  });

  test('4.9 either connection may move, and the other may leave', async () => {
    const world = await makeWorld();
    const second = await world.agent('alice');
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    await catchUp(world, [second, ...clients]);
    clients[0]!.session.close();
    submit(second, gameId, { number: 4 });
    submit(second, gameId, { number: 5 });
    expect(await second.last('move_result')).toEqual({ type: 'move_result', success: true });
    expect(await second.last('move_result')).toMatchObject({ success: false });
  });

  test('4.10 a match outlives the server: both come back and play on', async () => {
    const before = await makeWorld();
    const { clients, gameId } = await matchUp(before, 'echo', ['alice', 'bob']);
    submit(clients[0]!, gameId, { number: 9 });
    await before.settle();
    const world = await before.restart();
    const alice = await world.agent('alice');
    const bob = await world.agent('bob');
    await world.settle();
    expect(types(alice.unread())).toEqual(['game_state']);
    expect(types(bob.unread())).toEqual(['game_state', 'your_turn']);
    submit(bob, gameId, { number: 2 });
    expect(await bob.last('turn_update')).toMatchObject({ round: 1, scores: { alice: 1, bob: 0 } });
  });

  test('4.10 whoever does not come back in 180 s loses on time; if nobody does, the match is void', async () => {
    const before = await makeWorld();
    await matchUp(before, 'echo', ['alice', 'bob']);
    await matchUp(before, 'echo', ['carol', 'dave']);
    await before.settle();
    const world = await before.restart();
    const alice = await world.agent('alice');
    await world.clock.pass(180_000);
    expect(await alice.last('game_over')).toMatchObject({
      rankings: [{ agentName: 'alice' }, { agentName: 'bob' }],
      reason: 'timeout',
    });
    expect(world.arena.live).toEqual([]);
  });
});

describe('6 spectators', () => {
  test('6.1 anyone may subscribe, gets what everybody may see, and no your_turn', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    const sue = world.connect();
    sue.say({ type: 'subscribe_game', gameId });
    await playEcho(world, clients, gameId);
    await world.settle();
    const seen = types(sue.unread());
    expect(seen).not.toContain('your_turn');
    expect(seen.slice(-3)).toEqual(['turn_update', 'game_state', 'game_over']);
    expect(seen.filter((type) => type === 'turn_update')).toHaveLength(5);
  });

  test('6.1 subscribing twice gives the state again, and every frame once', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    const sue = world.connect();
    for (let time = 0; time < 2; time++) {
      sue.say({ type: 'subscribe_game', gameId });
      await world.settle();
    }
    await playEcho(world, clients, gameId, 1);
    expect(types(sue.unread())).toEqual([
      'game_state',
      'game_state',
      'thinking',
      'thinking',
      'turn_update',
      'game_state',
    ]);
  });

  test('6.1 a player that subscribes to its own match gets its own state, and your_turn', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'resource-rush', ['alice', 'bob']);
    await catchUp(world, clients);
    clients[0]!.say({ type: 'subscribe_game', gameId });
    await world.settle();
    const [state, turn] = clients[0]!.unread();
    expect(state.extra).toHaveProperty('memory');
    expect(turn).toMatchObject({ type: 'your_turn' });
  });

  test('6.2 a finished match gives its completed state with everything in it, once', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'resource-rush', ['alice', 'bob']);
    await world.clock.pass(180_000);
    await clients[0]!.last('game_over');
    const sue = world.connect();
    sue.say({ type: 'subscribe_game', gameId });
    await world.settle();
    const [state, ...rest] = sue.unread();
    expect(rest).toEqual([]);
    expect(state).toMatchObject({ type: 'game_state', status: 'completed', spectatorCount: 1 });
    expect(state.extra.grid.flat()).not.toContain(-1);
    expect(Object.keys(state.extra.playerPositions)).toHaveLength(2);
  });

  test('6.3 one connection follows at most 64 matches', async () => {
    const world = await makeWorld();
    const sue = world.connect();
    for (let i = 0; i < 65; i++) {
      const { gameId } = await matchUp(world, 'echo', [`a${i}`, `b${i}`]);
      sue.say({ type: 'subscribe_game', gameId });
    }
    await world.settle();
    expect(sue.frames.at(-1)).toEqual({ type: 'error', message: 'Too many subscriptions.' });
    expect(types(sue.frames.slice(0, -1))).toEqual(Array(64).fill('game_state'));
  });

  test('6.4 spectatorCount counts spectators, not players', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    const spectators = [world.connect(), world.connect()];
    for (const client of spectators) client.say({ type: 'subscribe_game', gameId });
    await catchUp(world, clients);
    spectators[0]!.session.close();
    await world.clock.pass(100);
    await playEcho(world, clients, gameId, 1);
    expect(await clients[0]!.last('game_state')).toMatchObject({ spectatorCount: 1 });
  });

  test('6.5 whoever watched before it authenticated gets its own frames from then on, once each', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    const second = world.connect();
    second.say({ type: 'subscribe_game', gameId });
    second.say({ type: 'authenticate', token: 'key-alice' });
    await second.last('your_turn');
    await playEcho(world, clients, gameId, 1);
    expect(types(second.unread())).toEqual(['thinking', 'thinking', 'turn_update', 'game_state', 'your_turn']);
  });
});

describe('2 a connection', () => {
  test('2.4 a pong follows every ping, and comes by itself every 30 seconds', async () => {
    const world = await makeWorld();
    const client = world.connect();
    client.say({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong', timestamp: world.clock.now() });
    await world.clock.pass(95_000);
    expect(types(client.unread())).toEqual(['pong', 'pong', 'pong']);
    client.session.close();
    await world.clock.pass(95_000);
    expect(client.unread()).toEqual([]);
  });

  test('2.6 frames that come while the key is looked up wait, in order', async () => {
    const world = await makeWorld();
    const client = world.connect();
    client.say({ type: 'authenticate', token: 'key-alice' });
    client.say({ type: 'join_queue', gameType: 'echo' });
    client.say({ type: 'ping' });
    await world.settle();
    expect(types(client.unread())).toEqual(['authenticated', 'queue_status', 'pong']);
  });

  test('2.6 a flood while the key is looked up closes the connection with 1008', async () => {
    const world = await makeWorld();
    const client = world.connect();
    client.say({ type: 'authenticate', token: 'key-alice' });
    for (let i = 0; i < 70; i++) client.say({ type: 'ping', padding: 'x'.repeat(16_000) });
    expect(client.closed).toBe(1008);
    await world.settle();
    expect(client.frames).toEqual([]);
  });
});

describe('7 clocks', () => {
  test('7.1 the first move has 180 s, each later one 90 s', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'skill-gomoku', ['alice', 'bob']);
    await world.clock.pass(170_000);
    submit(clients[0]!, gameId, { type: 'place', row: 7, col: 7 });
    await world.clock.pass(170_000);
    submit(clients[1]!, gameId, { type: 'place', row: 0, col: 0 });
    await world.settle();
    await catchUp(world, clients);
    await world.clock.pass(89_999);
    expect(types(clients[1]!.unread())).not.toContain('game_over');
    await world.clock.pass(1);
    expect(await clients[1]!.last('game_over')).toMatchObject({
      rankings: [
        { agentName: 'bob', finalScore: 1 },
        { agentName: 'alice', finalScore: 0 },
      ],
      totalRounds: 2,
      reason: 'timeout',
    });
  });

  test('7.4 everyone late: a draw in the order of seats, reason "timeout"', async () => {
    const world = await makeWorld();
    const { clients } = await matchUp(world, 'echo', ['zoe', 'adam']);
    await world.clock.pass(180_000);
    const over = await clients[0]!.last('game_over');
    expect(over).toMatchObject({
      rankings: [{ agentName: 'zoe' }, { agentName: 'adam' }],
      reason: 'timeout',
      totalRounds: 0,
    });
    expect(
      (await world.arena.find(over.gameId ?? clients[0]!.frames.find((f) => f.gameId).gameId))?.outcome,
    ).toMatchObject({ ranks: [1, 1] });
  });

  test('7.5 a disconnect alone loses nothing; the clock of the turn does', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
    await catchUp(world, clients);
    clients[0]!.session.close();
    await world.clock.pass(179_000);
    expect(types(clients[1]!.unread())).not.toContain('game_over');
    const again = await world.agent('alice');
    await world.settle();
    submit(again, gameId, { number: 1 });
    submit(clients[1]!, gameId, { number: 2 });
    expect(await clients[1]!.last('turn_update')).toMatchObject({ round: 1 });
    again.session.close();
    submit(clients[1]!, gameId, { number: 2 });
    await world.clock.pass(90_000);
    expect(await clients[1]!.last('game_over')).toMatchObject({
      rankings: [{ agentName: 'bob' }, { agentName: 'alice' }],
      reason: 'timeout',
    });
  });
});
