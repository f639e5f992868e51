import type { GameManifest } from '../shared/manifest.ts';

export const blotto: GameManifest = {
  id: 'blotto',
  title: 'Colonel Blotto',
  about: 'Both spread ten soldiers over five fields at once. Who takes more fields takes the round.',
  home: 'loa',
  endings: { rounds: 'on points' },
  rules: () => import('./rules.ts').then((its) => its.blotto),
  bots: () => import('./bots.ts').then((its) => its.blottoBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
