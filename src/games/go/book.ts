import type { Opening } from '../shared/manifest.ts';
import { pointName } from './board.ts';

/** Two stones: on a small board around its middle, on a large one in two corners. Black's first is one of each kind that turning tells apart. */
export function goBook(size: number): Opening[] {
  const at = (column: number, line: number): string => pointName((size - line) * size + column - 1, size);
  const [blacks, whites] = size === 9 ? middle(at) : corners(at, size);
  return blacks.flatMap((black) =>
    whites
      .filter((white) => white !== black)
      .map((white) => ({ name: `${black} ${white}`, moves: [{ point: black }, { point: white }] })),
  );
}

type At = (column: number, line: number) => string;

function middle(at: At): [string[], string[]] {
  const lines = [3, 4, 5, 6, 7];
  const blacks = [at(5, 5), at(5, 4), at(4, 4), at(5, 3), at(4, 3), at(3, 3)];
  return [blacks, lines.flatMap((column) => lines.map((line) => at(column, line)))];
}

function corners(at: At, size: number): [string[], string[]] {
  const places = [
    [4, 4],
    [4, 3],
    [3, 4],
    [3, 3],
    [5, 3],
  ] as const;
  const far = (line: number): number => size + 1 - line;
  const blacks = places.map(([column, line]) => at(far(column), far(line)));
  const whites = places.flatMap(([column, line]) => [at(column, line), at(column, far(line)), at(far(column), line)]);
  return [blacks, whites];
}
