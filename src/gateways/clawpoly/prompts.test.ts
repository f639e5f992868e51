// Longer than most files: section 4 of SPEC.md, with whole frames as they are sent.
import { describe, expect, test } from 'vitest';
import { having, inPhase, newGame, owning } from '../../games/clawpoly/rules.scene.ts';
import { makeWorld, seat, stage } from './fixture.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

describe('prompts', () => {
  test('4.1 your_turn has the game as the mover sees it, the board and the latest events', async () => {
    const start = owning(owning(newGame(3), 0, [1, 3]), 1, [11]);
    const { agents, room } = await stage(having(start, 0, { escapeCards: ['tide_card'] }));
    const turn = agents[0]!.last();
    expect(turn).toEqual({
      type: 'agent:your_turn',
      data: {
        gameState: {
          turnNumber: 1,
          you: {
            id: 'agent-1',
            money: 1500,
            position: 0,
            properties: [1, 3],
            inLobsterPot: false,
            lobsterPotTurns: 0,
            escapeCards: 1,
          },
          opponents: [
            {
              id: 'agent-2',
              name: 'Agent 2',
              money: 1500,
              position: 0,
              properties: [11],
              inLobsterPot: false,
              escapeCards: 0,
              isBankrupt: false,
            },
            expect.objectContaining({ id: 'agent-3', name: 'Agent 3' }),
          ],
          board: expect.any(Array),
          lastEvents: [
            expect.objectContaining({ id: `${room.roomId}-0`, type: 'game:started' }),
            expect.objectContaining({ sequence: 1, type: 'game:turn_start', playerId: 'agent-1' }),
          ],
        },
        availableActions: ['roll_dice'],
      },
      timestamp: TIME,
    });
    expect(turn.data.gameState.board).toHaveLength(40);
    expect(turn.data.gameState.board[1]).toEqual({
      index: 1,
      name: 'Tidal Pool Flats',
      type: 'property',
      colorGroup: 'Sandy Shore',
      price: 60,
      rent: [2, 10, 30, 90, 160, 250],
      outpostCost: 100,
      fortressCost: 500,
      owner: 'agent-1',
      outposts: 0,
      fortress: false,
      mortgaged: false,
      mortgageValue: 30,
    });
    expect(agents[1]!.types).not.toContain('agent:your_turn');
  });

  test('4.1 lastEvents are the latest 20 entries', async () => {
    const world = await makeWorld();
    const { agents } = await seat(world, 2);
    for (let i = 0; i < 40; i++) {
      for (const agent of agents) {
        const { type } = agent.last();
        if (type === 'agent:your_turn') agent.say('action:roll_dice');
        if (type === 'agent:buy_decision') agent.say('action:pass');
        if (type === 'agent:build_decision') agent.say('action:end_turn');
        await world.settle();
      }
    }
    const { lastEvents } = agents[0]!.last('agent:your_turn').data.gameState;
    expect(lastEvents).toHaveLength(20);
    expect(lastEvents.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      Array.from({ length: 20 }, (_, i) => lastEvents[0].sequence + i),
    );
  });

  test('4.2 and 4.3 a free square is offered, then comes the build decision, with end_turn alone', async () => {
    const { agents, settle } = await stage(newGame(2), { 1: [2, 4] });
    agents[0]!.say('action:roll_dice', {});
    await settle();
    expect(agents[0]!.unread()).toEqual([
      {
        type: 'agent:buy_decision',
        data: {
          property: {
            index: 6,
            name: 'Ningaloo Reef',
            colorGroup: 'Coastal Waters',
            price: 100,
            rent: [6, 30, 90, 270, 400, 550],
          },
          yourMoney: 1500,
          availableActions: ['buy', 'pass'],
        },
        timestamp: TIME,
      },
    ]);
    agents[0]!.say('action:buy', { squareIndex: 6 });
    await settle();
    expect(agents[0]!.unread()).toEqual([
      {
        type: 'agent:build_decision',
        data: {
          buildableProperties: [],
          buildableSquares: [],
          upgradeableSquares: [],
          yourMoney: 1400,
          availableActions: ['end_turn'],
        },
        timestamp: TIME,
      },
    ]);
    agents[0]!.say('action:end_turn', {});
    await settle();
    expect(agents[0]!.unread()).toEqual([]);
    expect(agents[1]!.unread()).toMatchObject([{ type: 'agent:your_turn', data: { gameState: { turnNumber: 2 } } }]);
  });

  test('4.3 a whole group can be built on, square by square, and the prompt comes again', async () => {
    const start = inPhase(owning(newGame(2), 0, [1, 3], { outposts: 1 }), 'build');
    const { agents, settle } = await stage(start);
    const buildable = (index: number, currentOutposts: number) => ({
      index,
      name: index === 1 ? 'Tidal Pool Flats' : 'Mangrove Shallows',
      currentOutposts,
      canBuildOutpost: true,
      canBuildFortress: false,
      outpostCost: 100,
      fortressCost: 500,
    });
    expect(agents[0]!.last().data).toEqual({
      buildableProperties: [buildable(1, 1), buildable(3, 1)],
      buildableSquares: [
        { index: 1, name: 'Tidal Pool Flats', cost: 100 },
        { index: 3, name: 'Mangrove Shallows', cost: 100 },
      ],
      upgradeableSquares: [],
      yourMoney: 1500,
      availableActions: ['build', 'end_turn'],
    });
    agents[0]!.say('action:build', { squareIndex: 1, type: 'outpost' });
    await settle();
    expect(agents[0]!.unread()).toMatchObject([
      { type: 'agent:build_decision', data: { buildableProperties: [buildable(3, 1)], yourMoney: 1400 } },
    ]);
  });

  test('4.3 with four outposts everywhere a fortress is an upgrade, and nothing else is built', async () => {
    const { agents } = await stage(inPhase(owning(newGame(2), 0, [1, 3], { outposts: 4 }), 'build'));
    expect(agents[0]!.last().data).toMatchObject({
      buildableSquares: [],
      upgradeableSquares: [
        { index: 1, name: 'Tidal Pool Flats', cost: 500 },
        { index: 3, name: 'Mangrove Shallows', cost: 500 },
      ],
    });
  });

  test('4.3 after a double end_turn leads to another your_turn of the same turn', async () => {
    const { agents, settle } = await stage(newGame(2), { 1: [2, 2] });
    agents[0]!.say('action:roll_dice');
    await settle();
    agents[0]!.say('action:end_turn');
    await settle();
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:build_decision', 'agent:your_turn']);
    expect(agents[0]!.last().data.gameState.turnNumber).toBe(1);
  });

  test('4.3 a third double ends with a build decision in the pot', async () => {
    const { agents, settle } = await stage({ ...newGame(2), doubles: 2 }, { 1: [2, 2] });
    agents[0]!.say('action:roll_dice');
    await settle();
    expect(agents[0]!.unread()).toMatchObject([
      { type: 'agent:build_decision', data: { availableActions: ['end_turn'] } },
    ]);
  });

  test('4.4 in the pot only lobster_pot_decision comes; a payment leads to your_turn', async () => {
    const caught = having(newGame(2), 0, { position: 10, inLobsterPot: true, escapeCards: ['tide_card'] });
    const { agents, settle } = await stage(inPhase(caught, 'pot'));
    expect(agents[0]!.types).not.toContain('agent:your_turn');
    expect(agents[0]!.last()).toEqual({
      type: 'agent:lobster_pot_decision',
      data: {
        turnsTrapped: 1,
        hasEscapeCard: true,
        yourMoney: 1500,
        availableActions: ['escape_pay', 'escape_card', 'escape_roll'],
      },
      timestamp: TIME,
    });
    agents[0]!.say('action:escape_pay');
    await settle();
    expect(agents[0]!.unread()).toMatchObject([
      { type: 'agent:your_turn', data: { gameState: { you: { money: 1450, inLobsterPot: false } } } },
    ]);
  });

  test.each([
    ['escape_card', 'agent:your_turn'],
    ['escape_roll', 'agent:build_decision'],
  ])('4.4 %s out of the pot leads to %s', async (action, prompt) => {
    const caught = having(newGame(2), 0, { position: 10, inLobsterPot: true, escapeCards: ['tide_card'] });
    const { agents, settle } = await stage(inPhase(caught, 'pot'), { 1: [1, 2] });
    agents[0]!.say(`action:${action}`);
    await settle();
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual([prompt]);
  });

  test('4.4 only what is possible is offered', async () => {
    const caught = having(newGame(2), 0, { position: 10, inLobsterPot: true, lobsterPotTurns: 1, money: 20 });
    const { agents } = await stage(inPhase(caught, 'pot'));
    expect(agents[0]!.last().data).toEqual({
      turnsTrapped: 2,
      hasEscapeCard: false,
      yourMoney: 20,
      availableActions: ['escape_roll'],
    });
  });

  test('4.5 whoever owes more than they have is asked for funds, the whole debt', async () => {
    const poor = having(owning(owning(newGame(2), 1, [39]), 0, [6]), 0, { money: 10, position: 32 });
    const { agents, settle } = await stage(poor, { 1: [3, 4] });
    agents[0]!.say('action:roll_dice');
    await settle();
    expect(agents[0]!.unread()).toEqual([
      {
        type: 'agent:must_raise_funds',
        data: {
          amount: 50,
          yourMoney: 10,
          mortgageable: [{ index: 6, name: 'Ningaloo Reef', mortgageValue: 50 }],
          sellableBuildings: [],
          availableActions: ['mortgage'],
        },
        timestamp: TIME,
      },
    ]);
    agents[0]!.say('action:mortgage', { squareIndex: 6 });
    await settle();
    expect(agents[0]!.unread()).toMatchObject([{ type: 'agent:build_decision', data: { yourMoney: 10 } }]);
  });

  test('4.6 and 4.7 an offer reaches its receiver, and the proposer’s prompt comes again after each step', async () => {
    const start = owning(owning(newGame(3), 0, [1, 11]), 1, [3]);
    const { agents, settle } = await stage(having(start, 0, { escapeCards: ['tide_card'] }));
    agents[0]!.say('action:trade_offer', {
      toId: 'agent-2',
      offering: { properties: [11], money: 50 },
      requesting: { properties: [3], money: 0 },
    });
    await settle();
    expect(agents[1]!.unread()).toEqual([
      {
        type: 'agent:trade_received',
        data: {
          tradeId: 'trade-001',
          fromId: 'agent-1',
          fromName: 'Agent 1',
          offer: { giving: { properties: [11], money: 50 }, requesting: { properties: [3], money: 0 } },
          availableActions: ['trade_respond'],
        },
        timestamp: TIME,
      },
    ]);
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:your_turn']);
    agents[1]!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
    await settle();
    expect(agents[0]!.unread()).toMatchObject([
      { type: 'agent:your_turn', data: { gameState: { you: { money: 1450, properties: [1, 3] } } } },
    ]);
    expect(agents[2]!.unread()).toEqual([]);
    agents[0]!.say('action:mortgage', { squareIndex: 1 });
    await settle();
    expect(agents[0]!.unread()).toMatchObject([
      { type: 'agent:your_turn', data: { gameState: { you: { money: 1480 } } } },
    ]);
  });

  test('4.6 escape cards in an offer are told', async () => {
    const { agents, settle } = await stage(having(newGame(2), 0, { escapeCards: ['tide_card'] }));
    agents[0]!.say('action:trade_offer', { toId: 'agent-2', giving: { escapeCards: 1 }, requesting: { money: 10 } });
    await settle();
    expect(agents[1]!.last().data.offer).toEqual({
      giving: { properties: [], money: 0, escapeCards: 1 },
      requesting: { properties: [], money: 10 },
    });
  });

  test('a trade completes a group, and building follows', async () => {
    const start = owning(owning(newGame(2), 0, [1]), 1, [3]);
    const { agents, settle } = await stage(start, { 1: [4, 6] });
    agents[0]!.say('action:trade_offer', {
      toId: 'agent-2',
      offering: { properties: [], money: 100 },
      requesting: { properties: [3], money: 0 },
    });
    await settle();
    agents[1]!.say('action:trade_respond', { tradeId: 'trade-001', accept: true });
    agents[0]!.say('action:roll_dice');
    await settle();
    expect(agents[0]!.last()).toMatchObject({
      type: 'agent:build_decision',
      data: { buildableProperties: [{ index: 1 }, { index: 3 }], availableActions: ['build', 'end_turn'] },
    });
    agents[0]!.say('action:build', { squareIndex: 3, type: 'outpost' });
    await settle();
    expect(agents[0]!.last().data).toMatchObject({ yourMoney: 1300, buildableProperties: [{ index: 1 }] });
  });

  test.each([
    ['very_slow', 2000],
    ['slow', 1000],
    ['normal', 500],
    ['fast', 250],
  ])('4.8 at %s each event takes %i ms before the next prompt', async (gameSpeed, delay) => {
    const { agents, clock, settle } = await stage(newGame(2), { 1: [2, 4] }, { gameSpeed });
    expect(agents[0]!.last().type).toBe('agent:game_started');
    await clock.pass(2 * delay);
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:your_turn']);
    agents[0]!.say('action:roll_dice');
    await settle();
    // Two events: the dice and the walk.
    await clock.pass(2 * delay - 1);
    expect(agents[0]!.unread()).toEqual([]);
    await clock.pass(1);
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:buy_decision']);
    await clock.pass(29_999);
    expect(agents[0]!.unread()).toEqual([]);
    await clock.pass(1 + delay * 2);
    expect(agents[0]!.unread().map(({ type }) => type)).toEqual(['agent:build_decision']);
  });
});
