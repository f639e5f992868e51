import type { AnyGame, Seat, SeatMove } from './game.ts';

/**
 * A move as the game knows it, or as text: in the game's own writing, as JSON where it has none. Who may have said it
 * before and missed the answer says so: by `ref`, its own name for it, or by `again` for the decision of a turn.
 */
export type Submission = { seat: Seat; by?: string; ref?: string; again?: true } & (
  | { move: unknown }
  | { text: string }
);

/** What no game knows is handed on as null and judged like any other malformed move: the terms say what it costs. */
export function readMove(game: AnyGame, state: unknown, submission: Submission): SeatMove {
  const { seat, by } = submission;
  const move = 'move' in submission ? submission.move : readText(game, state, seat, submission.text);
  // In the order of their names, which is how they are hashed.
  return by === undefined ? { move, seat } : { by, move, seat };
}

const readText = (game: AnyGame, state: unknown, seat: Seat, text: string): unknown =>
  (game.text ? game.text.parse(state, seat, text) : readJson(text)) ?? null;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
