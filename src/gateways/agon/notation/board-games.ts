import type { Over } from '../../../core/game.ts';
import type { View as ChessView } from '../../../games/chess/rules.ts';
import type { View as GoView } from '../../../games/go/rules.ts';
import { type Notation, plain } from './notation.ts';

/** 1, ½ or 0, however the match ended. */
const pointsOf = ({ ranks }: Over): number[] =>
  ranks.map((rank) => (ranks.every((other) => other === rank) ? 0.5 : rank === 1 ? 1 : 0));

export const chess: Notation = {
  ...plain,
  board: (view) => ({ fen: (view as ChessView).fen }),
  scores: pointsOf,
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
