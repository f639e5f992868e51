import type { View as Chess } from '../../games/chess/rules.ts';
import type { View as ConnectFour } from '../../games/connect-four/rules.ts';
import type { View as Go } from '../../games/go/rules.ts';
import type { View as TicTacToe } from '../../games/tic-tac-toe/rules.ts';

const COLUMNS = 'ABCDEFGHJKLMNOPQRST';

function ticTacToe({ board }: TicTacToe): string[] {
  const cells = board.map((mark, cell) => (mark === '.' ? String(cell) : mark));
  return [0, 3, 6].map((row) => cells.slice(row, row + 3).join(' '));
}

const connectFour = ({ board }: ConnectFour): string[] => [
  ...board.map((row) => row.join(' ')),
  (board[0] ?? []).map((_, column) => column).join(' '),
];

function chess({ fen }: Chess): string[] {
  const rows = fen.split(' ')[0]!.split('/');
  const drawn = rows.map((row, index) => {
    const squares = row.replace(/\d/g, (count) => '.'.repeat(Number(count)));
    return `${8 - index} ${[...squares].join(' ')}`;
  });
  return [...drawn, '  a b c d e f g h', `FEN ${fen}`];
}

const go = ({ size, board }: Go): string[] => [
  ...board.map((row, index) => `${String(size - index).padStart(2)} ${row.map((stone) => '.XO'[stone]).join(' ')}`),
  `   ${[...COLUMNS.slice(0, size)].join(' ')}`,
];

// biome-ignore lint/suspicious/noExplicitAny: each game types its own view
const DRAWN: { [game: string]: (view: any) => string[] } = { ttt: ticTacToe, c4: connectFour, chess, go };

/** A board in letters; undefined: the game has none that can be drawn so. */
export const draw = (game: string, view: unknown): string | undefined => DRAWN[game]?.(view).join('\n');
