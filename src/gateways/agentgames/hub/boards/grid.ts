import { type Line, line, type Span, styled } from '../line.ts';

export interface GridLabels {
  columns: string[];
  /** At the left of each row; none: no row labels. */
  rows?: string[];
  /** Which contents are whose. */
  stones: { [content: string]: 'X' | 'O' };
}

/** A board of cells that are free or hold a stone of one of two. */
export function drawGrid(board: unknown[][], { columns, rows, stones }: GridLabels): Line[] {
  const margin = Math.max(0, ...(rows ?? []).map((label) => label.length));
  const label = (text: string): Span => styled('dim', text.padStart(margin));
  const lines = board.map((cells, row): Line => {
    const drawn = cells.flatMap((content) => [{ text: ' ' }, stone(stones[String(content)])]);
    return [label(rows?.[row] ?? ''), ...drawn];
  });
  return [...lines, line(label(''), styled('dim', ` ${columns.join(' ')}`))];
}

const stone = (mark: 'X' | 'O' | undefined): Span =>
  mark ? styled(mark === 'X' ? 'first' : 'second', mark) : styled('dim', '·');
