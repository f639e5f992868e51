import type { AnyGame, Seat, SeatMove } from './game.ts';

/** A move as the game knows it, or as text: in the game's own writing, as JSON where it has none. */
export type Submission = { seat: Seat; by?: string } & ({ move: unknown } | { text: string });

/** What no game knows is handed on as null and judged like any other malformed move: the terms say what it costs. */
export function readMove(game: AnyGame, state: unknown, submission: Submission): SeatMove {
  if ('move' in submission) return submission;
  const { seat, text, by } = submission;
  const move = (game.text ? game.text.parse(state, seat, text) : readJson(text)) ?? null;
  return by === undefined ? { seat, move } : { seat, move, by };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
