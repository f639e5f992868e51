import type { GameManifest } from '../shared/manifest.ts';

export const evenOdd: GameManifest = {
  id: 'even_odd',
  title: 'Even or Odd',
  about: 'Both say even or odd at once, then a number is drawn.',
  lasts: 'a minute',
  picture: {
    lines: 'M8 8h32v32h-32z',
    first: 'M14 17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM28 31a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
    second:
      'M28 17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM14 31a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM21 24a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  },
  home: 'league',
  endings: { drawn: 'by the number drawn' },
  rules: () => import('./rules.ts').then((its) => its.evenOdd),
  bots: () => import('./bots.ts').then((its) => its.evenOddBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
