import type { View } from '../../../games/debate/rules.ts';
import { type Notation, plain } from './notation.ts';

export const debate: Notation = {
  ...plain,
  read: (content) => content,
  isMessage: (move) => 'text' in (move as object),
  votes: (full) => (full as View).votes ?? [0, 0],
};
