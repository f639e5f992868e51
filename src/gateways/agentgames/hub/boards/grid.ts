import { type Line, line, type Span, styled } from '../line.ts';

export interface GridLabels {
  columns: string[];
  /** At the left of each row; none: no row labels. */
  rows?: string[];
  /** Row and column of what was just played. */
  last?: readonly [number, number] | undefined;
  /** Which contents are whose. */
  stones: { [content: string]: 'X' | 'O' };
}

/** A board of cells that are free or hold a stone of one of two. */
export function drawGrid(board: unknown[][], { columns, rows, stones, last }: GridLabels): Line[] {
  const margin = Math.max(0, ...(rows ?? []).map((label) => label.length));
  const label = (text: string): Span => styled('dim', text.padStart(margin));
  const lines = board.map((cells, row): Line => {
    const drawn = cells.flatMap((content, column) => [
      { text: ' ' },
      stone(stones[String(content)], last?.[0] === row && last[1] === column),
    ]);
    return [label(rows?.[row] ?? ''), ...drawn];
  });
  return [...lines, line(label(''), styled('dim', ` ${columns.join(' ')}`))];
}

function stone(mark: 'X' | 'O' | undefined, isNew: boolean): Span {
  if (!mark) return styled('dim', '·');
  const side = mark === 'X' ? 'first' : 'second';
  return styled(isNew ? `${side}-new` : side, mark);
}
