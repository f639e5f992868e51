import type { Seat } from '../../../core/game.ts';

/** A seat on the wire: `agent-1` sat down first. */
export const playerId = (seat: Seat): string => `agent-${seat + 1}`;

export const playerIdOrNull = (seat: Seat | null): string | null => (seat === null ? null : playerId(seat));

/** The seat that an id names, of so many. */
export function seatOf(id: unknown, seats: number): Seat | undefined {
  const [, number] = typeof id === 'string' ? (/^agent-([1-9])$/.exec(id) ?? []) : [];
  const seat = Number(number) - 1;
  return seat < seats ? seat : undefined;
}

/** The pieces on the board, each with its colour. */
export const PIECES = {
  lobster: '#e4572e',
  crab: '#f3a712',
  octopus: '#8e5572',
  seahorse: '#f7d154',
  dolphin: '#3a86c8',
  shark: '#5c6b73',
} as const;

export type Piece = keyof typeof PIECES;

/** The piece that was wished for, or the first that nobody has. */
export function assignPiece(wish: unknown, taken: Piece[]): Piece {
  const free = (Object.keys(PIECES) as Piece[]).filter((piece) => !taken.includes(piece));
  return free.find((piece) => piece === wish) ?? free[0]!;
}

/** What a room knows of a seat beside the game. */
export interface Player {
  name: string;
  piece: Piece;
}
