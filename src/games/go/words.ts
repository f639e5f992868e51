import type { View } from './rules.ts';

export function told({ last, moveCount }: View): string[] {
  if (!last) return [];
  const color = moveCount % 2 ? 'Black' : 'White';
  return ['pass' in last ? `${color} passes` : `${color} ${last.point}`];
}

export const stoneName = (stone: number): string => (stone === 1 ? 'black stone' : 'white stone');

const LETTERS = 'ABCDEFGHJKLMNOPQRST';

/** @param row from the top */
export const pointName = (row: number, column: number, size: number): string => `${LETTERS[column]}${size - row}`;

export function summary({ size, board, toMove, captures, scores }: View, names: string[]): string {
  const stones = (color: number) =>
    board.flatMap((line, row) => line.flatMap((one, column) => (one === color ? [pointName(row, column, size)] : [])));
  const turn = toMove === null ? 'The match is over.' : `${names[toMove]} to move.`;
  return `Go, ${size} by ${size}. ${turn} Black: ${stones(1).join(' ') || 'none'}. White: ${stones(2).join(' ') || 'none'}. Captured by black ${captures.black}, by white ${captures.white}. Area ${scores[0]} to ${scores[1]}.`;
}
