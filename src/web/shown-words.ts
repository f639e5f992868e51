import { visible } from '../core/visible.ts';
import type { Words } from '../games/shared/manifest.ts';

/** A game's words, in which players' own may stand, for people to read. */
export const shownWords = (words: Words): Words => ({
  ...words,
  told: (view, names) => words.told(view, names).map(visible),
  summary: (view, names) => visible(words.summary(view, names)),
  ...(words.said && { said: (view) => words.said!(view).map((text) => text && visible(text)) }),
});
