import { type Line, line } from '../line.ts';
import { drawChess } from './chess.ts';
import { describe } from './describe.ts';
import { drawGrid } from './grid.ts';
import { drawTicTacToe } from './tic-tac-toe.ts';

/** How a game's view is drawn, and what its two players are called there. */
interface Drawing {
  draw(view: never): Line[];
  sides: [string, string];
  /** What is said beside the board. */
  remarks?(view: never): string[];
}

interface Cell {
  row: number;
  col: number;
}

/** Without I. */
const GO_COLUMNS = [...'ABCDEFGHJKLMNOPQRST'];

/** Row and column of `D4`; line 1 is the lowest. */
const placeOf = (point: string, size: number): [number, number] => [
  size - Number(point.slice(1)),
  GO_COLUMNS.indexOf(point[0]!),
];

const DRAWINGS: { [game: string]: Drawing } = {
  ttt: { draw: drawTicTacToe, sides: ['X', 'O'] },
  c4: {
    draw: ({ board, last }: { board: string[][]; last?: [number, number] | null }) =>
      drawGrid(board, { columns: [...'0123456'], stones: { X: 'X', O: 'O' }, last: last ?? undefined }),
    sides: ['X', 'O'],
  },
  chess: { draw: drawChess, sides: ['White', 'Black'] },
  go: {
    draw: ({ board, last }: { board: unknown[][]; last?: { point?: string } | null }) =>
      drawGrid(board, {
        columns: GO_COLUMNS.slice(0, board.length),
        rows: board.map((_, row) => String(board.length - row)),
        stones: { 1: 'X', 2: 'O' },
        last: last?.point === undefined ? undefined : placeOf(last.point, board.length),
      }),
    remarks: ({ captures: { black, white } }: { captures: { black: number; white: number } }) => [
      `Captures: ${black} by X, ${white} by O`,
    ],
    sides: ['Black X', 'White O'],
  },
  'skill-gomoku': {
    draw: ({ board, energy, lastMove }: { board: unknown[][]; energy: number[]; lastMove?: Cell | null }) => [
      ...drawGrid(board, {
        columns: [...'ABCDEFGHIJKLMNO'],
        rows: board.map((_, row) => String(row + 1)),
        stones: { 1: 'X', 2: 'O' },
        last: lastMove ? [lastMove.row, lastMove.col] : undefined,
      }),
      line(`Energy: X ${energy[0]}, O ${energy[1]}`),
    ],
    sides: ['X', 'O'],
  },
};

/** The board, or whatever the view holds, for a screen of that width. */
export function drawBoard(game: string, view: unknown, width: number): Line[] {
  const drawing = DRAWINGS[game];
  return drawing ? drawing.draw(view as never) : describe(view, width);
}

export const remarksOf = (game: string, view: unknown): string[] => DRAWINGS[game]?.remarks?.(view as never) ?? [];

export const sideOf = (game: string, seat: number): string => DRAWINGS[game]?.sides[seat] ?? `Seat ${seat + 1}`;
