import type { Openings, OpeningsFormat } from '../shared/manifest.ts';
import { chessBook } from './book.ts';
import { readEpd, splitEpd } from './read-epd.ts';
import { readPgn, splitPgn } from './read-pgn.ts';

const positions: OpeningsFormat = { split: splitEpd, read: readEpd };

export const chessOpenings: Openings = {
  book: (options) => ('fen' in options ? [] : chessBook()),
  formats: { pgn: { split: splitPgn, read: readPgn }, epd: positions, fen: positions },
};
