import { isDeepStrictEqual } from 'node:util';
import { type Fields, type Frame, fieldsOf } from '../conversation.ts';
import { refusals, type Wire, type Wrong, widened } from './wire.ts';

const KNOWN = ['join', 'move'];

export const agentgames: Wire = {
  game: 'ttt',
  rules: {
    comes: '1.1',
    waits: '2.6',
    answers: '3.12',
    allowed: '3.8',
    stays: '3.13',
    ends: '4.1',
    returns: '5.1',
    refused: '3.11',
  },
  spoil: (frame) => (frame.type === 'move' ? { ...frame, move: 'no-such-move' } : undefined),
  widen: widened,
  strange: { type: 'x_unknown' },
  look(frames, spoilt) {
    const errors = refusals(frames, false, ({ type, error }) =>
      type === 'error' ? { rule: '4.6', says: `It was told an error: ${error}` } : undefined,
    );
    const refused = illegalMoves(frames).slice(spoilt ? 1 : 0, spoilt ? 2 : 1);
    return [...errors, ...refused, ...unknownFrames(frames), ...unaskedMoves(frames)];
  },
};

/** The same question again is the answer to a move that is not allowed. */
function illegalMoves(frames: Frame[]): Wrong[] {
  let asked: Fields | undefined;
  let moved: Frame | undefined;
  const wrong: Wrong[] = [];
  for (const frame of frames) {
    const { type, yourTurn, observation } = fieldsOf(frame.json);
    if (frame.from === 'agent' && type === 'move') moved = frame;
    if (frame.from === 'arena' && type === 'hello') asked = undefined;
    if (frame.from !== 'arena' || type !== 'state') continue;
    if (moved && yourTurn && asked && isDeepStrictEqual(asked, observation)) {
      wrong.push({ rule: '3.8', says: 'It sent a move that is not in legal.', frame: moved });
    }
    asked = yourTurn ? fieldsOf(observation) : undefined;
    moved = undefined;
  }
  return wrong;
}

function unknownFrames(frames: Frame[]): Wrong[] {
  const frame = frames.find(
    ({ from, json, call }) => from === 'agent' && call === undefined && !KNOWN.includes(String(fieldsOf(json).type)),
  );
  return frame ? [{ rule: '3.9', says: 'It sent something that is neither a join nor a move.', frame }] : [];
}

function unaskedMoves(frames: Frame[]): Wrong[] {
  let asked = false;
  for (const frame of frames) {
    const { type, yourTurn } = fieldsOf(frame.json);
    if (frame.from === 'arena' && type === 'state') asked = yourTurn === true;
    if (frame.from !== 'agent' || type !== 'move') continue;
    if (!asked) return [{ rule: '3.10', says: 'It sent a move when it was not asked for one.', frame }];
    asked = false;
  }
  return [];
}
