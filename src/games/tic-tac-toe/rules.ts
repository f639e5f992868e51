import { Type } from 'typebox';
import type { Game, Over, Refusal, Seat, Turn } from '../../core/game.ts';
import { drawn, won } from '../shared/two-seats.ts';

export type Mark = 'X' | 'O' | '.';
export const MARKS: readonly Mark[] = ['X', 'O'];

export interface State {
  /** Nine marks, row by row. */
  board: Mark[];
  moves: number[];
}

export interface Move {
  cell: number;
}

export interface View {
  board: Mark[];
  toMove: Seat | null;
  last: number | null;
  /** The three cells that won. */
  line: number[] | null;
}

export type RefusalCode = 'taken';

export const LINES: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

export const winningLine = (board: readonly Mark[]): readonly number[] | undefined =>
  LINES.find(([a, b, c]) => board[a] !== '.' && board[a] === board[b] && board[b] === board[c]);

export const freeCells = (board: readonly Mark[]): number[] =>
  board.flatMap((mark, cell) => (mark === '.' ? [cell] : []));

function status({ board, moves }: State): Turn | Over {
  if (winningLine(board)) return won((moves.length - 1) % 2, 'three in a row');
  if (moves.length === 9) return drawn('board full');
  return { kind: 'turn', number: moves.length, must: [moves.length % 2] };
}

export const ticTacToe: Game<State, Move, Record<string, never>, View> = {
  id: 'ttt',
  title: 'Tic-Tac-Toe',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({}, { additionalProperties: false }),
  move: Type.Object({ cell: Type.Integer({ minimum: 0, maximum: 8 }) }, { additionalProperties: false }),
  start: () => ({ board: Array<Mark>(9).fill('.'), moves: [] }),
  status,
  check: ({ board }, { move }): Refusal<RefusalCode> | undefined =>
    board[move.cell] === '.' ? undefined : { code: 'taken', reason: `Cell ${move.cell} is taken.` },
  play: ({ board, moves }, [{ seat, move }]) => ({
    board: board.with(move.cell, MARKS[seat]!),
    moves: [...moves, move.cell],
  }),
  view(state) {
    const now = status(state);
    const line = winningLine(state.board);
    return {
      board: [...state.board],
      toMove: now.kind === 'turn' ? now.must[0]! : null,
      last: state.moves.at(-1) ?? null,
      line: line ? [...line] : null,
    };
  },
  moves: ({ board }) => freeCells(board).map((cell) => ({ cell })),
  text: {
    parse: (_state, _seat, text) => (/^[0-8]$/.test(text) ? { cell: Number(text) } : undefined),
    print: (_state, { cell }) => String(cell),
  },
};
