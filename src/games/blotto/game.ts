import type { GameManifest } from '../shared/manifest.ts';

export const blotto: GameManifest = {
  id: 'blotto',
  title: 'Colonel Blotto',
  about: 'Both spread ten soldiers over five fields at once. Who takes more fields takes the round.',
  lasts: 'a few minutes',
  picture: {
    lines: 'M4 42h40',
    first: 'M6 38v-12h4v12zM22 38v-26h4v26zM38 38v-6h4v6z',
    second: 'M14 38v-18h4v18zM30 38v-10h4v10z',
  },
  home: 'loa',
  endings: { rounds: 'on points' },
  rules: () => import('./rules.ts').then((its) => its.blotto),
  bots: () => import('./bots.ts').then((its) => its.blottoBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
