import { circle, ground, INK, PAPER, rect, SHADE, seatColor } from '../shared/sketch.ts';
import type { View } from './rules.ts';

const COLORS: { [mark: string]: string } = { X: seatColor(0), O: seatColor(1), '.': PAPER };

export function sketch({ board, line }: View): string {
  const won = new Set(line?.map(([row, column]) => `${row} ${column}`));
  const discs = board.flatMap((row, y) =>
    row.map((mark, x) => circle(8 + x * 14, 15 + y * 14, 5.6, COLORS[mark]!, won.has(`${y} ${x}`) ? INK : 'none')),
  );
  return `${ground(PAPER)}${rect(0, 7, 100, 86, SHADE)}<g stroke-width="1.8">${discs.join('')}</g>`;
}
