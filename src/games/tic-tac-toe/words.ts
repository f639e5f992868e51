import type { View } from './rules.ts';

const PLACES = ['top left', 'top', 'top right', 'left', 'centre', 'right', 'bottom left', 'bottom', 'bottom right'];

export const placeName = (cell: number): string => PLACES[cell] ?? '';

export function told({ board, last }: View): string[] {
  return last === null ? [] : [`${board[last]} ${placeName(last)}`];
}

export function summary({ board, toMove, line }: View, names: string[]): string {
  const marks = board.flatMap((mark, cell) => (mark === '.' ? [] : [`${mark} ${placeName(cell)}`]));
  const end = line ? 'Three in a row.' : toMove === null ? 'The match is over.' : `${names[toMove]} to move.`;
  return `Tic-tac-toe. ${marks.join(', ') || 'The board is empty'}. ${end}`;
}
