import type { GameManifest } from '../shared/manifest.ts';

export const evenOdd: GameManifest = {
  id: 'even_odd',
  title: 'Even or Odd',
  about: 'Both say even or odd at once, then a number is drawn.',
  home: 'league',
  endings: { drawn: 'by the number drawn' },
  rules: () => import('./rules.ts').then((its) => its.evenOdd),
  bots: () => import('./bots.ts').then((its) => its.evenOddBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
