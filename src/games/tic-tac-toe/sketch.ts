import { circle, ground, INK, LINE, PAPER, seatColor, stroked } from '../shared/sketch.ts';
import type { View } from './rules.ts';

const at = (cell: number) => [(cell % 3) * 32 + 18, Math.floor(cell / 3) * 32 + 18] as const;

export function sketch({ board, line }: View): string {
  const marks = board.map((mark, cell) => {
    const [x, y] = at(cell);
    if (mark === 'X') return stroked(`M${x - 8} ${y - 8}l16 16m0-16l-16 16`, seatColor(0), 5);
    return mark === 'O' ? `<g stroke-width="5">${circle(x, y, 8.5, 'none', seatColor(1))}</g>` : '';
  });
  const won = line ? stroked(`M${at(line[0]!).join(' ')}L${at(line[2]!).join(' ')}`, INK, 2) : '';
  return ground(PAPER) + stroked('M34 5v90M66 5v90M5 34h90M5 66h90', LINE, 1.6) + marks.join('') + won;
}
