import { fieldsOf } from '../conversation.ts';
import { refusals, type Wire, widened } from './wire.ts';

const ACTIONS = /^clawpoly_(?:buy|pass|build|upgrade|skip|escape)/;

export const mcp: Wire = {
  game: 'ttt',
  rules: {
    comes: '3.1',
    waits: '3.1',
    answers: '3.1',
    allowed: '3.3',
    stays: '3.1',
    ends: '3.1',
    returns: '1.2',
    refused: '3.3',
  },
  spoil(frame) {
    const params = fieldsOf(frame.params);
    const { move, text, ...given } = fieldsOf(params.arguments);
    if (params.name === 'move' && (move !== undefined || text !== undefined)) {
      return { ...frame, params: { ...params, arguments: { ...given, text: 'no-such-move' } } };
    }
    if (ACTIONS.test(String(params.name))) {
      const spoilt = { ...given, action: 'no_such_action' };
      return { ...frame, params: { ...params, name: 'clawpoly_get_state', arguments: spoilt } };
    }
    return undefined;
  },
  /** The envelope of JSON-RPC has no room for more; a result has. */
  widen: (frame) => (frame.result === undefined ? frame : { ...frame, result: widened(fieldsOf(frame.result)) }),
  look: (frames, spoilt) =>
    refusals(frames, spoilt, ({ result, error }) => {
      if (error !== undefined) return { rule: '1.1', says: `It was told an error: ${fieldsOf(error).message}` };
      const { isError, content } = fieldsOf(result);
      if (isError !== true) return undefined;
      const [first] = Array.isArray(content) ? content : [];
      return { rule: '3.3', says: `A call of it was refused: ${String(fieldsOf(first).text).slice(0, 120)}` };
    }),
};
