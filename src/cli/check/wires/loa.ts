import { fieldsOf } from '../conversation.ts';
import { refusals, type Wire, widened } from './wire.ts';

export const loa: Wire = {
  game: 'ttt',
  rules: {
    comes: '3.1',
    waits: '3.4',
    answers: '7.2',
    allowed: '5.1',
    stays: '7.5',
    ends: '4.7',
    returns: '4.8',
    refused: '5.2',
  },
  spoil: (frame) => (frame.type === 'submit_move' ? { ...frame, move: { no_such_move: true } } : undefined),
  widen: widened,
  strange: { type: 'x_unknown', gameId: 'x' },
  look: (frames, spoilt) => [
    ...refusals(frames, spoilt, (frame) => {
      if (frame.type !== 'move_result' || frame.success !== false) return undefined;
      return { rule: '5.1', says: `A move of it was refused: ${frame.error ?? frame.message}` };
    }),
    ...refusals(frames, false, ({ type, message, error }) => {
      if (type !== 'error') return undefined;
      const words = String(message ?? error);
      return { rule: words.startsWith('Already in') ? '3.3' : '2.2', says: `It was told an error: ${words}` };
    }),
    ...joinsInPlay(frames),
  ],
};

/** Whoever was matched is to play, not to queue. */
function joinsInPlay(frames: Parameters<Wire['look']>[0]): ReturnType<Wire['look']> {
  let joins = 0;
  for (const frame of frames) {
    const { type } = fieldsOf(frame.json);
    if (frame.from === 'arena' && ['matched', 'game_over', 'authenticated'].includes(String(type))) joins = 0;
    if (frame.from !== 'agent' || type !== 'join_queue') continue;
    joins++;
    if (joins > 3) return [{ rule: '3.1', says: 'It joins the queue again and again while it waits in it.', frame }];
  }
  return [];
}
