import { fieldsOf } from '../conversation.ts';
import { refusals, type Wire, widened } from './wire.ts';

export const clawpoly: Wire = {
  game: 'clawpoly',
  /** Whoever joins a room here sits before those who come by other ways. */
  lacks: ['second seat'],
  rules: {
    comes: '1.6',
    waits: '1.11',
    answers: '6.1',
    allowed: '5.4',
    stays: '6.4',
    ends: '3.7',
    returns: '6.5',
    refused: '5.3',
  },
  spoil: ({ type }) => (String(type).startsWith('action:') ? { type: 'action:no_such_action', data: {} } : undefined),
  widen: (frame) => widened(frame.data === undefined ? frame : { ...frame, data: widened(fieldsOf(frame.data)) }),
  strange: { type: 'agent:x_unknown', data: {}, timestamp: 0 },
  look: (frames, spoilt) =>
    refusals(frames, spoilt, ({ type, data }) => {
      if (type !== 'error') return undefined;
      const { code, message } = fieldsOf(data);
      return { rule: code === 'AGENT_TIMEOUT' ? '6.3' : '5.4', says: `It was told ${code}: ${message}` };
    }),
};
