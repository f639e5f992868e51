// Longer than most files: section 8 of SPEC.md, one part for each game.
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { stepRandom } from '../../../core/random.ts';
import { manifestOf } from '../../../games/manifests.ts';
import { type Client, catchUp, type Frame, makeWorld, matchUp, submit, type World } from '../fixture.ts';
import { ServerMessages } from '../protocol.ts';

const fits = Object.fromEntries(Object.entries(ServerMessages).map(([type, schema]) => [type, Compile(schema)]));

/** Every frame fits the schema of its type. */
function expectWellFormed(client: Client): void {
  for (const frame of client.frames)
    expect(fits[frame.type]?.Check(frame), JSON.stringify(frame).slice(0, 300)).toBe(true);
}

/** Plays with house bots, over frames, until the match is over or a limit is reached. */
async function playOut(world: World, gameType: string, clients: Client[], gameId: string, limit = 2000): Promise<void> {
  const match = world.arena.match(gameId)!;
  const bot = (await manifestOf(gameType)!.bots()).find(({ slow }) => !slow)!;
  const seed = 'ab'.repeat(32);
  for (let i = 0; i < limit && !match.outcome; i++) {
    const { status, state, held, step } = match.position;
    if (status.kind !== 'turn') break;
    for (const seat of status.must.filter((one) => !held.some((move) => move.seat === one))) {
      submit(
        clients[seat]!,
        gameId,
        bot.play(match.game.view(state, seat), status, seat, stepRandom(seed, step * 8 + seat)),
      );
    }
    await world.clock.pass(0);
    await world.clock.pass(0);
  }
  await world.settle();
}

const lastOf = (client: Client, type: string): Frame => client.frames.findLast((frame) => frame.type === type);

describe.each([
  ['echo', 2, 5],
  ['blotto', 2, 5],
  ['skill-gomoku', 2, 300],
  ['dance-battle', 4, 30],
  ['ttt', 2, 0],
  ['c4', 2, 0],
])('8 a whole match of %s', (gameType, size, maxRounds) => {
  test('is told in well-formed frames, in order, to the end', async () => {
    const world = await makeWorld();
    const names = Array.from({ length: size }, (_, seat) => `agent${seat}`);
    const { clients, gameId } = await matchUp(world, gameType, names);
    const sue = world.connect();
    sue.say({ type: 'subscribe_game', gameId });
    await playOut(world, gameType, clients, gameId);
    expect(world.faults).toEqual([]);
    for (const client of [...clients, sue]) {
      expectWellFormed(client);
      const types = client.frames.map(({ type }) => type).filter((type) => type !== 'pong');
      expect(types.slice(-3)).toEqual(['turn_update', 'game_state', 'game_over']);
      const rounds = client.frames.filter(({ type }) => type === 'turn_update').map(({ round }) => round);
      expect(rounds).toEqual(rounds.map((_, i) => i + 1));
      const over = client.frames.at(-1);
      expect(over.totalRounds).toBe(rounds.length);
      expect(over.rankings).toHaveLength(size);
      const state = lastOf(client, 'game_state');
      expect(state).toMatchObject({ status: 'completed', maxRounds });
      expect(state.players.map(({ score }: Frame) => score).sort()).toEqual(
        over.rankings.map(({ finalScore }: Frame) => finalScore).sort(),
      );
      expect(Object.keys(lastOf(client, 'turn_update').scores)).toEqual(names);
    }
    const own = clients[0]!.frames.filter(({ type }) => type === 'your_turn').map(({ round }) => round);
    expect(own).toEqual([...own].sort((a, b) => a - b));
  });
});

describe('8.2 blotto', () => {
  test('extra tells the rounds so far by agent', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'blotto', ['alice', 'bob']);
    submit(clients[0]!, gameId, { allocation: [4, 3, 3, 0, 0] });
    submit(clients[1]!, gameId, { allocation: [2, 2, 2, 2, 2] });
    await world.settle();
    expect(lastOf(clients[0]!, 'game_state').extra).toEqual({
      currentRound: 2,
      maxRounds: 5,
      battlefields: 5,
      soldiers: 10,
      scores: { 'id-alice': 1, 'id-bob': 0 },
      history: [
        {
          round: 1,
          allocations: { 'id-alice': [4, 3, 3, 0, 0], 'id-bob': [2, 2, 2, 2, 2] },
          battlefieldWinners: ['id-alice', 'id-alice', 'id-alice', 'id-bob', 'id-bob'],
          winner: 'id-alice',
        },
      ],
    });
  });
});

describe('8.3 skill-gomoku', () => {
  async function gomoku() {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'skill-gomoku', ['black', 'white']);
    const play = async (...moves: Frame[]) => {
      for (const [i, move] of moves.entries()) {
        submit(clients[i % 2]!, gameId, move);
        await world.settle();
      }
    };
    return { world, clients, gameId, play };
  }
  const at = (row: number, col: number) => ({ type: 'place', row, col });
  const skill = (name: string, row = 0, col = 0) => ({ type: 'skill', skill: name, target: { row, col } });

  test('shows board, grid, energy and whose turn it is', async () => {
    const { clients, play } = await gomoku();
    await play(at(6, 6), at(7, 7));
    const { grid, extra, players, round } = lastOf(clients[0]!, 'game_state');
    expect(grid[6][6]).toBe('⚫');
    expect(grid[7][7]).toBe('⚪');
    expect(grid[0][0]).toBe('·');
    expect(extra.board[7][7]).toBe(2);
    expect(extra).toMatchObject({
      energy: [3, 3],
      currentPlayer: 'id-black',
      sealedStones: [],
      quietZoneCells: [],
      lastMove: { row: 7, col: 7 },
      lastSkillEffect: null,
      animationDurationMs: 0,
    });
    expect(players.map(({ thinking }: Frame) => thinking)).toEqual([true, false]);
    expect(round).toBe(3);
    expect(lastOf(clients[0]!, 'turn_update').moves).toEqual([
      { agentId: 'id-white', agentName: 'white', action: 'Placed a stone at H8' },
    ]);
  });

  test('4.6 tells of a skill before the turn, with grid and extra after it', async () => {
    const { clients, play, world } = await gomoku();
    await play(at(7, 7), at(0, 0));
    await catchUp(world, clients);
    await play(skill('stillwater', 7, 7));
    const heard = clients[1]!.unread();
    expect(heard.map(({ type }) => type)).toEqual([
      'thinking',
      'skill_effect',
      'turn_update',
      'game_state',
      'your_turn',
    ]);
    expect(heard[1]).toMatchObject({
      skill: 'stillwater',
      agentId: 'id-black',
      agentName: 'black',
      target: { row: 7, col: 7 },
      description: 'black used Stillwater (静如止水) at H8!',
      animationDurationMs: 3000,
    });
    expect(heard[1]).not.toHaveProperty('affectedCells');
    expect(heard[1].grid[7][7]).toBe('🔒');
    expect(heard[1].grid[6][7]).toBe('🚫');
    expect(heard[1].extra).toEqual(heard[3].extra);
    expect(heard[3].extra).toMatchObject({
      lastMove: null,
      animationDurationMs: 3000,
      sealedStones: [{ row: 7, col: 7, owner: 1 }],
      lastSkillEffect: { skill: 'stillwater', casterId: 'id-black', target: { row: 7, col: 7 } },
    });
    expect(heard[2].moves).toEqual([
      { agentId: 'id-black', agentName: 'black', action: 'Used Stillwater (静如止水) at H8' },
    ]);
  });

  test('4.6 a sandstorm names the cells it changed; no skill_effect follows a later move', async () => {
    const { clients, play, world } = await gomoku();
    await play(at(7, 7), at(0, 0));
    await play(skill('sandstorm', 0, 0));
    expect(lastOf(clients[0]!, 'skill_effect').affectedCells).toEqual([{ row: 0, col: 0, before: '⚪', after: '·' }]);
    await catchUp(world, clients);
    submit(clients[1]!, lastOf(clients[0]!, 'game_state').gameId, at(1, 1));
    await world.settle();
    expect(clients[0]!.unread().map(({ type }) => type)).not.toContain('skill_effect');
  });

  test('five in a row wins with a final score of 1', async () => {
    const { clients, play } = await gomoku();
    await play(...[0, 1, 2, 3].flatMap((col) => [at(7, col), at(0, col * 2)]), at(7, 4));
    expect(clients[1]!.frames.at(-1)).toMatchObject({
      rankings: [
        { agentName: 'black', finalScore: 1 },
        { agentName: 'white', finalScore: 0 },
      ],
      totalRounds: 9,
    });
  });
});

describe('8.4 resource-rush', () => {
  test('extra has the fields of the protocol, by agent, with -1 in the fog and memory for its owner', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'resource-rush', ['alice', 'bob']);
    submit(clients[0]!, gameId, { action: 'wait', thought: 'hm', memory: { seen: 1 } });
    submit(clients[1]!, gameId, { action: 'wait' });
    await world.settle();
    const { extra, round, maxRounds, grid } = lastOf(clients[0]!, 'game_state');
    expect({ round, maxRounds, grid }).toEqual({ round: 2, maxRounds: 500, grid: null });
    expect(Object.keys(extra)).toEqual([
      'tick',
      'maxTicks',
      'mapSize',
      'grid',
      'playerPositions',
      'playerResources',
      'playerThoughts',
      'scores',
      'memory',
    ]);
    expect(extra).toMatchObject({
      tick: 1,
      maxTicks: 500,
      mapSize: 100,
      memory: { seen: 1 },
      playerThoughts: { 'id-alice': 'hm' },
    });
    expect(extra.grid).toHaveLength(100);
    expect(extra.grid[0]).toHaveLength(100);
    expect(extra.grid.flat()).toContain(-1);
    expect(Object.keys(extra.playerPositions)).toEqual(['id-alice']);
    expect(lastOf(clients[1]!, 'game_state').extra.memory).toEqual({});
    expect(lastOf(clients[1]!, 'turn_update').moves[0]).toEqual({
      agentId: 'id-alice',
      agentName: 'alice',
      action: 'Out of sight',
    });
    expectWellFormed(clients[0]!);
  });
});

describe('8.5 dance-battle', () => {
  const plan = (beats: Frame[], motto?: string) => ({
    commands: beats.map(({ beatIndex, kind }) =>
      kind === 'stress'
        ? { beatIndex, kind: 'action', action: 'rock', ...(motto && { motto }) }
        : { beatIndex, kind: 'move', direction: 'hold' },
    ),
  });

  async function dance() {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'dance-battle', ['ann', 'ben', 'cid', 'dan']);
    await world.settle();
    const state = () => lastOf(clients[3]!, 'game_state').publicState;
    const beats = () => state().beatSequence.rounds[state().round - 1].beats;
    return { world, clients, gameId, state, beats };
  }

  test('publicState is at the top and in extra, with ids and names', async () => {
    const { clients } = await dance();
    const { publicState, extra, maxRounds } = lastOf(clients[0]!, 'game_state');
    expect(extra.publicState).toEqual(publicState);
    expect(maxRounds).toBe(30);
    expect(Object.keys(publicState)).toEqual([
      'round',
      'maxRounds',
      'status',
      'map',
      'beatSequence',
      'players',
      'events',
    ]);
    expect(Object.keys(publicState.players[0])).toEqual([
      'agentId',
      'agentName',
      'x',
      'y',
      'score',
      'stunned',
      'eliminated',
      'motto',
    ]);
    expect(publicState.map).toMatchObject({ width: 17, height: 17 });
    expect(publicState.beatSequence.rounds).toHaveLength(30);
  });

  test('a motto is shown after the round, as it was sent; a long one is an invalid move', async () => {
    const { world, clients, gameId, state, beats } = await dance();
    submit(clients[0]!, gameId, plan(beats(), 'x'.repeat(101)));
    await world.settle();
    expect(lastOf(clients[0]!, 'move_result')).toMatchObject({ success: false, error: 'Invalid move.' });
    for (const client of clients) submit(client, gameId, plan(beats(), '<b>hi</b>'));
    await world.settle();
    expect(state().players[0].motto).toBe('<b>hi</b>');
    expect(state().events[0]).toMatchObject({ round: 1, beatIndex: 0, kind: 'move' });
  });

  test('7.3 the late one of four is out, the rest play on; the eliminated still get your_turn and may speak', async () => {
    const { world, clients, gameId, state, beats } = await dance();
    for (const client of clients.slice(1)) submit(client, gameId, plan(beats()));
    await world.settle();
    await catchUp(world, clients);
    await world.clock.pass(180_000);
    await world.settle();
    const heard = clients[0]!.unread().filter(({ type }) => type !== 'pong');
    expect(heard.map(({ type }) => type)).toEqual(['turn_update', 'game_state', 'your_turn']);
    expect(heard[0].moves[0]).toEqual({ agentId: 'id-ann', agentName: 'ann', action: 'Timed out' });
    expect(heard[0].moves).toHaveLength(4);
    expect(heard[0].roundSummary).toBe('Round 1: ann eliminated.');
    expect(heard[1]).toMatchObject({ status: 'active', round: 2 });
    expect(state().players[0]).toMatchObject({ agentId: 'id-ann', eliminated: true });

    submit(clients[0]!, gameId, plan(beats(), 'still here'));
    await world.settle();
    expect(lastOf(clients[0]!, 'move_result')).toEqual({ type: 'move_result', success: true });
    for (const client of clients.slice(1)) submit(client, gameId, plan(beats()));
    await world.settle();
    expect(state()).toMatchObject({ round: 3, players: [{ motto: 'still here' }, {}, {}, {}] });
    expect(clients[0]!.frames.filter(({ type }) => type === 'your_turn')).toHaveLength(3);
  });

  test('7.3 timeouts that leave one: reason "timeout", matchResult "last_standing"', async () => {
    const { world, clients, gameId, beats } = await dance();
    submit(clients[2]!, gameId, plan(beats()));
    await world.clock.pass(180_000);
    await world.settle();
    const over =
      clients[2]!.frames.at(-1).type === 'pong' ? lastOf(clients[2]!, 'game_over') : clients[2]!.frames.at(-1);
    expect(over).toMatchObject({ type: 'game_over', reason: 'timeout', rankings: [{ agentName: 'cid' }, {}, {}, {}] });
    const { publicState } = lastOf(clients[2]!, 'game_state');
    expect(publicState).toMatchObject({
      status: 'completed',
      matchResult: {
        winnerAgentId: 'id-cid',
        reason: 'last_standing',
        rankings: [{ agentId: 'id-cid', agentName: 'cid', score: 0, eliminatedRound: null }, {}, {}, {}],
      },
    });
  });

  test('7.4 all four late: a draw, reason "timeout"', async () => {
    const { world, clients } = await dance();
    await world.clock.pass(180_000);
    await world.settle();
    expect(lastOf(clients[0]!, 'game_over')).toMatchObject({
      reason: 'timeout',
      rankings: ['ann', 'ben', 'cid', 'dan'].map((agentName) => ({ agentName })),
    });
    expect(lastOf(clients[0]!, 'game_state').publicState.matchResult.winnerAgentId).toBeNull();
  });
});

describe('5.1 a memory that is all brackets', () => {
  test('is an invalid move, and the game goes on', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'resource-rush', ['alice', 'bob']);
    const remember = (levels: number) =>
      clients[0]!.say(
        `{"type":"submit_move","gameId":"${gameId}","move":{"action":"wait","memory":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}}`,
      );
    remember(5_000);
    await world.settle();
    expect(lastOf(clients[0]!, 'move_result')).toEqual({ type: 'move_result', success: false, error: 'Invalid move.' });
    remember(50);
    await world.settle();
    expect(lastOf(clients[0]!, 'move_result')).toEqual({ type: 'move_result', success: true });
    expect(world.faults).toEqual([]);
  });
});

describe('8.6 every other game', () => {
  test('5.3 takes its own moves and texts, and shows its view with seats and legal moves beside it', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'chess', ['white', 'black']);
    await world.settle();
    const { extra, players } = lastOf(clients[0]!, 'game_state');
    expect(extra).toMatchObject({ seat: 0, seats: ['id-white', 'id-black'], waitingFor: ['id-white'] });
    expect(extra.legal).toContain('Nf3');
    expect(players.map(({ thinking }: Frame) => thinking)).toEqual([true, false]);
    submit(clients[0]!, gameId, { text: 'Nf3' });
    await world.settle();
    submit(clients[1]!, gameId, { uci: 'e7e5' });
    await world.settle();
    expect(lastOf(clients[0]!, 'game_state').round).toBe(3);
    expect(lastOf(clients[1]!, 'turn_update').moves).toEqual([
      { agentId: 'id-black', agentName: 'black', action: 'Played e5' },
    ]);
  });

  test('5.2 where the terms make an illegal move lose, the match ends with its reason', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'ttt', ['alice', 'bob']);
    await catchUp(world, clients);
    submit(clients[0]!, gameId, { text: '9' });
    await world.settle();
    expect(clients[0]!.unread().map(({ type }) => type)).toEqual([
      'move_result',
      'turn_update',
      'game_state',
      'game_over',
    ]);
    expect(clients[1]!.frames.at(-1)).toMatchObject({
      rankings: [{ agentName: 'bob' }, { agentName: 'alice' }],
      reason: 'illegal_move',
      totalRounds: 0,
    });
  });

  test('8.6 a simultaneous round tells what became of everybody, not only of the last to hand in', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'even_odd', ['alice', 'bob']);
    submit(clients[0]!, gameId, { choice: 'even' });
    await world.settle();
    submit(clients[1]!, gameId, { text: 'odd' });
    await world.settle();
    expect(lastOf(clients[0]!, 'turn_update').moves).toEqual([
      { agentId: 'id-alice', agentName: 'alice', action: 'Moved' },
      { agentId: 'id-bob', agentName: 'bob', action: 'Moved' },
    ]);
  });

  test('8.6 clawpoly can be played with its own moves; its limit of turns is none of rounds', async () => {
    const world = await makeWorld();
    const size = world.arena.home('clawpoly').size;
    const { clients, gameId } = await matchUp(
      world,
      'clawpoly',
      Array.from({ length: size }, (_, i) => `claw${i}`),
    );
    await playOut(world, 'clawpoly', clients, gameId, 60);
    for (const client of clients) expectWellFormed(client);
    expect(clients[0]!.frames.filter(({ type }) => type === 'turn_update').length).toBeGreaterThan(20);
    expect(clients.flatMap((client) => client.frames).filter(({ success }) => success === false)).toEqual([]);
    expect(lastOf(clients[0]!, 'game_state').maxRounds).toBe(0);
  });
});
