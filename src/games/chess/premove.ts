import { type Placed, squareName } from './words.ts';

type Way = [file: number, row: number];

const STRAIGHT: Way[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const ASLANT: Way[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const JUMPS: Way[] = [-2, -1, 1, 2].flatMap((file) =>
  [-2, -1, 1, 2].flatMap((row): Way[] => (Math.abs(file) === Math.abs(row) ? [] : [[file, row]])),
);

const isOn = (at: number): boolean => at >= 0 && at < 8;

const far = (ways: Way[]): Way[] =>
  ways.flatMap(([file, row]) => Array.from({ length: 7 }, (_, i): Way => [file * (i + 1), row * (i + 1)]));

/** Castling, and what a pawn does on its way and by taking. */
function waysOf({ piece, row, file }: Placed): Way[] {
  const isWhite = piece === piece.toUpperCase();
  switch (piece.toLowerCase()) {
    case 'p': {
      const ahead = isWhite ? -1 : 1;
      const two: Way[] = row === (isWhite ? 6 : 1) ? [[0, 2 * ahead]] : [];
      return [[0, ahead], [1, ahead], [-1, ahead], ...two];
    }
    case 'n':
      return JUMPS;
    case 'b':
      return far(ASLANT);
    case 'r':
      return far(STRAIGHT);
    case 'q':
      return far([...STRAIGHT, ...ASLANT]);
    default: {
      const castling: Way[] =
        file === 4 && row === (isWhite ? 7 : 0)
          ? [
              [2, 0],
              [-2, 0],
            ]
          : [];
      return [...STRAIGHT, ...ASLANT, ...castling];
    }
  }
}

/** Where the piece could go if the other's move made it possible: nothing stands in its way, for it may be gone by then. */
export const reachable = (placed: Placed): string[] =>
  waysOf(placed).flatMap(([file, row]) => {
    const [x, y] = [placed.file + file, placed.row + row];
    return isOn(x) && isOn(y) ? [squareName(x, y)] : [];
  });
