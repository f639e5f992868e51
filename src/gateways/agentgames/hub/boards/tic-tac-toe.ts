import { type Line, line, type Span, styled } from '../line.ts';

export function drawTicTacToe({ board }: { board: string[] }): Line[] {
  const cell = (index: number): Span => {
    const mark = board[index]!;
    if (mark === '.') return styled('dim', String(index));
    return styled(mark === 'X' ? 'first' : 'second', mark);
  };
  const row = (first: number): Line => line(' ', cell(first), ' │ ', cell(first + 1), ' │ ', cell(first + 2), ' ');
  const rule = line('───┼───┼───');
  return [row(0), rule, row(3), rule, row(6)];
}
