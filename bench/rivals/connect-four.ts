/** Connect four as both rivals play it: columns of a board of 42 cells, four in a row win. */
export const COLUMNS = 7;
export const ROWS = 6;
export const EMPTY = 0;

/** The cell where a disc in that column comes to lie; -1: the column is full or none. */
export function landing(board: ArrayLike<number>, column: number): number {
  if (!Number.isInteger(column) || column < 0 || column >= COLUMNS) return -1;
  for (let row = 0; row < ROWS; row++) if (board[row * COLUMNS + column] === EMPTY) return row * COLUMNS + column;
  return -1;
}

/** Whether the disc in that cell makes four in a row. */
export function wins(board: ArrayLike<number>, cell: number): boolean {
  const run = (dx: number, dy: number): number => {
    let length = 0;
    let [x, y] = [(cell % COLUMNS) + dx, Math.floor(cell / COLUMNS) + dy];
    while (x >= 0 && x < COLUMNS && y >= 0 && y < ROWS && board[y * COLUMNS + x] === board[cell]) {
      length++;
      x += dx;
      y += dy;
    }
    return length;
  };
  return run(1, 0) + run(-1, 0) >= 3 || run(0, -1) >= 3 || run(1, 1) + run(-1, -1) >= 3 || run(1, -1) + run(-1, 1) >= 3;
}
