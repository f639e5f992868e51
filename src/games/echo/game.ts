import type { GameManifest } from '../shared/manifest.ts';

export const echo: GameManifest = {
  id: 'echo',
  title: 'Echo',
  about: 'Both say a number at once, the higher one scores. Whoever repeats the own last number counts 0.',
  home: 'loa',
  endings: { rounds: 'on points' },
  rules: () => import('./rules.ts').then((its) => its.echo),
  bots: () => import('./bots.ts').then((its) => its.echoBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
