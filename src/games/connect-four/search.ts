import type { Seat } from '../../core/game.ts';
import type { Mark } from './rules.ts';
import { COLUMNS, DIRECTIONS, MARKS, ROWS } from './rules.ts';

const WIN = 100_000;
const CENTRE_FIRST = [3, 2, 4, 1, 5, 0, 6];
const VALUE_OF_DISCS = [0, 1, 4, 16];

/** Every four cells in a row, as indices row × 7 + column. */
const FOURS: readonly number[][] = Array.from({ length: ROWS * COLUMNS }, (_, cell) => cell).flatMap((cell) =>
  DIRECTIONS.flatMap(([down, right]) => {
    const cells = [0, 1, 2, 3].map((step) => [
      Math.floor(cell / COLUMNS) + step * down,
      (cell % COLUMNS) + step * right,
    ]);
    const inside = cells.every(([row, column]) => row! < ROWS && column! >= 0 && column! < COLUMNS);
    return inside ? [cells.map(([row, column]) => row! * COLUMNS + column!)] : [];
  }),
);
const FOURS_THROUGH: readonly number[][][] = Array.from({ length: ROWS * COLUMNS }, (_, cell) =>
  FOURS.filter((four) => four.includes(cell)),
);

/** A board for searching, changed in place: 0 is empty, 1 and -1 are the discs of seats 0 and 1. */
interface Field {
  cells: Int8Array;
  /** The row where the next disc of a column lands; -1: the column is full. */
  landing: Int8Array;
}

function fieldOf(board: readonly (readonly Mark[])[]): Field {
  const cells = Int8Array.from(board.flat(), (mark) => (mark === '.' ? 0 : mark === MARKS[0] ? 1 : -1));
  const landing = Int8Array.from({ length: COLUMNS }, (_, column) => board.findLastIndex((row) => row[column] === '.'));
  return { cells, landing };
}

const winsAt = ({ cells }: Field, cell: number, side: number): boolean =>
  FOURS_THROUGH[cell]!.some((four) => four.every((other) => other === cell || cells[other] === side));

function estimate({ cells }: Field, side: number): number {
  let sum = 0;
  for (const four of FOURS) {
    let mine = 0;
    let theirs = 0;
    for (const cell of four) {
      if (cells[cell] === side) mine++;
      else if (cells[cell] === -side) theirs++;
    }
    if (theirs === 0) sum += VALUE_OF_DISCS[mine]!;
    else if (mine === 0) sum -= VALUE_OF_DISCS[theirs]!;
  }
  return sum;
}

function search(field: Field, side: number, depth: number, alpha: number, beta: number): number {
  const open = CENTRE_FIRST.filter((column) => field.landing[column]! >= 0);
  if (open.length === 0) return 0;
  if (open.some((column) => winsAt(field, field.landing[column]! * COLUMNS + column, side))) return WIN + depth;
  if (depth === 0) return estimate(field, side);
  let best = alpha;
  for (const column of open) {
    const value = -afterDrop(field, column, side, () => search(field, -side, depth - 1, -beta, -best));
    if (value > best) best = value;
    if (best >= beta) break;
  }
  return best;
}

function afterDrop(field: Field, column: number, side: number, look: () => number): number {
  const cell = field.landing[column]! * COLUMNS + column;
  field.cells[cell] = side;
  field.landing[column]!--;
  const value = look();
  field.landing[column]!++;
  field.cells[cell] = 0;
  return value;
}

/** What each column is worth to the seat, looking so many moves ahead; full columns are left out. */
export function rateColumns(
  board: readonly (readonly Mark[])[],
  seat: Seat,
  depth: number,
): { column: number; value: number }[] {
  const field = fieldOf(board);
  const side = seat === 0 ? 1 : -1;
  return CENTRE_FIRST.filter((column) => field.landing[column]! >= 0).map((column) => {
    const wins = winsAt(field, field.landing[column]! * COLUMNS + column, side);
    const value = wins
      ? 2 * WIN
      : -afterDrop(field, column, side, () => search(field, -side, depth - 1, -3 * WIN, 3 * WIN));
    return { column, value };
  });
}
