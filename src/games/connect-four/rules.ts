import { Type } from 'typebox';
import type { Game, Over, Refusal, Seat, Turn } from '../../core/game.ts';
import { drawn, won } from '../shared/two-seats.ts';

export type Mark = 'X' | 'O' | '.';
export type Cell = [row: number, column: number];

export const ROWS = 6;
export const COLUMNS = 7;
export const MARKS: readonly Mark[] = ['X', 'O'];

export interface State {
  /** Six rows of seven marks, the top row first. */
  board: Mark[][];
  count: number;
  last: Cell | null;
  /** The discs that won: four or more of one line, from end to end. */
  line: Cell[] | null;
}

export interface Move {
  column: number;
}

export interface View {
  board: Mark[][];
  toMove: Seat | null;
  last: Cell | null;
  line: Cell[] | null;
}

export type RefusalCode = 'column-full';

export const DIRECTIONS: readonly Cell[] = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

export function freeColumns([top]: readonly (readonly Mark[])[]): number[] {
  const free: number[] = [];
  for (let column = 0; column < COLUMNS; column++) if (top![column] === '.') free.push(column);
  return free;
}

const lowestFreeRow = (board: readonly (readonly Mark[])[], column: number): number =>
  board.findLastIndex((row) => row[column] === '.');

/** How many more of the same mark follow in a direction. */
function run(board: readonly (readonly Mark[])[], [row, column]: Cell, down: number, right: number): number {
  const mark = board[row]![column];
  let length = 0;
  while (board[row + down * (length + 1)]?.[column + right * (length + 1)] === mark) length++;
  return length;
}

function lineThrough(board: readonly (readonly Mark[])[], cell: Cell): Cell[] | null {
  for (const [down, right] of DIRECTIONS) {
    const before = run(board, cell, -down, -right);
    const length = before + 1 + run(board, cell, down, right);
    if (length < 4) continue;
    return Array.from({ length }, (_, i): Cell => [cell[0] + (i - before) * down, cell[1] + (i - before) * right]);
  }
  return null;
}

export function drop(state: Pick<State, 'board' | 'count'>, column: number, seat: Seat): State {
  const row = lowestFreeRow(state.board, column);
  const board = state.board.with(row, state.board[row]!.with(column, MARKS[seat]!));
  const last: Cell = [row, column];
  return { board, count: state.count + 1, last, line: lineThrough(board, last) };
}

function status({ count, line }: State): Turn | Over {
  if (line) return won((count - 1) % 2, 'four in a row');
  if (count === ROWS * COLUMNS) return drawn('board full');
  return { kind: 'turn', number: count, must: [count % 2] };
}

export const connectFour: Game<State, Move, Record<string, never>, View> = {
  id: 'c4',
  title: 'Connect Four',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({}, { additionalProperties: false }),
  move: Type.Object({ column: Type.Integer({ minimum: 0, maximum: COLUMNS - 1 }) }, { additionalProperties: false }),
  start: () => ({
    board: Array.from({ length: ROWS }, () => Array<Mark>(COLUMNS).fill('.')),
    count: 0,
    last: null,
    line: null,
  }),
  status,
  check: ({ board }, { move }): Refusal<RefusalCode> | undefined =>
    board[0]![move.column] === '.' ? undefined : { code: 'column-full', reason: `Column ${move.column} is full.` },
  play: (state, [{ seat, move }]) => drop(state, move.column, seat),
  view(state) {
    const now = status(state);
    return {
      board: state.board,
      toMove: now.kind === 'turn' ? now.must[0]! : null,
      last: state.last,
      line: state.line,
    };
  },
  moves: ({ board }) => freeColumns(board).map((column) => ({ column })),
  text: {
    parse: (_state, _seat, text) => (/^[0-6]$/.test(text) ? { column: Number(text) } : undefined),
    print: (_state, { column }) => String(column),
  },
};
