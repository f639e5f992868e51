import type { AnyGame } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { chess } from '../../games/chess/rules.ts';
import { COLUMNS } from '../../games/connect-four/rules.ts';
import { pointName } from '../../games/go/board.ts';
import type { Opening } from '../plan.ts';
import { CHESS_BOOK } from './book-chess.ts';

const NO_CHANCE = stepRandom('00'.repeat(32), 0);
const BOOKS: { [game: string]: (options: object) => Opening[] } = {
  chess: (options) => ('fen' in options ? [] : chessBook()),
  c4: connectFourBook,
  go: ({ size = 9 }: { size?: number }) => goBook(size),
};

/** The built-in openings of a game, so that two who always play alike do not play one game over and over. None: it has no book. */
export const bookOf = ({ id }: Pick<AnyGame, 'id'>, options: object): Opening[] => BOOKS[id]?.(options) ?? [];

function chessBook(): Opening[] {
  return CHESS_BOOK.trim()
    .split('\n')
    .map((line) => {
      const [name = '', texts = ''] = line.split(': ');
      let state = chess.start({}, 2, NO_CHANCE);
      const moves = texts.split(' ').map((text, ply) => {
        const move = chess.text!.parse(state, ply % 2, text)!;
        state = chess.play(state, [{ seat: ply % 2, move }], NO_CHANCE);
        return move;
      });
      return { name, moves };
    });
}

/** Every way to drop the first three discs. */
function connectFourBook(): Opening[] {
  const columns = Array.from({ length: COLUMNS }, (_, column) => column);
  return columns.flatMap((a) =>
    columns.flatMap((b) =>
      columns.map((c) => ({ name: `${a} ${b} ${c}`, moves: [a, b, c].map((column) => ({ column })) })),
    ),
  );
}

/** Two stones: on a small board around its middle, on a large one in two corners. Black's first is one of each kind that turning tells apart. */
function goBook(size: number): Opening[] {
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
