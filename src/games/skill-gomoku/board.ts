/** A board is a string of 225 digits, row by row: 0 empty, 1 black (seat 0), 2 white (seat 1). */

export const SIZE = 15;
export const EMPTY_BOARD = '0'.repeat(SIZE * SIZE);
const FIVE = 5;

export type Stone = 1 | 2;
export type Content = 0 | Stone;

export interface Cell {
  row: number;
  col: number;
}

/** Along a row, a column and both diagonals. */
export const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

export const onBoard = ({ row, col }: Cell): boolean => row >= 0 && row < SIZE && col >= 0 && col < SIZE;
export const indexOf = ({ row, col }: Cell): number => row * SIZE + col;
export const cellAt = (index: number): Cell => ({ row: Math.floor(index / SIZE), col: index % SIZE });
export const same = (a: Cell, b: Cell): boolean => a.row === b.row && a.col === b.col;
export const at = (board: string, cell: Cell): Content => Number(board[indexOf(cell)]) as Content;

export function put(board: string, cell: Cell, content: Content): string {
  const index = indexOf(cell);
  return board.slice(0, index) + content + board.slice(index + 1);
}

export const rows = (board: string): Content[][] =>
  Array.from({ length: SIZE }, (_, row) =>
    Array.from(board.slice(row * SIZE, (row + 1) * SIZE), (digit) => Number(digit) as Content),
  );

export const emptyCells = (board: string): Cell[] => cellsHolding(board, '0');
export const stonesOf = (board: string, stone: Stone): Cell[] => cellsHolding(board, String(stone));

function cellsHolding(board: string, digit: string): Cell[] {
  const cells: Cell[] = [];
  for (let index = board.indexOf(digit); index >= 0; index = board.indexOf(digit, index + 1)) cells.push(cellAt(index));
  return cells;
}

/** The four orthogonal neighbours that are on the board. */
export const neighbours = ({ row, col }: Cell): Cell[] =>
  [
    { row: row - 1, col },
    { row: row + 1, col },
    { row, col: col - 1 },
    { row, col: col + 1 },
  ].filter(onBoard);

/** The 3x3 around a cell, clipped at the edge. */
export const square = ({ row, col }: Cell): Cell[] =>
  [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => ({ row: row + down, col: col + right }))).filter(onBoard);

/** The longest line of one colour through a cell, if it has five stones or more. */
export function fiveThrough(board: string, cell: Cell): Cell[] | undefined {
  const stone = board[indexOf(cell)];
  if (stone === '0') return undefined;
  for (const [down, right] of DIRECTIONS) {
    let { row, col } = cell;
    while (onBoard({ row: row - down, col: col - right }) && board[(row - down) * SIZE + col - right] === stone) {
      row -= down;
      col -= right;
    }
    const line: Cell[] = [];
    while (onBoard({ row, col }) && board[row * SIZE + col] === stone) {
      line.push({ row, col });
      row += down;
      col += right;
    }
    if (line.length >= FIVE) return line;
  }
  return undefined;
}
