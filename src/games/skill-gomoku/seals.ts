import type { Cell, Stone } from './board.ts';
import { at, neighbours, same } from './board.ts';

/** Three rounds, counted in moves of both. */
export const SEAL_MOVES = 6;

export interface Seal extends Cell {
  owner: Stone;
  /** The seal holds while fewer moves than this were made. */
  expiresAtMove: number;
}

export interface QuietCell extends Cell {
  /** Whose seal it is; the other may not place here. */
  owner: Stone;
}

/** The seals that still hold: not run out, and their stone still stands. */
export const holding = (seals: readonly Seal[], board: string, moveCount: number): Seal[] =>
  seals.filter((seal) => moveCount < seal.expiresAtMove && at(board, seal) === seal.owner);

export const isSealed = (seals: readonly Seal[], cell: Cell): boolean => seals.some((seal) => same(seal, cell));

export function quietZone(seals: readonly Seal[]): QuietCell[] {
  const quiet: QuietCell[] = [];
  for (const { owner, ...cell } of seals) {
    for (const { row, col } of neighbours(cell)) {
      if (!quiet.some((known) => known.owner === owner && same(known, { row, col }))) quiet.push({ row, col, owner });
    }
  }
  return quiet;
}

export const isQuietFor = (seals: readonly Seal[], cell: Cell, stone: Stone): boolean =>
  seals.some((seal) => seal.owner !== stone && neighbours(seal).some((quiet) => same(quiet, cell)));
