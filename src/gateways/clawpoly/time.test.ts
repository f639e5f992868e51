import { describe, expect, test } from 'vitest';
import { having, inPhase, newGame, owning } from '../../games/clawpoly/rules.scene.ts';
import type { State } from '../../games/clawpoly/state.ts';
import { type Frame, makeWorld, seat, stage } from './fixture.ts';

const LIMIT = 30_000;

const typesOf = (events: Frame[]) => events.map(({ type }) => type);

describe('6.1 what is played for whoever is late', () => {
  const trapped = inPhase(having(newGame(2), 0, { position: 10, inLobsterPot: true }), 'pot');
  const indebted = having(owning(owning(newGame(2), 1, [39]), 0, [6]), 0, { money: 10, position: 32 });
  test.each<[string, State, string[], string[]]>([
    ['your_turn: rolls', having(newGame(2), 0, { position: 3 }), [], ['game:dice_rolled', 'game:player_moved']],
    ['buy_decision: passes', inPhase(having(newGame(2), 0, { position: 6 }), 'buy'), [], ['game:property_passed']],
    ['build_decision: ends the turn', inPhase(newGame(2), 'build'), [], ['game:turn_end', 'game:turn_start']],
    ['lobster_pot_decision: rolls', trapped, [], ['game:dice_rolled']],
    ['must_raise_funds: sells and mortgages', indebted, ['action:roll_dice'], ['game:mortgaged', 'game:rent_paid']],
  ])('%s', async (_, state, before, expected) => {
    const { agents, clock, call, room, settle } = await stage(state, { 1: [3, 4] });
    for (const action of before) agents[0]!.say(action);
    await settle();
    const { events: past } = (await call(`/rooms/${room.id}/log`)).body;
    agents[0]!.unread();
    await clock.pass(LIMIT - 1);
    expect(agents[0]!.unread()).toEqual([]);
    await clock.pass(1);
    const { events } = (await call(`/rooms/${room.id}/log?from=${past.length}`)).body;
    expect(typesOf(events)).toEqual(['game:agent_timeout', ...expected]);
    expect(events[0].playerId).toBe('agent-1');
  });

  test('6.1 who cannot raise the sum is bankrupt', async () => {
    const hopeless = having(owning(owning(newGame(2), 1, [39], { fortress: true }), 0, [6]), 0, {
      money: 10,
      position: 32,
    });
    const { agents, clock, settle } = await stage(hopeless, { 1: [3, 4] });
    agents[0]!.say('action:roll_dice');
    await settle();
    await clock.pass(LIMIT);
    expect(agents[0]!.last()).toMatchObject({ type: 'agent:game_over', data: { winnerId: 'agent-2' } });
  });
});

describe('6.2 offers', () => {
  const offering = async () => {
    const table = await stage(newGame(3), { 1: [2, 4] });
    table.agents[0]!.say('action:trade_offer', { toId: 'agent-2', offering: { money: 5 } });
    await table.settle();
    return table;
  };

  test('an offer is rejected after 30 seconds, which is no missed decision, and the prompt comes again', async () => {
    const { agents, clock, arena, settle } = await offering();
    await clock.pass(20_000);
    agents[0]!.say('action:mortgage', { squareIndex: 1 });
    agents[0]!.say('action:roll_dice');
    await settle();
    agents[0]!.unread();
    await clock.pass(10_000);
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:buy_decision']);
    agents[1]!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
    await settle();
    expect(agents[1]!.last()).toMatchObject({ type: 'error', data: { code: 'INVALID_ACTION' } });
    expect(arena.live[0]!.position.strikes).toEqual([0, 0, 0]);
  });

  test('an offer lapses with its proposer’s turn', async () => {
    const { agents, call, room, settle } = await offering();
    agents[0]!.say('action:roll_dice');
    agents[0]!.say('action:pass');
    agents[0]!.say('action:end_turn');
    await settle();
    const { events } = (await call(`/rooms/${room.id}/log`)).body;
    const rejected = events.find(({ type }: Frame) => type === 'game:trade_rejected');
    expect(rejected).toMatchObject({
      playerId: null,
      data: {
        tradeId: 'trade-001',
        fromId: 'agent-1',
        toId: 'agent-2',
        giving: { properties: [], money: 5 },
        requesting: { properties: [], money: 0 },
      },
    });
  });
});

describe('6.3 missed decisions in a row', () => {
  test('the third and fourth bring a warning, the fifth bankruptcy', async () => {
    const { agents, clock, call, room } = await stage(newGame(2), {
      1: [1, 3],
      3: [1, 3],
      5: [4, 6],
      7: [4, 6],
      9: [4, 6],
    });
    const answering = () => {
      const { type } = agents[1]!.last();
      if (type === 'agent:your_turn') agents[1]!.say('action:roll_dice');
      if (type === 'agent:buy_decision') agents[1]!.say('action:pass');
      if (type === 'agent:build_decision') agents[1]!.say('action:end_turn');
    };
    const warnings: number[] = [];
    for (let i = 0; i < 12 && agents[0]!.closed === undefined; i++) {
      await clock.pass(LIMIT);
      for (const { type, data } of agents[0]!.unread()) {
        if (type === 'error') {
          expect(data.code).toBe('AGENT_TIMEOUT');
          warnings.push(data.context.consecutiveTimeouts);
        }
      }
      for (let answers = 0; answers < 3; answers++) {
        answering();
        await clock.pass(0);
      }
    }
    expect(warnings).toEqual([3, 4]);
    const { events } = (await call(`/rooms/${room.id}/log?limit=500`)).body;
    expect(typesOf(events).slice(-2)).toEqual(['game:bankrupt', 'game:finished']);
    expect(events.filter(({ type }: Frame) => type === 'game:agent_timeout')).toHaveLength(4);
  });

  test('a decision that is made starts the count anew', async () => {
    const { agents, clock, arena, settle } = await stage(newGame(2), { 1: [1, 3] });
    await clock.pass(LIMIT);
    expect(arena.live[0]!.position.strikes).toEqual([1, 0]);
    agents[0]!.say('action:end_turn');
    await settle();
    expect(arena.live[0]!.position.strikes).toEqual([0, 0]);
  });
});

describe('6.4 away', () => {
  test.each([
    ['very_slow', 60_000],
    ['slow', 60_000],
    ['normal', 60_000],
    ['fast', 0],
    ['instant', 0],
  ])('at %s the game waits %i ms for whoever is away, then plays on without a strike', async (gameSpeed, pause) => {
    const { agents, clock, arena, room, call } = await stage(newGame(2), { 1: [4, 6] }, { gameSpeed });
    // Whatever the speed, the first prompt has come by then.
    await clock.pass(4000);
    agents[0]!.leave();
    expect((await call(`/rooms/${room.id}/state`)).body.players[0].connected).toBe(false);
    const since =
      gameSpeed === 'instant' ? 4000 : 4000 - 2 * { very_slow: 2000, slow: 1000, normal: 500, fast: 250 }[gameSpeed]!;
    await clock.pass(pause + LIMIT - since - 1);
    expect(arena.live[0]!.position.step).toBe(0);
    await clock.pass(1);
    expect(arena.live[0]!.position.step).toBe(1);
    expect(arena.live[0]!.position.strikes).toEqual([0, 0]);
  });

  test('after 5 minutes the agent is removed, bankrupt, and its token is INVALID_TOKEN', async () => {
    const world = await makeWorld();
    const { agents, room, seats } = await seat(world, 3);
    agents[1]!.leave();
    const isBankrupt = async () => (await world.call(`/rooms/${room.id}/state`)).body.players[1].isBankrupt;
    await world.clock.pass(299_999);
    expect(await isBankrupt()).toBe(false);
    await world.clock.pass(1);
    expect(await isBankrupt()).toBe(true);
    const again = await world.agent(seats[1]!);
    expect(again.frames).toMatchObject([{ type: 'error', data: { code: 'INVALID_TOKEN' } }]);
    expect(again.closed).toBe(4001);
  });

  test('whoever never connects after the start is away too', async () => {
    const { arena, clock, agents } = await stage(newGame(2));
    agents[1]!.leave();
    agents[0]!.leave();
    await clock.pass(300_000);
    expect(arena.live).toHaveLength(0);
  });

  test('nobody waits for a bankrupt agent that leaves', async () => {
    const rich = owning(newGame(3), 1, [39], { fortress: true });
    const doomed = having(rich, 0, { money: 10, position: 32 });
    const { agents, clock, arena, settle } = await stage(doomed, { 1: [3, 4], 2: [4, 6] }, { gameSpeed: 'normal' });
    agents[0]!.say('action:roll_dice');
    await settle();
    agents[0]!.leave();
    // Dice, walk, bankruptcy and the change of turns are shown, then the decision has its time and no more.
    const { events } = arena.live[0]!.position.status as { events: number };
    await clock.pass(500 * events + LIMIT);
    expect(arena.live[0]!.position.step).toBe(2);
  });
});

describe('6.5 after a restart', () => {
  test('whoever does not return within 5 minutes is bankrupt; the others play on', async () => {
    const { seats, restart, room } = await stage(newGame(3));
    const next = await restart();
    for (const one of seats.slice(0, 2)) await next.agent(one);
    await next.clock.pass(299_000);
    expect((await next.call(`/rooms/${room.id}/state`)).body.players[2].isBankrupt).toBe(false);
    await next.clock.pass(1000);
    expect((await next.call(`/rooms/${room.id}/state`)).body.players[2].isBankrupt).toBe(true);
  });

  test('if nobody returns the game is over without a winner, and nothing is rated', async () => {
    const { restart, room } = await stage(newGame(3));
    const next = await restart();
    await next.clock.pass(300_000);
    const { body } = await next.call(`/games/${room.id}`);
    expect(body).toMatchObject({ status: 'finished', winnerId: null, reason: 'abandoned' });
  });
});
