import { describe, expect, test } from 'vitest';
import type { Lobby, Sitter } from '../../core/arena.ts';
import { handleOf } from '../../core/handle.ts';
import type { MatchStore } from '../../core/storage.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { AgentLines } from './agent-lines.ts';
import { type Client, type Frame, makeWorld, matchUp, submit, type World } from './fixture.ts';
import { Follower } from './follower.ts';

const holder = (name: string, via: string) => ({ agent: `id-${name}`, name, kind: 'agent' as const, via });

const typesOf = (frames: Frame[]) => frames.map(({ type }) => type);

describe('an agent that plays by another protocol', () => {
  test('3.3 is in a game, which the answer names, until that is over', async () => {
    const world = await makeWorld();
    const match = await world.arena.begin({ game: 'ttt', seats: [holder('alice', 'clawpoly'), holder('zoe', 'web')] });
    const alice = await world.agent('alice');
    alice.say({ type: 'join_queue', gameType: 'echo' });
    expect(await alice.last('error')).toEqual({ type: 'error', message: 'Already in a game.', gameId: match.id });
    match.end(undefined, 'test', 'test');
    await world.settle();
    alice.say({ type: 'join_queue', gameType: 'echo' });
    expect(await alice.last('queue_status')).toMatchObject({ gameType: 'echo' });
  });

  test('4.8 is not put into that match when it authenticates here', async () => {
    const world = await makeWorld();
    await world.arena.begin({ game: 'ttt', seats: [holder('alice', 'clawpoly'), holder('zoe', 'web')] });
    const alice = await world.agent('alice');
    await world.settle();
    expect(typesOf(alice.frames)).toEqual(['authenticated']);
  });
});

describe('a match that begins for a seat of this protocol', () => {
  test('4.1 is told to whoever is connected, whichever connection or node it was queued by', async () => {
    const world = await makeWorld();
    const alice = await world.agent('alice');
    const match = await world.arena.begin({ game: 'echo', seats: [holder('alice', 'loa'), holder('zoe', 'web')] });
    await world.settle();
    expect(typesOf(alice.frames)).toEqual(['authenticated', 'matched', 'game_state', 'your_turn']);
    submit(alice, match.id, { number: 6 });
    await world.settle();
    expect(await alice.last('move_result')).toMatchObject({ success: true });
  });
});

test('4.10 a match that began at a node which is gone is told when its agents are looked for again, once', async () => {
  const world = await makeWorld();
  const heard: Frame[] = [];
  const lines = new AgentLines({ ...world.parts, arena: { ...world.parts.arena, watch: () => () => {} } });
  await lines.connect({ id: 'id-alice', name: 'alice' }, (frame) => heard.push(JSON.parse(frame))).ready;
  await world.arena.begin({ game: 'echo', seats: [holder('alice', 'loa'), holder('zoe', 'web')] });
  await world.settle();
  expect(heard).toEqual([]);
  for (const _ of [1, 2]) {
    lines.lookAgain();
    await world.settle();
    expect(typesOf(heard)).toEqual(['matched', 'game_state', 'your_turn']);
  }
  lines.stop();
});

test('4.10 a seat whose match ended before it could be told of it learns how', async () => {
  const world = await makeWorld();
  const { clients, gameId } = await matchUp(world, 'echo', ['alice', 'bob']);
  const match = world.arena.match(gameId)!;
  match.forfeit([1], 'left');
  await world.settle();
  const late: Frame[] = [];
  const { frames } = world.parts;
  const send = (frame: string) => late.push(JSON.parse(frame));
  new Follower({ match: handleOf(match), viewer: 0, frames, send, ended: () => late.push('ended') });
  expect(late).toMatchObject([{ type: 'game_state' }, { type: 'game_over' }, 'ended']);
  expect(late[1]).toEqual(clients[0]!.frames.find(({ type }) => type === 'game_over'));
});

test('4.11 whoever leaves and comes again while a match is being made for it gets that one, and no second', async () => {
  const storage = await openSqlite(':memory:');
  const stored = Promise.withResolvers<void>();
  const create: MatchStore['create'] = async (record) => {
    await stored.promise;
    return storage.matches.create(record);
  };
  const world = await makeWorld({ storage: { ...storage, matches: { ...storage.matches, create } } });
  const join = async (name: string) => {
    const client = await world.agent(name);
    client.say({ type: 'join_queue', gameType: 'ttt' });
    await world.settle();
    return client;
  };
  const gone = [await join('alice'), await join('bob')];
  for (const { session } of gone) session.close();
  const again = [await join('alice'), await join('bob')];
  stored.resolve();
  await world.settle();
  expect(world.arena.live).toHaveLength(1);
  for (const { frames } of again) expect(typesOf(frames).filter((type) => type === 'matched')).toHaveLength(1);
  expect(world.faults).toEqual([]);
});

test('4.11 whoever comes from a match waits for the next, whatever the lobby knows of that one', async () => {
  const world = await makeWorld();
  const { lobby } = world.parts.arena;
  const queued: Sitter[] = [];
  const queue: Lobby['queue'] = (game, sitter) => {
    queued.push(sitter);
    return lobby.queue(game, sitter);
  };
  const lines = new AgentLines({ ...world.parts, arena: { ...world.parts.arena, lobby: { ...lobby, queue } } });
  const heard: Frame[] = [];
  const { line } = lines.connect({ id: 'id-alice', name: 'alice' }, (frame) => heard.push(JSON.parse(frame)));
  const join = async () => {
    expect(await lines.join(line, 'echo', () => {})).toBeUndefined();
    await world.settle();
  };
  await join();
  await lobby.queue('echo', { ...holder('zoe', 'web'), begin: () => {}, dismiss: () => {} });
  await world.settle();
  const match = world.arena.live[0]!;
  match.forfeit([1], 'left');
  await world.settle();
  await join();
  expect(queued.map(({ single }) => single)).toEqual([{ after: [] }, { after: [match.record.table] }]);
  // The lobby tells of it once more.
  queued[0]!.begin(handleOf(match), 0);
  expect(typesOf(heard).slice(-2)).toEqual(['game_over', 'queue_status']);
  lines.stop();
});

describe('a countdown', () => {
  test('4.3 is told in seconds; nobody is waited for until it is over', async () => {
    const world = await makeWorld({ countdown: 3000 });
    const { clients, gameId } = await matchUp(world, 'ttt', ['alice', 'bob']);
    const watcher = world.connect();
    watcher.say({ type: 'subscribe_game', gameId });
    await world.settle();
    const everyone = [...clients, watcher];
    for (const client of everyone) {
      const state = client.frames.find(({ type }) => type === 'game_state');
      expect(state).toMatchObject({ startsIn: 3, players: [{ thinking: false }, { thinking: false }] });
      expect(state.extra).not.toHaveProperty('waitingFor');
      client.unread();
    }
    await world.clock.pass(2500);
    watcher.say({ type: 'subscribe_game', gameId });
    await world.settle();
    expect(watcher.unread()).toMatchObject([{ type: 'game_state', startsIn: 1 }]);
    await world.clock.pass(500);
    expect(typesOf(clients[0]!.unread())).toEqual(['game_state', 'your_turn']);
    for (const client of [clients[1]!, watcher]) {
      const [state, ...more] = client.unread();
      expect(more).toEqual([]);
      expect(state).not.toHaveProperty('startsIn');
      expect(state.extra.waitingFor).toEqual(['id-alice']);
    }
  });
});

describe('a spectator', () => {
  /** A debate that has come to its vote. */
  async function debate(world: World): Promise<{ clients: Client[]; gameId: string }> {
    const seated = await matchUp(world, 'regular_debate', ['alice', 'bob']);
    for (let i = 0; i < 20; i++) {
      submit(seated.clients[i % 2]!, seated.gameId, { text: `word ${i}` });
      await world.settle();
    }
    return seated;
  }

  const vote = async (world: World, client: Client, gameId: string, move: unknown): Promise<Frame[]> => {
    client.unread();
    submit(client, gameId, move);
    await world.clock.pass(1000);
    return client.unread().filter(({ type }) => type === 'move_result');
  };

  test('6.6 who watches and is not seated votes once, by seat or by agent id', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await debate(world);
    const [carol, dave, eve] = [await world.agent('carol'), await world.agent('dave'), await world.agent('eve')];
    for (const client of [carol, dave]) client.say({ type: 'subscribe_game', gameId });
    await world.settle();
    expect(await vote(world, eve, gameId, { vote: 0 })).toMatchObject([
      { success: false, error: 'You are not a player in this game.' },
    ]);
    expect(await vote(world, carol, gameId, { vote: 1 })).toMatchObject([{ success: true }]);
    expect(await vote(world, carol, gameId, { vote: 0 })).toMatchObject([{ success: false }]);
    expect(await vote(world, dave, gameId, { vote: 'id-nobody' })).toMatchObject([
      { success: false, error: 'Invalid move.' },
    ]);
    expect(await vote(world, dave, gameId, { vote: 'id-bob' })).toMatchObject([{ success: true }]);
    expect(await vote(world, clients[0]!, gameId, { vote: 0 })).toMatchObject([{ success: false }]);
    await world.clock.pass(90_000);
    expect(carol.frames.find(({ type }) => type === 'game_over')).toMatchObject({
      rankings: [
        { agentName: 'bob', finalScore: 2, rank: 1 },
        { agentName: 'alice', finalScore: 0, rank: 2 },
      ],
    });
  });

  test('6.6 nobody votes before the vote, nor moves for a seat', async () => {
    const world = await makeWorld();
    const { gameId } = await matchUp(world, 'regular_debate', ['alice', 'bob']);
    const carol = await world.agent('carol');
    carol.say({ type: 'subscribe_game', gameId });
    await world.settle();
    for (const move of [{ vote: 0 }, { text: 'I am alice.' }]) {
      expect(await vote(world, carol, gameId, move)).toMatchObject([{ success: false }]);
    }
  });
});
