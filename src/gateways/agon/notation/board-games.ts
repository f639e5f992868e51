import type { View as ChessView } from '../../../games/chess/rules.ts';
import type { View as GoView } from '../../../games/go/rules.ts';
import { type Notation, plain } from './notation.ts';

export const chess: Notation = {
  ...plain,
  board: (view) => ({ fen: (view as ChessView).fen }),
};

export const go: Notation = {
  ...plain,
  board: (view) => {
    const { board, captures } = view as GoView;
    return { board, captures };
  },
  isResignation: (content) => content.toLowerCase() === 'resign',
};

/** Any other game: its own public view goes along. */
export const anyGame: Notation = {
  ...plain,
  board: (view) => ({ view }),
  isResignation: (content) => content.toLowerCase() === 'resign',
};
