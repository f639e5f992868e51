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
/** For every cell the fours that it is part of, by number. */
const FOURS_AT: readonly Int8Array[] = Array.from({ length: ROWS * COLUMNS }, (_, cell) =>
  Int8Array.from([...FOURS.keys()].filter((four) => FOURS[four]!.includes(cell))),
);

/**
 * A board for searching, changed in place. How many discs of each seat lie in each four is kept with every drop, and with it
 * what the fours are worth: a disc touches thirteen of them at most, all of them are 69.
 */
class Field {
  /** The row where the next disc of a column lands; -1: the column is full. */
  readonly landing = new Int8Array(COLUMNS).fill(ROWS - 1);
  free = ROWS * COLUMNS;
  readonly #discs = [new Int8Array(FOURS.length), new Int8Array(FOURS.length)] as const;
  /** To the first seat. */
  #worth = 0;

  constructor(board: readonly (readonly Mark[])[]) {
    for (let row = ROWS - 1; row >= 0; row--) {
      for (let column = 0; column < COLUMNS; column++) {
        const mark = board[row]![column]!;
        if (mark !== '.') this.drop(column, MARKS.indexOf(mark));
      }
    }
  }

  worthTo(seat: Seat): number {
    return seat === 0 ? this.#worth : -this.#worth;
  }

  /** What it would be with a disc there. */
  worthWith(column: number, seat: Seat): number {
    return this.worthTo(seat) + this.#gained(this.landing[column]! * COLUMNS + column, seat);
  }

  winsAt(column: number, seat: Seat): boolean {
    const row = this.landing[column]!;
    return row >= 0 && this.#completes(row * COLUMNS + column, seat);
  }

  /** Whether the seat would win with the disc after the next one in that column. */
  winsAbove(column: number, seat: Seat): boolean {
    const row = this.landing[column]! - 1;
    return row >= 0 && this.#completes(row * COLUMNS + column, seat);
  }

  /** Where the seat would have four in a row at once; -1: nowhere. */
  winningColumn(seat: Seat): number {
    for (let column = 0; column < COLUMNS; column++) {
      if (this.winsAt(column, seat)) return column;
    }
    return -1;
  }

  drop(column: number, seat: Seat): void {
    this.free--;
    this.#count(this.landing[column]!-- * COLUMNS + column, seat, 1);
  }

  takeBack(column: number, seat: Seat): void {
    this.free++;
    this.#count(++this.landing[column]! * COLUMNS + column, seat, -1);
  }

  #completes(cell: number, seat: Seat): boolean {
    const discs = this.#discs[seat as 0 | 1];
    const fours = FOURS_AT[cell]!;
    for (let i = 0; i < fours.length; i++) if (discs[fours[i]!] === 3) return true;
    return false;
  }

  /** What a disc there adds to what the fours are worth to its seat. */
  #gained(cell: number, seat: Seat): number {
    const mine = this.#discs[seat as 0 | 1];
    const theirs = this.#discs[(1 - seat) as 0 | 1];
    const fours = FOURS_AT[cell]!;
    let gained = 0;
    for (let i = 0; i < fours.length; i++) {
      const four = fours[i]!;
      const own = mine[four]!;
      const others = theirs[four]!;
      if (others === 0) gained += VALUE_OF_DISCS[own + 1]! - VALUE_OF_DISCS[own]!;
      else if (own === 0) gained += VALUE_OF_DISCS[others]!;
    }
    return gained;
  }

  /** A disc is there from now on, or not any more. */
  #count(cell: number, seat: Seat, change: 1 | -1): void {
    const mine = this.#discs[seat as 0 | 1];
    const fours = FOURS_AT[cell]!;
    if (change < 0) for (let i = 0; i < fours.length; i++) mine[fours[i]!]!--;
    const gained = change * this.#gained(cell, seat);
    if (change > 0) for (let i = 0; i < fours.length; i++) mine[fours[i]!]!++;
    this.#worth += seat === 0 ? gained : -gained;
  }
}

/**
 * @param fresh the only column where the seat may win at once, since before the last disc it could nowhere; -1: any
 */
function search(field: Field, seat: Seat, depth: number, fresh: number, alpha: number, beta: number): number {
  if (fresh < 0 ? field.winningColumn(seat) >= 0 : field.winsAt(fresh, seat)) return WIN + depth;
  if (field.free === 0) return 0;
  if (depth === 0) return field.worthTo(seat);
  const forced = field.winningColumn(1 - seat);
  // Whoever does not go there has lost with the next move.
  if (forced >= 0) return Math.max(alpha, -(WIN + depth - 1), worthAfter(field, forced, seat, depth, -1, alpha, beta));
  let best = alpha;
  for (let i = 0; i < COLUMNS && best < beta; i++) {
    const column = CENTRE_FIRST[i]!;
    if (field.landing[column]! < 0) continue;
    const value =
      depth === 1 ? worthAtEnd(field, column, seat) : worthAfter(field, column, seat, depth, column, best, beta);
    if (value > best) best = value;
  }
  return best;
}

/** What it is worth to the seat to go there. */
function worthAfter(
  field: Field,
  column: number,
  seat: Seat,
  depth: number,
  fresh: number,
  alpha: number,
  beta: number,
): number {
  field.drop(column, seat);
  const value = -search(field, 1 - seat, depth - 1, fresh, -beta, -alpha);
  field.takeBack(column, seat);
  return value;
}

/** The same at the end of the search, where the other can win nowhere but above, without a disc being moved. */
function worthAtEnd(field: Field, column: number, seat: Seat): number {
  if (field.free === 1) return 0;
  return field.winsAbove(column, 1 - seat) ? -WIN : field.worthWith(column, seat);
}

/** The columns that are worth most to the seat, looking so many moves ahead. */
export function bestColumns(board: readonly (readonly Mark[])[], seat: Seat, depth: number): number[] {
  const field = new Field(board);
  const open = CENTRE_FIRST.filter((column) => field.landing[column]! >= 0);
  const wins = open.filter((column) => field.winsAt(column, seat));
  if (wins.length) return wins;
  let best = -3 * WIN;
  let columns: number[] = [];
  for (const column of open) {
    field.drop(column, seat);
    // Just wide enough to see whether it is as good as the best so far.
    const value = -search(field, 1 - seat, depth - 1, -1, -3 * WIN, 1 - best);
    field.takeBack(column, seat);
    if (value > best) columns = [];
    if (value >= best) columns.push(column);
    best = Math.max(best, value);
  }
  return columns;
}
