import type { GameManifest } from '../shared/manifest.ts';

export const echo: GameManifest = {
  id: 'echo',
  title: 'Echo',
  about: 'Both say a number at once, the higher one scores. Your own last number, said again, counts 0.',
  lasts: 'a minute',
  picture: {
    lines: 'M24 6v36',
    first: 'M18 16q-6 8 0 16M11 11q-9 13 0 26',
    second: 'M30 16q6 8 0 16M37 11q9 13 0 26',
  },
  home: 'loa',
  endings: { rounds: 'on points' },
  rules: () => import('./rules.ts').then((its) => its.echo),
  bots: () => import('./bots.ts').then((its) => its.echoBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
