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

const WHITE: { [letter: string]: string } = { k: '♔', q: '♕', r: '♖', b: '♗', n: '♘', p: '♙' };
const BLACK: { [letter: string]: string } = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟\uFE0E' };

/** @param piece as in a FEN: upper case is white */
export const figurine = (piece: string): string =>
  (piece === piece.toUpperCase() ? WHITE : BLACK)[piece.toLowerCase()] ?? piece;

export function told({ last, fen }: View): string[] {
  if (!last) return [];
  const [, toMove, , , , number] = fen.split(' ');
  const isWhite = toMove === 'b';
  const san = last.san.replaceAll(/[KQRBN]/g, (letter) => figurine(isWhite ? letter : letter.toLowerCase()));
  return [isWhite ? `${number}. ${san}` : `${Number(number) - 1}… ${san}`];
}

const SET = { q: 1, r: 2, b: 2, n: 2, p: 8 };
const WORTH: { [letter: string]: number } = { q: 9, r: 5, b: 3, n: 3, p: 1 };

/** What each side took, the strongest first, and by how much the first is ahead. */
export function material(fen: string): { taken: [string[], string[]]; ahead: number } {
  const pieces = placed(fen).map(({ piece }) => piece);
  const count = (letter: string): number => pieces.filter((piece) => piece === letter).length;
  const lost = (cased: (letter: string) => string): string[] =>
    Object.entries(SET).flatMap(([letter, all]) => Array<string>(Math.max(0, all - count(cased(letter)))).fill(letter));
  const worth = (piece: string): number => (WORTH[piece.toLowerCase()] ?? 0) * (piece === piece.toUpperCase() ? 1 : -1);
  return {
    taken: [lost((letter) => letter), lost((letter) => letter.toUpperCase())],
    ahead: pieces.reduce((sum, piece) => sum + worth(piece), 0),
  };
}

export function elsewhere({ fen }: View): { title: string; address: string } {
  return { title: 'Analyse on lichess', address: `https://lichess.org/analysis/standard/${fen.replaceAll(' ', '_')}` };
}

export function summary({ fen, toMove, check }: View, names: string[]): string {
  const all = placed(fen).map(({ piece, square }) => `${pieceName(piece)} ${square}`);
  const turn = toMove === null ? 'The match is over.' : `${names[toMove]} to move${check ? ', in check' : ''}.`;
  return `Chess. ${turn} ${all.join(', ')}.`;
}
