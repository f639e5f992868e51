// Longer than most files: every error code with its context, and both generations of names.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { having, inPhase, newGame, owning } from '../../games/clawpoly/rules.scene.ts';
import type { State } from '../../games/clawpoly/state.ts';
import { makeWorld, seat, stage } from './fixture.ts';

/** What an agent is told when it does that in such a game. */
async function errorsOf(state: State, seatNumber: number, type: string, data?: object) {
  const { agents, settle } = await stage(state);
  agents[seatNumber]!.say(type, data);
  await settle();
  return agents[seatNumber]!.unread().map((frame) => (frame.type === 'error' ? frame.data : frame.type));
}

const buying = inPhase(having(newGame(2), 0, { position: 6 }), 'buy');
const building = inPhase(newGame(2), 'build');
const trapped = inPhase(having(newGame(2), 0, { position: 10, inLobsterPot: true, money: 20 }), 'pot');
const offer = (fields: object) => ({ toId: 'agent-2', ...fields });

describe('5.4 each error with its code and context', () => {
  test.each<[string, State, number, string, object | undefined, object]>([
    ['rolling while buying', buying, 0, 'action:roll_dice', {}, { code: 'INVALID_ACTION', context: { phase: 'buy' } }],
    ['passing while rolling', newGame(2), 0, 'action:pass', {}, { code: 'INVALID_ACTION', context: { phase: 'roll' } }],
    ['skip_build while rolling', newGame(2), 0, 'action:skip_build', {}, { code: 'INVALID_ACTION' }],
    ['rolling out of turn', newGame(2), 1, 'action:roll_dice', {}, { code: 'NOT_YOUR_TURN' }],
    ['building out of turn', newGame(2), 1, 'action:build', {}, { code: 'NOT_YOUR_TURN' }],
    [
      'buying another square',
      buying,
      0,
      'action:buy',
      { squareIndex: 8 },
      { code: 'INVALID_PROPERTY', context: { squareIndex: 8 } },
    ],
    [
      'buying no square',
      buying,
      0,
      'action:buy',
      { squareIndex: 'six' },
      { code: 'INVALID_PROPERTY', context: { squareIndex: 'six' } },
    ],
    [
      'building on a current',
      building,
      0,
      'action:build',
      { squareIndex: 5, type: 'outpost' },
      { code: 'INVALID_PROPERTY', context: { squareIndex: 5 } },
    ],
    ['building nowhere', building, 0, 'action:build', { type: 'outpost' }, { code: 'INVALID_PROPERTY' }],
    [
      'mortgaging square 40',
      building,
      0,
      'action:mortgage',
      { squareIndex: 40 },
      { code: 'INVALID_PROPERTY', message: expect.stringContaining('0 to 39') },
    ],
    [
      'building on what is not owned',
      building,
      0,
      'action:build',
      { squareIndex: 14, type: 'outpost' },
      { code: 'INVALID_ACTION', context: { squareIndex: 14 } },
    ],
    ['a strange building', building, 0, 'action:build', { squareIndex: 1, type: 'hut' }, { code: 'INVALID_ACTION' }],
    [
      'building unevenly',
      owning(owning(building, 0, [1, 3]), 0, [1], { outposts: 1 }),
      0,
      'action:build',
      { squareIndex: 1, type: 'outpost' },
      { code: 'INVALID_ACTION', context: { squareIndex: 1 } },
    ],
    [
      'building without money',
      having(owning(building, 0, [1, 3]), 0, { money: 60 }),
      0,
      'action:build',
      { squareIndex: 1, type: 'outpost' },
      { code: 'INSUFFICIENT_FUNDS', context: { squareIndex: 1, needed: 100, money: 60 } },
    ],
    [
      'a mortgage of a built group',
      owning(building, 0, [1, 3], { outposts: 1 }),
      0,
      'action:mortgage',
      { squareIndex: 1 },
      { code: 'INVALID_ACTION' },
    ],
    [
      'an unmortgage without money',
      having(owning(building, 0, [39], { mortgaged: true }), 0, { money: 1 }),
      0,
      'action:unmortgage',
      { squareIndex: 39 },
      { code: 'INSUFFICIENT_FUNDS' },
    ],
    [
      'selling nothing',
      owning(building, 0, [1]),
      0,
      'action:sell_building',
      { squareIndex: 1 },
      { code: 'INVALID_ACTION' },
    ],
    ['paying without money', trapped, 0, 'action:escape_pay', {}, { code: 'INSUFFICIENT_FUNDS' }],
    ['a card that is not held', trapped, 0, 'action:escape_card', {}, { code: 'INVALID_ACTION' }],
    ['an empty trade', building, 0, 'action:trade_offer', offer({}), { code: 'INVALID_ACTION' }],
    ['a trade with nobody', building, 0, 'action:trade_offer', { toId: 'agent-3' }, { code: 'INVALID_ACTION' }],
    [
      'a trade with oneself',
      building,
      0,
      'action:trade_offer',
      { toId: 'agent-1', giving: { money: 1 } },
      { code: 'INVALID_ACTION' },
    ],
    [
      'a trade of half shells',
      building,
      0,
      'action:trade_offer',
      offer({ giving: { money: 0.5 } }),
      { code: 'INVALID_ACTION' },
    ],
    ['a trade of a list', building, 0, 'action:trade_offer', offer({ giving: 'all' }), { code: 'INVALID_ACTION' }],
    [
      'a trade beyond one’s means',
      building,
      0,
      'action:trade_offer',
      offer({ offering: { money: 1501 } }),
      { code: 'INSUFFICIENT_FUNDS' },
    ],
    [
      'a trade beyond the other’s means',
      building,
      0,
      'action:trade_offer',
      offer({ offering: { money: 1 }, requesting: { money: 1501 } }),
      { code: 'INSUFFICIENT_FUNDS' },
    ],
    [
      'a trade of a card square',
      building,
      0,
      'action:trade_offer',
      offer({ offering: { properties: [7] } }),
      { code: 'INVALID_PROPERTY', context: { toId: 'agent-2', squareIndex: 7 } },
    ],
    [
      'a trade of what is not one’s own',
      building,
      0,
      'action:trade_offer',
      offer({ offering: { properties: [6] } }),
      { code: 'INVALID_ACTION' },
    ],
    [
      'a trade of a built group',
      owning(building, 0, [1, 3], { outposts: 1 }),
      0,
      'action:trade_offer',
      offer({ offering: { properties: [1] } }),
      { code: 'INVALID_ACTION' },
    ],
    [
      'an answer to no offer, also out of turn',
      building,
      1,
      'action:trade_respond',
      { tradeId: 'trade-009', accept: true },
      { code: 'INVALID_ACTION', context: { tradeId: 'trade-009' } },
    ],
    ['an answer without an id', building, 1, 'action:trade_respond', { accept: true }, { code: 'INVALID_ACTION' }],
    ['an answer without yes or no', building, 1, 'action:trade_respond', { tradeId: 'x' }, { code: 'INVALID_ACTION' }],
  ])('%s', async (_, state, seatNumber, type, data, expected) => {
    const errors = await errorsOf(state, seatNumber, type, data);
    expect(errors).toEqual([{ message: expect.stringMatching(/\w/), context: expect.any(Object), ...expected }]);
  });

  test('a second offer to the same partner while the first is open', async () => {
    const { agents, settle } = await stage(building);
    for (let i = 0; i < 2; i++) agents[0]!.say('action:trade_offer', offer({ offering: { money: 5 } }));
    await settle();
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:build_decision', 'error']);
    expect(agents[0]!.last().data.code).toBe('INVALID_ACTION');
    expect(agents[1]!.unread()).toHaveLength(1);
  });

  test('what is null in an offer counts as left out', async () => {
    const { agents, settle } = await stage(building);
    const given = { properties: null, money: 5, escapeCards: null };
    agents[0]!.say('action:trade_offer', offer({ offering: given, giving: null, requesting: null }));
    await settle();
    const giving = { properties: [], money: 5 };
    expect(agents[1]!.unread()).toMatchObject([{ type: 'agent:trade_received', data: { offer: { giving } } }]);
  });

  test('an acceptance that can no longer be paid', async () => {
    const { agents, settle } = await stage(owning(having(building, 0, { money: 200 }), 0, [1, 3]));
    agents[0]!.say('action:trade_offer', offer({ offering: { money: 200 } }));
    agents[0]!.say('action:build', { squareIndex: 1 });
    await settle();
    agents[1]!.unread();
    agents[1]!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
    await settle();
    expect(agents[1]!.unread()).toMatchObject([{ type: 'error', data: { code: 'INSUFFICIENT_FUNDS' } }]);
  });
});

describe('frames', () => {
  test.each([
    '',
    '{',
    '[]',
    'null',
    '7',
    '"action:roll_dice"',
    '{}',
    '{"type":7}',
    '{"type":"fly"}',
    '{"type":"roll_dice"}',
    '{"type":"action:fly"}',
    '{"type":"action:toString"}',
    undefined,
  ])('5.4 %j is INVALID_ACTION, and the turn goes on', async (text) => {
    const { agents, settle } = await stage(newGame(2), { 1: [2, 4] });
    agents[0]!.raw(text);
    expect(agents[0]!.unread()).toMatchObject([{ type: 'error', data: { code: 'INVALID_ACTION' } }]);
    agents[0]!.raw('{"type":"action:roll_dice"}');
    await settle();
    expect(agents[0]!.last().type).toBe('agent:buy_decision');
  });

  test('5.4 before the start every action is INVALID_ACTION', async () => {
    const world = await makeWorld();
    const { body: room } = await world.call('/rooms', {});
    const { body } = await world.call(`/rooms/${room.id}/join`, { name: 'Early' });
    const agent = await world.agent(body);
    agent.say('action:roll_dice');
    expect(agent.last()).toMatchObject({ type: 'error', data: { code: 'INVALID_ACTION' } });
  });

  test('5.5 actions that come at once are taken in order, each after the last one’s prompt', async () => {
    const start = owning(building, 0, [1, 3]);
    const { agents, settle } = await stage(start);
    agents[0]!.say('action:build', { squareIndex: 1 });
    agents[0]!.say('action:build', { squareIndex: 3 });
    agents[0]!.say('action:build', { squareIndex: 14 });
    agents[0]!.say('action:end_turn');
    agents[0]!.say('action:end_turn');
    await settle();
    expect(agents[0]!.unread().map(({ type, data }) => data.code ?? type)).toEqual([
      'agent:build_decision',
      'agent:build_decision',
      'INVALID_ACTION',
      'NOT_YOUR_TURN',
    ]);
    expect(agents[1]!.last().type).toBe('agent:your_turn');
  });

  test('5.5 and 4.7 whose answer is on its way is not asked again, unless it is refused', async () => {
    const offering = async (action: string) => {
      const table = await stage(having(newGame(2), 0, { position: 0 }), { 1: [2, 4] });
      const [one, two] = table.agents;
      one!.say('action:trade_offer', { toId: 'agent-2', offering: { money: 5 } });
      await table.settle();
      one!.unread();
      two!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
      one!.say(action);
      await table.settle();
      return one!.unread().map(({ type }) => type);
    };
    expect(await offering('action:roll_dice')).toEqual(['agent:buy_decision']);
    expect(await offering('action:pass')).toEqual(['error', 'agent:your_turn']);
  });

  test('4.9 whose turn ended while its answer crossed another step is never sent the prompt of somebody else', async () => {
    const { agents, settle } = await stage(building);
    const [one, two] = agents;
    one!.say('action:trade_offer', { toId: 'agent-2', offering: { money: 5 } });
    await settle();
    two!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
    one!.say('action:end_turn');
    await settle();
    expect(two!.last().type).toBe('agent:your_turn');
    one!.unread();
    one!.say('action:roll_dice');
    await settle();
    expect(one!.unread()).toMatchObject([{ type: 'error', data: { code: 'NOT_YOUR_TURN' } }]);
  });

  test('5.6 the eleventh offer of a turn is INVALID_ACTION', async () => {
    const { agents, settle } = await stage(building);
    const [one, two] = agents;
    const offer = async () => {
      one!.say('action:trade_offer', { toId: 'agent-2', offering: { money: 1 } });
      await settle();
      const { type, data } = two!.last();
      if (type === 'agent:trade_received') two!.say('action:trade_respond', { tradeId: data.tradeId, accept: false });
      await settle();
    };
    for (let i = 0; i < 10; i++) await offer();
    expect(one!.frames.filter(({ type }) => type === 'error')).toEqual([]);
    one!.unread();
    await offer();
    expect(one!.unread()).toMatchObject([
      { type: 'error', data: { code: 'INVALID_ACTION', message: 'You have made 10 offers in this turn.' } },
    ]);
  });

  test('5.5 more than 64 at once are refused', async () => {
    const { agents, settle } = await stage(newGame(2));
    for (let i = 0; i < 100; i++) agents[0]!.say('action:pass');
    await settle();
    const messages = agents[0]!.unread().map(({ data }) => data.message);
    expect(messages).toHaveLength(100);
    expect(messages.filter((message) => /too many/i.test(message)).length).toBeGreaterThan(30);
  });
});

test('whatever is sent, the answer is an error or nothing, and the game goes on', async () => {
  const names = ['roll_dice', 'buy', 'build', 'upgrade', 'mortgage', 'trade_offer', 'trade_respond', 'end_turn', 'fly'];
  const goods = fc.record({ properties: fc.anything(), money: fc.anything(), escapeCards: fc.anything() }, {});
  const data = fc.oneof(
    fc.anything(),
    fc.record(
      {
        squareIndex: fc.anything(),
        type: fc.anything(),
        toId: fc.constantFrom('agent-1', 'agent-2', 'agent-9', '__proto__', 7),
        offering: goods,
        requesting: fc.oneof(goods, fc.anything()),
        tradeId: fc.anything(),
        accept: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  );
  const frame = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ type: fc.constantFrom(...names.map((name) => `action:${name}`)), data }).map((one) => toJson(one)),
  );
  const { agents, settle, faults } = await stage(newGame(3));
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 20 }), async (frames) => {
      for (const one of frames) agents[1]!.raw(one);
      await settle();
      expect(new Set(agents[1]!.unread().map(({ type }) => type))).toEqual(new Set(frames.length ? ['error'] : []));
    }),
    { numRuns: 40 },
  );
  expect(faults).toEqual([]);
  expect(agents[0]!.last().type).toBe('agent:your_turn');
});

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';

describe('5.2 both generations of names', () => {
  test('upgrade builds a fortress, skip_build ends the build phase', async () => {
    const start = owning(building, 0, [1, 3], { outposts: 4 });
    const { agents, settle } = await stage(start);
    agents[0]!.say('action:upgrade', { squareIndex: 1 });
    agents[0]!.say('action:skip_build', {});
    await settle();
    expect(agents[0]!.unread()).toMatchObject([{ type: 'agent:build_decision', data: { yourMoney: 1000 } }]);
    expect(agents[1]!.last()).toMatchObject({ type: 'agent:your_turn' });
    expect(agents[1]!.last().data.gameState.board[1]).toMatchObject({ fortress: true, outposts: 0 });
  });

  test('the first generation builds a fortress by its type', async () => {
    const { agents, settle } = await stage(owning(building, 0, [1, 3], { outposts: 4 }));
    agents[0]!.say('action:build', { squareIndex: 1, type: 'fortress' });
    await settle();
    expect(agents[0]!.last().data.yourMoney).toBe(1000);
  });

  test('buy needs no square, and giving stands for offering', async () => {
    const { agents, settle } = await stage(buying);
    agents[0]!.say('action:buy');
    agents[0]!.say('action:trade_offer', { toId: 'agent-2', giving: { properties: [6], money: 3 } });
    await settle();
    expect(agents[1]!.last().data.offer).toEqual({
      giving: { properties: [6], money: 3 },
      requesting: { properties: [], money: 0 },
    });
  });

  test('agentName joins like name', async () => {
    const world = await makeWorld();
    const { room, agents } = await seat(world, 2);
    expect(agents[0]!.types[0]).toBe('agent:welcome');
    const { body: other } = await world.call('/rooms', {});
    const { body, status } = await world.call(`/rooms/${other.id}/join`, { agentName: 'Later', agentId: 'unknown' });
    expect(status).toBe(200);
    expect(body.playerId).toBe('agent-1');
    expect((await world.call(`/rooms/${other.id}`)).body.players[0].name).toBe('Later');
    expect(room.roomId).toBe(room.id);
  });
});
