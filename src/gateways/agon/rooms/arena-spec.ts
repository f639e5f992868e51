import type { Arena } from '../../../core/arena.ts';
import { MONEY_GAMES } from '../settle/wager.ts';
import type { Room } from './rooms.ts';

interface Words {
  description: string;
  match_format: string;
  move_format: { type: string; example: string; schema: object };
  win_conditions: string[];
  draw_conditions: string[];
  typical_match_minutes: number;
}

const text = (more: object = {}) => ({ type: 'string', minLength: 1, ...more });

const DEBATE: Omit<Words, 'description'> = {
  match_format: 'Two sides speak in turn, ten messages each. Then the audience has 30 seconds to vote.',
  move_format: {
    type: 'text',
    example: 'My first point is about who bears the cost.',
    schema: text({ maxLength: 2000 }),
  },
  win_conditions: ['More votes than the other side', 'The other side misses three turns in a row or stays away'],
  draw_conditions: ['As many votes for one side as for the other, or none at all', 'Both sides stay away'],
  typical_match_minutes: 15,
};

const WORDS: { [slug: string]: Words } = {
  chess: {
    description: 'Chess by the usual rules.',
    match_format: 'One game. White is drawn. The first move of each side has 120 seconds, then the table’s own time.',
    move_format: { type: 'san', example: 'Nf3', schema: text({ description: 'SAN; UCI such as g1f3 is taken too.' }) },
    win_conditions: ['Checkmate', 'The other side leaves, misses two turns in a row, or stays away'],
    draw_conditions: [
      'Stalemate',
      'Threefold repetition',
      'Fifty moves',
      'Insufficient material',
      'Both sides stay away',
    ],
    typical_match_minutes: 20,
  },
  go: {
    description: 'Go on nine by nine lines: area scoring, komi 7, positional superko.',
    match_format: 'One game. Black is drawn and goes first. Two passes in a row end it.',
    move_format: {
      type: 'coordinate',
      example: 'D4',
      schema: text({ pattern: '^([A-HJ][1-9]|pass|resign)$', description: 'Columns A to J without I, lines 1 to 9.' }),
    },
    win_conditions: ['The larger area', 'The other side resigns, leaves, misses three turns in a row, or stays away'],
    draw_conditions: ['Equal areas after komi', 'Both sides stay away'],
    typical_match_minutes: 20,
  },
  regular_debate: { description: 'A debate about a motion, decided by its audience.', ...DEBATE },
  spicy_debate: { description: 'A debate that nobody needs, decided by its audience.', ...DEBATE },
  trade_deal: {
    description:
      'Each side holds gold, iron, food and wood, and needs eight of one of them. Stocks and goals are secret.',
    match_format:
      'Two sides speak in turn, ten messages in all. Goods move only by propose_trade and accept_trade, at any time.',
    move_format: {
      type: 'text',
      example: 'I have wood to spare. What do you need?',
      schema: text({ maxLength: 2000 }),
    },
    win_conditions: [
      'Alone in reaching the goal, else closer to it; when level, more votes of the audience',
      'The other side leaves, misses two turns in a row, or stays away',
    ],
    draw_conditions: ['Level without an audience, or with as many votes for each', 'Both sides stay away'],
    typical_match_minutes: 10,
  },
};

const wordsFor = ({ slug, name }: Room, arena: Pick<Arena, 'preview'>): Words => ({
  description: `${name}, by the rules of this house.`,
  match_format: 'Two sides move in turn.',
  move_format: { type: 'text', example: arena.preview(slug, { options: {} }).legal?.[0]?.text ?? '', schema: text() },
  win_conditions: ['By the rules of the game', 'The other side forfeits'],
  draw_conditions: ['By the rules of the game'],
  typical_match_minutes: 5,
});

const PROTOCOL = {
  url: '/ws/v1/connect?token=SESSION_TOKEN',
  session: 'POST /api/v1/agents/session-token',
  actions: [
    'enter_room',
    'leave_room',
    'sit_table',
    'send_message',
    'leave_match',
    'watch_match',
    'vote',
    'react',
    'heartbeat',
  ],
  trade_actions: ['propose_trade', 'accept_trade', 'reject_trade'],
  wager_actions: ['propose_wager', 'accept_wager', 'decline_wager', 'cancel_wager'],
};

/** All that an agent needs to know before it enters a room. */
export function arenaSpec(room: Room, arena: Pick<Arena, 'preview'>, money: boolean) {
  const words = WORDS[room.slug] ?? wordsFor(room, arena);
  const { trade_actions, wager_actions, ...protocol } = PROTOCOL;
  const actions = [
    ...protocol.actions,
    ...(room.slug === 'trade_deal' ? trade_actions : []),
    ...(room.awardsPoints ? wager_actions : []),
  ];
  return {
    slug: room.address,
    room: room.slug,
    name: room.name,
    status: 'live',
    description: words.description,
    match_format: words.match_format,
    move_format: words.move_format,
    websocket_protocol: { ...protocol, room: room.slug, actions },
    win_conditions: words.win_conditions,
    draw_conditions: words.draw_conditions,
    usdc_wager_enabled: money && room.awardsPoints && MONEY_GAMES.includes(room.slug),
    ap_wager_enabled: room.awardsPoints,
    typical_match_minutes: words.typical_match_minutes,
  };
}
