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

/** As many stones as on two lines: with fewer, what is nobody's yet would count for whoever is near it. */
export function tooEarly({ size, board, toMove }: View): string | undefined {
  const stones = board.flat().filter((stone) => stone !== 0).length;
  if (toMove === null || stones >= 2 * size) return undefined;
  return `It is too early: an estimate needs ${2 * size} stones on the board, and there ${stones === 1 ? 'is' : 'are'} ${stones}.`;
}

export function summary(view: View, names: string[]): string {
  const { size, board, toMove, captures, scores } = view;
  const stones = (color: number) =>
    board.flatMap((line, row) => line.flatMap((one, column) => (one === color ? [pointName(row, column, size)] : [])));
  const turn = toMove === null ? 'The match is over.' : `${names[toMove]} to move.`;
  return `Go, ${size} by ${size}. ${turn} Black: ${stones(1).join(' ') || 'none'}. White: ${stones(2).join(' ') || 'none'}. Captured by black ${captures.black}, by white ${captures.white}. ${tooEarly(view) ? '' : `Area ${scores[0]} to ${scores[1]}.`}`.trimEnd();
}
