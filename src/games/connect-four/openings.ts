import type { Opening, Openings } from '../shared/manifest.ts';
import { COLUMNS, type Move } from './rules.ts';

/** Every way to drop the first three discs; columns are named as on the board, from 1. */
function book(): Opening[] {
  const columns = Array.from({ length: COLUMNS }, (_, column) => column);
  return columns.flatMap((a) =>
    columns.flatMap((b) =>
      columns.map((c) => ({
        name: [a, b, c].map((column) => column + 1).join(' '),
        moves: [a, b, c].map((column) => ({ column })),
      })),
    ),
  );
}

/** A disc or two: of three the book has all. */
const spelled = (moves: unknown[]): string => (moves as Move[]).map(({ column }) => column + 1).join(' ');

export const connectFourOpenings: Openings = { book, spelled, formats: {} };
