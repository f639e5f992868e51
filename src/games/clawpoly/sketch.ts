import { ground, PAPER, rect, seatColor, token } from '../shared/sketch.ts';
import type { View } from './view.ts';

const SIDE = 100 / 11;

/** Column and row in the ring of 11 by 11. */
function place(index: number): [number, number] {
  if (index <= 10) return [10 - index, 10];
  if (index <= 20) return [0, 20 - index];
  if (index <= 30) return [index - 20, 0];
  return [10, index - 30];
}

export function sketch({ board, players }: View): string {
  const squares = board.map(({ owner }, index) => {
    const [x, y] = place(index);
    const fill = owner === null ? PAPER : seatColor(owner);
    return rect(x * SIDE + 0.3, y * SIDE + 0.3, SIDE - 0.6, SIDE - 0.6, fill);
  });
  const here = players
    .filter(({ bankrupt }) => !bankrupt)
    .map(({ seat, position }) => {
      const [x, y] = place(position);
      return token(seat, (x + 0.35 + 0.3 * (seat % 2)) * SIDE, (y + 0.35 + 0.3 * (seat > 1 ? 1 : 0)) * SIDE, 3.4);
    });
  const sea = rect(SIDE, SIDE, 100 - 2 * SIDE, 100 - 2 * SIDE, '#1b5f83');
  return ground('#8f8a7d') + squares.join('') + sea + here.join('');
}
