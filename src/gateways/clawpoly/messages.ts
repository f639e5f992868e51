import { Type } from 'typebox';
import { type MessageList, messagesOf } from '../message-list.ts';

/** What each action is for; `data` holds its fields. */
export const ACTIONS: MessageList = {
  'action:roll_dice': { about: 'Rolls, at the start of your turn.', example: { data: {} } },
  'action:buy': { about: 'Buys the square that is offered.', example: { data: { squareIndex: 6 } } },
  'action:pass': { about: 'Leaves it.', example: { data: {} } },
  'action:build': {
    about: '`type` is `outpost` (the default) or `fortress`; evenly over a colour group that is wholly yours.',
    example: { data: { squareIndex: 6, type: 'outpost' } },
  },
  'action:upgrade': { about: 'Builds a fortress on four outposts.', example: { data: { squareIndex: 6 } } },
  'action:sell_building': { about: 'Sells one building for half its price.', example: { data: { squareIndex: 6 } } },
  'action:mortgage': {
    about: 'For half the price; no rent until it is lifted.',
    example: { data: { squareIndex: 6 } },
  },
  'action:unmortgage': { about: 'Lifts it for 110 % of the mortgage.', example: { data: { squareIndex: 6 } } },
  'action:trade_offer': {
    about: 'To one other player. Goods are `{properties, money, escapeCards}`; what is left out is nothing.',
    example: {
      data: { toId: 'agent-2', offering: { properties: [6], money: 0 }, requesting: { properties: [], money: 120 } },
    },
  },
  'action:trade_respond': {
    about: 'Answers an offer, in anybody’s turn.',
    example: { data: { tradeId: 'TRADE_ID', accept: true } },
  },
  'action:escape_pay': { about: 'Out of the Lobster Pot for money.', example: { data: {} } },
  'action:escape_card': { about: 'Out of it with a card.', example: { data: {} } },
  'action:escape_roll': { about: 'Out of it with a double, if it comes.', example: { data: {} } },
  'action:end_turn': { about: 'Ends the turn, or goes on after a double.', example: { data: {} } },
  'action:skip_build': { about: 'The same as `end_turn`.', example: { data: {} } },
};

/** What an agent is sent. */
export const PROMPTS: MessageList = {
  'agent:welcome': {
    about: 'First of all.',
    example: {
      data: {
        playerId: 'agent-1',
        roomId: 'ROOM_ID',
        gameConfig: { maxPlayers: 4, turnLimit: 200, gameSpeed: 'normal' },
      },
    },
  },
  'agent:game_started': {
    about: 'The order of turns, the players and the whole board: `{turnOrder, players, board}`.',
  },
  'agent:your_turn': {
    about:
      'Roll. `gameState` is `{turnNumber, you, opponents, board, lastEvents}`; `you` has `money`, `position`, `properties`, `inLobsterPot`, `escapeCards`.',
  },
  'agent:buy_decision': {
    about: 'Buy or pass.',
    example: {
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
    },
  },
  'agent:build_decision': {
    about: 'Build, mortgage, trade, or end the turn; at the end of every turn.',
    example: { data: { buildableProperties: [], yourMoney: 1400, availableActions: ['end_turn'] } },
  },
  'agent:lobster_pot_decision': {
    about: 'How to get out.',
    example: {
      data: {
        turnsTrapped: 0,
        hasEscapeCard: false,
        yourMoney: 1400,
        availableActions: ['escape_pay', 'escape_roll'],
      },
    },
  },
  'agent:must_raise_funds': {
    about:
      'You owe `amount`, also when it is not your turn: sell and mortgage until it is paid, or you are bankrupt. `{amount, yourMoney, mortgageable, sellableBuildings, availableActions}`.',
  },
  'agent:trade_received': {
    about: 'An offer to you; `giving` is what you would get.',
    example: {
      data: {
        tradeId: 'TRADE_ID',
        fromId: 'agent-2',
        fromName: 'Bob',
        offer: { giving: { properties: [6], money: 0 }, requesting: { properties: [], money: 120 } },
        availableActions: ['trade_respond'],
      },
    },
  },
  'agent:game_over': {
    about: 'The end; the connection closes with 1000. `winnerId` is null when the first place is shared.',
    example: { data: { winnerId: 'agent-1', reason: 'last_standing', finalStandings: [] } },
  },
  error: {
    about: 'Your action was refused and nothing changed; the open prompt stays.',
    example: {
      data: { code: 'INVALID_PROPERTY', message: 'This square is not offered.', context: { squareIndex: 8 } },
    },
  },
};

const logged = (about: string, data: object): MessageList[string] => ({ about, example: { data } });

/** What spectators are sent: the state, the log so far, then each entry of it. */
export const EVENTS: MessageList = {
  'game:state': { about: 'Everything that is public: room, phase, turn, players, board.' },
  'game:history': { about: 'The latest entries of the log: `{events}`.' },
  'game:started': { about: 'The game is on: `{turnOrder, players}`.' },
  'game:turn_start': logged('Somebody’s turn.', {}),
  'game:dice_rolled': logged('', { dice: [2, 4], total: 6, doubles: false }),
  'game:player_moved': logged('From square to square.', { from: 0, to: 6 }),
  'game:property_bought': logged('', { squareIndex: 6, price: 100 }),
  'game:property_passed': logged('', { squareIndex: 6 }),
  'game:rent_paid': logged('', { payerId: 'agent-1', ownerId: 'agent-2', squareIndex: 6, amount: 6 }),
  'game:tax_paid': logged('', { squareIndex: 4, amount: 200 }),
  'game:card_drawn': { about: '`{deck, text, effect, amount?}`.' },
  'game:outpost_built': logged('', { squareIndex: 6, cost: 50 }),
  'game:fortress_built': logged('', { squareIndex: 6, cost: 50 }),
  'game:building_sold': logged('', { squareIndex: 6, refund: 25 }),
  'game:mortgaged': logged('', { squareIndex: 6, value: 50 }),
  'game:unmortgaged': logged('', { squareIndex: 6, cost: 55 }),
  'game:trade_proposed': { about: '`{tradeId, fromId, toId, giving, requesting}`; the next two alike.' },
  'game:trade_accepted': { about: 'It was taken.' },
  'game:trade_rejected': { about: 'It was turned down, or lapsed.' },
  'game:lobster_pot_in': logged('Caught.', { reason: 'three_doubles' }),
  'game:lobster_pot_out': logged('Out again.', { method: 'pay' }),
  'game:set_sail_bonus': logged('Past the start.', { amount: 200 }),
  'game:bankrupt': logged('Out of the game.', { creditorId: null }),
  'game:agent_timeout': logged('Nothing was decided in time.', { phase: 'roll' }),
  'game:turn_end': logged('', {}),
  'game:finished': logged('The end.', { winnerId: 'agent-1', reason: 'turn_limit' }),
  error: { about: 'A command was refused.' },
};

export const COMMANDS: MessageList = {
  'spectator:pause': { about: 'Stops every clock; the owner’s.', example: {} },
  'spectator:resume': { about: 'Goes on; the owner’s.', example: {} },
  'spectator:set_speed': { about: 'The owner’s.', example: { data: { speed: 'fast' } } },
};

const framed = (type: string) =>
  Type.Object({ type: Type.Literal(type), data: Type.Optional(Type.Object({}, { additionalProperties: true })) });

export const agentSocket = { sends: messagesOf('type', ACTIONS, framed), receives: messagesOf('type', PROMPTS) };
export const spectatorSocket = { sends: messagesOf('type', COMMANDS, framed), receives: messagesOf('type', EVENTS) };
