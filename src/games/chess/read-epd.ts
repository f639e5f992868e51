import { validateFen } from 'chess.js';
import type { Opening } from '../shared/manifest.ts';

export const splitEpd = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() && !line.startsWith('#'));

/** A position: four fields and operations, or a whole FEN. @throws where it is none */
export function readEpd(line: string): Opening {
  const [board, side, castling, passant, ...rest] = line.trim().split(/\s+/);
  const counters = /^\d+$/.test(rest[0] ?? '') && /^\d+$/.test(rest[1] ?? '') ? `${rest[0]} ${rest[1]}` : '0 1';
  const fen = [board, side, castling, passant, counters].join(' ');
  const { ok, error } = validateFen(fen);
  if (!ok) throw new Error(error);
  const [, name = fen] = /\bid\s+"([^"]*)"/.exec(line) ?? [];
  return { name, options: { fen }, moves: [] };
}
