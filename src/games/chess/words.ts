import type { View } from './rules.ts';

const PIECES: { [letter: string]: string } = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

export interface Placed {
  /** As in a FEN: upper case is white. */
  piece: string;
  /** From the left. */
  file: number;
  /** From the top. */
  row: number;
  square: string;
}

export const squareName = (file: number, row: number): string => `${'abcdefgh'[file]}${8 - row}`;

export function placed(fen: string): Placed[] {
  const pieces: Placed[] = [];
  for (const [row, line] of fen.split(' ')[0]!.split('/').entries()) {
    let file = 0;
    for (const letter of line) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces.push({ piece: letter, file, row, square: squareName(file++, row) });
    }
  }
  return pieces;
}

export const pieceName = (piece: string): string =>
  `${piece === piece.toUpperCase() ? 'white' : 'black'} ${PIECES[piece.toLowerCase()]}`;

export function told({ last, fen }: View): string[] {
  if (!last) return [];
  const [, toMove, , , , number] = fen.split(' ');
  return [toMove === 'b' ? `${number}. ${last.san}` : `${Number(number) - 1}… ${last.san}`];
}

export function summary({ fen, toMove, check }: View, names: string[]): string {
  const all = placed(fen).map(({ piece, square }) => `${pieceName(piece)} ${square}`);
  const turn = toMove === null ? 'The match is over.' : `${names[toMove]} to move${check ? ', in check' : ''}.`;
  return `Chess. ${turn} ${all.join(', ')}.`;
}
