import { isWithin } from './bounds.ts';
import type { AnyGame, Seat, SeatMove } from './game.ts';
import { knownOf } from './known-fields.ts';

/**
 * A move as the game knows it, or as text: in the game's own writing, as JSON where it has none. Who may have said it
 * before and missed the answer says so: by `ref`, its own name for it, or by `again` for the decision of a turn.
 */
export type Submission = { seat: Seat; by?: string; ref?: string; again?: true } & (
  | { move: unknown }
  | { text: string }
);

const MOST_BYTES = 4096;
const MOST_NODES = 4096;
const MOST_LEVELS = 100;

/**
 * A move without the fields that its game does not know. What no game knows, or is too large, is handed on as null and
 * judged like any other malformed move: the terms say what it costs.
 */
export function readMove(game: AnyGame, state: unknown, submission: Submission): SeatMove {
  const { seat, by } = submission;
  const move = read(game, state, submission) ?? null;
  // In the order of their names, which is how they are hashed.
  return by === undefined ? { move, seat } : { by, move, seat };
}

function read(game: AnyGame, state: unknown, submission: Submission): unknown {
  const bytes = game.moveBytes ?? MOST_BYTES;
  if ('text' in submission) {
    const { seat, text } = submission;
    if (text.length > bytes) return undefined;
    if (game.text) return game.text.parse(state, seat, text);
  }
  const move = knownOf(game, 'text' in submission ? readJson(submission.text) : submission.move);
  if (!isWithin(move, { bytes, nodes: MOST_NODES, levels: MOST_LEVELS })) return undefined;
  return game.kept && isObject(move) ? game.kept(move) : move;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
