import type { Openings } from '../shared/manifest.ts';
import { goBook } from './book.ts';
import { readSgf, splitSgf } from './read-sgf.ts';
import type { Move } from './rules.ts';

export const goOpenings: Openings = {
  book: ({ size = 9 }: { size?: number }) => goBook(size),
  spelled: (moves) => (moves.slice(0, 2) as Move[]).map((move) => ('pass' in move ? 'pass' : move.point)).join(' '),
  formats: { sgf: { split: splitSgf, read: readSgf } },
};
