import type { Cell, Content, Stone } from './board.ts';
import { DIRECTIONS, onBoard, SIZE } from './board.ts';

/** How the bots read a board: as the views give it, line by line. */
export type Board = Content[][];

/** What a five-cell window is worth to the side that has so many stones in it and the other none. */
const WORTH = [1, 12, 150, 2_500, 1_000_000];
export const WIN = WORTH[4]!;
const MAKES_FOUR = WORTH[3]!;
const FORCING_MOVES = 5;

export const other = (stone: Stone): Stone => (stone === 1 ? 2 : 1);

export function cells(board: Board, content: Content): Cell[] {
  const found: Cell[] = [];
  for (let row = 0; row < SIZE; row++) {
    for (let col = 0; col < SIZE; col++) if (board[row]![col] === content) found.push({ row, col });
  }
  return found;
}

/** How good it would be for a stone to stand on a cell. */
export function promise(board: Board, { row, col }: Cell, stone: Stone): number {
  let sum = 0;
  for (const [down, right] of DIRECTIONS) {
    for (let shift = -4; shift <= 0; shift++) {
      let own = 0;
      for (let i = shift; i < shift + 5 && own >= 0; i++) {
        if (i === 0) continue;
        const content = board[row + i * down]?.[col + i * right];
        if (content === stone) own++;
        else if (content !== 0) own = -1;
      }
      if (own >= 0) sum += WORTH[own]!;
    }
  }
  return sum;
}

/** Cells on which a stone would make five. */
export const winningCells = (board: Board, stone: Stone): Cell[] =>
  cells(board, 0).filter((cell) => promise(board, cell, stone) >= WIN);

function winningCellsAround(board: Board, { row, col }: Cell, stone: Stone): Cell[] {
  const found: Cell[] = [];
  for (const [down, right] of DIRECTIONS) {
    for (let i = -4; i <= 4; i++) {
      const cell = { row: row + i * down, col: col + i * right };
      if (onBoard(cell) && board[cell.row]![cell.col] === 0 && promise(board, cell, stone) >= WIN) found.push(cell);
    }
  }
  return found;
}

/** The first placement of a chain of fours, each with a single answer, that ends in two winning cells at once. */
export function forcedWin(board: Board, stone: Stone): Cell | undefined {
  return chain(
    board.map((line) => [...line]),
    stone,
    FORCING_MOVES,
  );
}

/** Puts stones on the board that it was given, and takes them off again. */
function chain(board: Board, stone: Stone, moves: number): Cell | undefined {
  if (moves === 0) return undefined;
  for (const cell of cells(board, 0)) {
    if (promise(board, cell, stone) < MAKES_FOUR) continue;
    board[cell.row]![cell.col] = stone;
    const wins = winningCellsAround(board, cell, stone);
    const forced = wins.length > 1 || (wins[0] && answered(board, wins[0], stone, moves - 1));
    board[cell.row]![cell.col] = 0;
    if (forced) return cell;
  }
  return undefined;
}

function answered(board: Board, answer: Cell, stone: Stone, moves: number): boolean {
  board[answer.row]![answer.col] = other(stone);
  const countered = winningCellsAround(board, answer, other(stone)).length > 0;
  const forced = !countered && chain(board, stone, moves) !== undefined;
  board[answer.row]![answer.col] = 0;
  return forced;
}
