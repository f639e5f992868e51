import type { View } from './rules.ts';

const COLORS = { X: 'Blue', O: 'Orange' } as const;

/** With the disc on top of it. */
export function columnName(board: View['board'], column: number): string {
  const top = board.map((row) => row[column]!).find((mark) => mark !== '.');
  const holds = top ? `${COLORS[top as 'X' | 'O'].toLowerCase()} on top` : 'empty';
  return `Column ${column + 1}, ${holds}`;
}

export function told({ board, last }: View): string[] {
  if (!last) return [];
  const mark = board[last[0]]![last[1]];
  return mark === '.' || mark === undefined ? [] : [`${COLORS[mark]} in column ${last[1] + 1}`];
}

export function summary({ board, toMove, line }: View, names: string[]): string {
  const columns = board[0]!.map((_, column) => {
    const discs = board.map((row) => row[column]!).filter((mark) => mark !== '.');
    return `column ${column + 1}: ${discs.reverse().join(' ') || 'empty'}`;
  });
  const end = line ? 'Four in a row.' : toMove === null ? 'The match is over.' : `${names[toMove]} to move.`;
  return `Connect Four, discs from the bottom up. ${columns.join('; ')}. ${end}`;
}
