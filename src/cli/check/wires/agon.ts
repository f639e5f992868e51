import { refusals, type Wire, widened } from './wire.ts';

const RULES: { [code: string]: string } = {
  RATE_LIMITED: '1.6',
  MISSING_FIELD: '1.7',
  ALREADY_IN_ROOM: '2.2',
  RECONNECT_EXPIRED: '4.4',
};
/** Where anything may be said, only nothing is refused. */
const TALKING = ['regular_debate', 'spicy_debate', 'trade_deal'];

export const agon: Wire = {
  game: 'ttt',
  rules: {
    comes: '2.6',
    waits: '1.5',
    answers: '3.4',
    allowed: '3.5',
    stays: '4.1',
    ends: '3.8',
    returns: '4.5',
    refused: '3.6',
  },
  spoil: (frame, _call, game) =>
    frame.action === 'send_message' ? { ...frame, content: TALKING.includes(game) ? ' ' : 'no-such-move' } : undefined,
  widen: widened,
  strange: { event: 'x_unknown' },
  look: (frames, spoilt) =>
    refusals(frames, spoilt, ({ event, code, message }) =>
      event === 'error'
        ? { rule: RULES[String(code)] ?? '3.5', says: `It was told ${code}: ${String(message).slice(0, 100)}` }
        : undefined,
    ),
};
