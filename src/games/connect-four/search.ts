import type { Seat } from '../../core/game.ts';
import type { Mark } from './rules.ts';
import { COLUMNS, DIRECTIONS, MARKS, ROWS } from './rules.ts';

const WIN = 100_000;
const CENTRE_FIRST = [3, 2, 4, 1, 5, 0, 6];
const VALUE_OF_DISCS = [0, 1, 4, 16];
const CELLS = ROWS * COLUMNS;

/** Every four cells in a row, as indices height × 7 + column. */
const FOURS: readonly number[][] = Array.from({ length: CELLS }, (_, cell) => cell).flatMap((cell) =>
  DIRECTIONS.flatMap(([up, right]) => {
    const cells = [0, 1, 2, 3].map((step) => [Math.floor(cell / COLUMNS) + step * up, (cell % COLUMNS) + step * right]);
    const inside = cells.every(([height, column]) => height! < ROWS && column! >= 0 && column! < COLUMNS);
    return inside ? [cells.map(([height, column]) => height! * COLUMNS + column!)] : [];
  }),
);
/** For every cell the fours that it is part of, by number. */
const FOURS_AT: readonly Int8Array[] = Array.from({ length: CELLS }, (_, cell) =>
  Int8Array.from([...FOURS.keys()].filter((four) => FOURS[four]!.includes(cell))),
);

const BOTTOM = Int8Array.from({ length: COLUMNS }, (_, column) => column);
const ALL_EMPTY = Int8Array.from(FOURS, (cells) => cells.reduce((sum, cell) => sum ^ cell));

/** A four is known by its discs: one for each of the first seat, five for each of the second. */
const DISC = [1, 5] as const;
const KINDS_OF_FOUR = 25;

/** For each seat, by what is in a four: what another disc of that seat changes in its worth to that seat. */
const GAIN = ([0, 1] as const).map((seat) =>
  Int8Array.from({ length: KINDS_OF_FOUR }, (_, kind) => {
    const discs = [kind % 5, Math.floor(kind / 5)];
    const [own, others] = [discs[seat]!, discs[1 - seat]!];
    if (others === 0) return own < 3 ? VALUE_OF_DISCS[own + 1]! - VALUE_OF_DISCS[own]! : 0;
    return own === 0 && others < 4 ? VALUE_OF_DISCS[others]! : 0;
  }),
) as [Int8Array, Int8Array];

/**
 * A board for searching, changed in place; discs are taken back in the reverse order. What lies in each four is kept with
 * every drop, and with it what the fours are worth and where a disc would complete one: a disc touches thirteen fours at
 * most, all of them are 69.
 */
class Field {
  free = CELLS;
  /** The cell where the next disc of a column lands; above all cells: the column is full. */
  readonly #landing = BOTTOM.slice();
  readonly #fours = new Int8Array(FOURS.length);
  /** The cells of each four without a disc, all of them as one exclusive or: of a single one its number. */
  readonly #empty = ALL_EMPTY.slice();
  /** For each seat, by cell: how many fours a disc there would complete. Two rows above the board there is none. */
  readonly #wins = [new Int8Array(CELLS + 2 * COLUMNS), new Int8Array(CELLS + 2 * COLUMNS)] as const;
  /** To the first seat, by how many cells were free. */
  readonly #worths = new Int16Array(CELLS + 1);

  constructor(board: readonly (readonly Mark[])[]) {
    for (let row = ROWS - 1; row >= 0; row--) {
      for (let column = 0; column < COLUMNS; column++) {
        const mark = board[row]![column]!;
        if (mark !== '.') this.drop(column, MARKS.indexOf(mark));
      }
    }
  }

  isFull(column: number): boolean {
    return this.#landing[column]! >= CELLS;
  }

  worthTo(seat: Seat): number {
    const worth = this.#worths[this.free]!;
    return seat === 0 ? worth : -worth;
  }

  /** What it would be with a disc there. */
  worthWith(column: number, seat: Seat): number {
    const fours = this.#fours;
    const touched = FOURS_AT[this.#landing[column]!]!;
    const gain = GAIN[seat as 0 | 1];
    let worth = this.worthTo(seat);
    for (let i = 0; i < touched.length; i++) worth += gain[fours[touched[i]!]!]!;
    return worth;
  }

  winsAt(column: number, seat: Seat): boolean {
    return this.#wins[seat as 0 | 1][this.#landing[column]!]! > 0;
  }

  /** Whether the seat would win with the disc after the next one in that column. */
  winsAbove(column: number, seat: Seat): boolean {
    return this.#wins[seat as 0 | 1][this.#landing[column]! + COLUMNS]! > 0;
  }

  /** Where the seat would have four in a row at once; -1: nowhere. */
  winningColumn(seat: Seat): number {
    const wins = this.#wins[seat as 0 | 1];
    for (let column = 0; column < COLUMNS; column++) {
      if (wins[this.#landing[column]!]! > 0) return column;
    }
    return -1;
  }

  drop(column: number, seat: Seat): void {
    const fours = this.#fours;
    const empty = this.#empty;
    const wins = this.#wins[seat as 0 | 1];
    const gain = GAIN[seat as 0 | 1];
    const disc = DISC[seat as 0 | 1];
    const cell = this.#landing[column]!;
    const touched = FOURS_AT[cell]!;
    let gained = 0;
    for (let i = 0; i < touched.length; i++) {
      const four = touched[i]!;
      const before = fours[four]!;
      gained += gain[before]!;
      fours[four] = before + disc;
      empty[four]! ^= cell;
      if (before === 2 * disc) wins[empty[four]!]!++;
    }
    this.#landing[column]! += COLUMNS;
    const worth = this.#worths[this.free--]!;
    this.#worths[this.free] = seat === 0 ? worth + gained : worth - gained;
  }

  takeBack(column: number, seat: Seat): void {
    const fours = this.#fours;
    const empty = this.#empty;
    const wins = this.#wins[seat as 0 | 1];
    const disc = DISC[seat as 0 | 1];
    this.free++;
    this.#landing[column]! -= COLUMNS;
    const cell = this.#landing[column]!;
    const touched = FOURS_AT[cell]!;
    for (let i = 0; i < touched.length; i++) {
      const four = touched[i]!;
      if (fours[four] === 3 * disc) wins[empty[four]!]!--;
      fours[four]! -= disc;
      empty[four]! ^= cell;
    }
  }
}

function search(field: Field, seat: Seat, depth: number, alpha: number, beta: number): number {
  if (field.winningColumn(seat) >= 0) return WIN + depth;
  if (field.free === 0) return 0;
  if (depth === 0) return field.worthTo(seat);
  const forced = field.winningColumn(1 - seat);
  // Whoever does not go there has lost with the next move.
  if (forced >= 0) return Math.max(alpha, -(WIN + depth - 1), worthAfter(field, forced, seat, depth, alpha, beta));
  let best = alpha;
  for (let i = 0; i < COLUMNS && best < beta; i++) {
    const column = CENTRE_FIRST[i]!;
    if (field.isFull(column)) continue;
    const value = depth === 1 ? worthAtEnd(field, column, seat) : worthAfter(field, column, seat, depth, best, beta);
    if (value > best) best = value;
  }
  return best;
}

/** What it is worth to the seat to go there. */
function worthAfter(field: Field, column: number, seat: Seat, depth: number, alpha: number, beta: number): number {
  field.drop(column, seat);
  const value = -search(field, 1 - seat, depth - 1, -beta, -alpha);
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
  const open = CENTRE_FIRST.filter((column) => !field.isFull(column));
  const wins = open.filter((column) => field.winsAt(column, seat));
  if (wins.length) return wins;
  let best = -3 * WIN;
  let columns: number[] = [];
  for (const column of open) {
    field.drop(column, seat);
    // Just wide enough to see whether it is as good as the best so far.
    const value = -search(field, 1 - seat, depth - 1, -3 * WIN, 1 - best);
    field.takeBack(column, seat);
    if (value > best) columns = [];
    if (value >= best) columns.push(column);
    best = Math.max(best, value);
  }
  return columns;
}
