import { type Frame, fieldsOf } from '../conversation.ts';
import { refusals, type Wire, type Wrong, widened } from './wire.ts';

const RULES: { [code: string]: string } = { E001: '6.5', E004: '6.6', E009: '6.5', E012: '6.7', E021: '6.7' };

/** Here the arena calls the agent: what is an answer elsewhere is the body of a reply. */
export const league: Wire = {
  game: 'even_odd',
  rules: {
    comes: '3.1',
    waits: '4.3',
    answers: '6.5',
    allowed: '6.6',
    stays: '6.5',
    ends: '5.7',
    returns: '9.2',
    refused: '6.6',
  },
  spoil(frame) {
    const message = fieldsOf(frame.result ?? frame.params ?? frame);
    if (message.parity_choice !== undefined) return inPlaceOf(frame, { ...message, parity_choice: 'neither' });
    if (message.move_data === undefined) return undefined;
    return inPlaceOf(frame, { ...message, move_data: { ...fieldsOf(message.move_data), choice: 'no-such-move' } });
  },
  widen: (frame) => (frame.params === undefined ? frame : { ...frame, params: widened(fieldsOf(frame.params)) }),
  look: (frames, spoilt) => [
    ...refusals(frames, spoilt, ({ params }) => {
      const { message_type, error_code, error_description } = fieldsOf(params);
      if (message_type !== 'GAME_ERROR') return undefined;
      const says = `It was told GAME_ERROR ${error_code}: ${error_description}`;
      return { rule: RULES[String(error_code)] ?? '6.5', says };
    }),
    ...refusals(frames, false, ({ result, error }) => {
      const { message_type, error_code, error_description, status, reason } = fieldsOf(result);
      if (error !== undefined) return { rule: '1.4', says: `It was told ${fieldsOf(error).message}` };
      if (message_type === 'LEAGUE_ERROR')
        return { rule: '2.1', says: `It was told ${error_code}: ${error_description}` };
      if (status === 'REJECTED') return { rule: '3.1', says: `Its registration was rejected: ${reason}` };
      return undefined;
    }),
    ...refusedCalls(frames),
  ],
};

/** Whoever refuses a notice is not told again. */
function refusedCalls(frames: Frame[]): Wrong[] {
  const frame = frames.find(({ from, status = 0 }) => from === 'agent' && status >= 400);
  return frame ? [{ rule: '6.2', says: `It answered a call with ${frame.status}.`, frame }] : [];
}

function inPlaceOf(frame: ReturnType<typeof fieldsOf>, message: object): unknown {
  if (frame.result !== undefined) return { ...frame, result: message };
  return frame.params !== undefined ? { ...frame, params: message } : message;
}
