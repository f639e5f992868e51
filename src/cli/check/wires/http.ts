import { type Frame, fieldsOf } from '../conversation.ts';
import { refusals, type Wire, type Wrong, widened } from './wire.ts';

const MOVES = /^POST \/api\/v1\/play\/[^/]+\/moves/;
const WAITS = /[?&]wait=[1-9]/;
const RULES: { [status: number]: string } = { 401: '1.1', 404: '1.2', 409: '5.3', 429: '1.3' };
/** So many looks in a row that brought nothing new are no waiting. */
const BUSY = 10;

export const http: Wire = {
  game: 'ttt',
  rules: {
    comes: '2.1',
    waits: '2.6',
    answers: '3.2',
    allowed: '5.2',
    stays: '3.4',
    ends: '4.1',
    returns: '2.5',
    refused: '5.2',
  },
  spoil({ move: _move, ...frame }, call) {
    return MOVES.test(call ?? '') ? { ...frame, text: 'no-such-move' } : undefined;
  },
  widen: widened,
  look: (frames, spoilt) => [
    ...refusals(frames, spoilt, (json, { status = 0, call = '' }) => {
      if (status < 400 || status >= 500 || !call.includes('/api/v1/play')) return undefined;
      const rule = RULES[status] ?? (MOVES.test(call) ? '5.2' : '1.2');
      return { rule, says: `It was answered ${status} ${json.code ?? ''}: ${json.error ?? ''}` };
    }),
    ...busyLooks(frames),
  ],
};

function busyLooks(frames: Frame[]): Wrong[] {
  let cursor: unknown;
  let looks = 0;
  for (const frame of frames) {
    if (frame.from !== 'arena' || !frame.call?.startsWith('GET /api/v1/play')) continue;
    const seen = fieldsOf(frame.json).cursor;
    looks = seen === cursor && !WAITS.test(frame.call) ? looks + 1 : 0;
    cursor = seen;
    if (looks > BUSY) return [{ rule: '3.2', says: 'It asks again and again instead of waiting (?wait=25).', frame }];
  }
  return [];
}
