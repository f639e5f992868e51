import type { Openings, OpeningsFormat } from '../shared/manifest.ts';
import { chessBook, spelled } from './book.ts';
import { readEpd, splitEpd } from './read-epd.ts';
import { readPgn, splitPgn } from './read-pgn.ts';

const positions: OpeningsFormat = { split: splitEpd, read: readEpd };

export const chessOpenings: Openings = {
  book: (options) => ('fen' in options ? [] : chessBook()),
  spelled: (moves, options) => ('fen' in options ? 'From a set position' : `1. ${spelled(moves).join(' ')}`),
  formats: { pgn: { split: splitPgn, read: readPgn }, epd: positions, fen: positions },
};
