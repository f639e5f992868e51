import type { Openings } from '../shared/manifest.ts';
import { goBook } from './book.ts';
import { readSgf, splitSgf } from './read-sgf.ts';

export const goOpenings: Openings = {
  book: ({ size = 9 }: { size?: number }) => goBook(size),
  formats: { sgf: { split: splitSgf, read: readSgf } },
};
