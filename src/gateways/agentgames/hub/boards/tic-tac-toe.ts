import { type Line, line, type Span, styled } from '../line.ts';

export function drawTicTacToe({ board, last }: { board: string[]; last?: number | null }): Line[] {
  const cell = (index: number): Span => {
    const mark = board[index]!;
    if (mark === '.') return styled('dim', String(index));
    const side = mark === 'X' ? 'first' : 'second';
    return styled(index === last ? `${side}-new` : side, mark);
  };
  const row = (first: number): Line => line(' ', cell(first), ' │ ', cell(first + 1), ' │ ', cell(first + 2), ' ');
  const rule = line('───┼───┼───');
  return [row(0), rule, row(3), rule, row(6)];
}
