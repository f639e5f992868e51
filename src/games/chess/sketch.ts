import { ground, rect } from '../shared/sketch.ts';
import { PIECES } from './pieces.ts';
import type { View } from './rules.ts';
import { placed, squareName } from './words.ts';

const SIDE = 12.5;
/** Pieces are drawn in a box of 45. */
const SCALE = SIDE / 45;

export function sketch({ fen, last }: View): string {
  const squares = Array.from({ length: 64 }, (_, i) => {
    const [file, row] = [i % 8, Math.floor(i / 8)];
    const name = squareName(file, row);
    if (name === last?.from || name === last?.to) return rect(file * SIDE, row * SIDE, SIDE, SIDE, '#dcb62f');
    return (file + row) % 2 ? rect(file * SIDE, row * SIDE, SIDE, SIDE, '#a98d68') : '';
  });
  const pieces = placed(fen).map(({ piece, file, row }) => {
    const { body, line } = PIECES[piece.toLowerCase()]!;
    const isWhite = piece === piece.toUpperCase();
    const [fill, edge, detail] = isWhite ? ['#fffdf7', '#2b241b', '#2b241b'] : ['#2e2b2b', '#0d0c0c', '#efe6d6'];
    return `<g transform="translate(${file * SIDE} ${row * SIDE}) scale(${SCALE.toFixed(4)})"><path d="${body}" fill="${fill}" stroke="${edge}" stroke-width="1.4" stroke-linejoin="round"/>${line ? `<path d="${line}" fill="none" stroke="${detail}" stroke-width="1.6" stroke-linecap="round"/>` : ''}</g>`;
  });
  return ground('#eadfc8') + squares.join('') + pieces.join('');
}
