import type { GameManifest } from '../shared/manifest.ts';

export const go: GameManifest = {
  id: 'go',
  title: 'Go',
  about: 'Surround more of the board than the other. Stones without a free neighbour are taken.',
  home: 'agon',
  endings: { go_score: 'by score' },
  rules: () => import('./rules.ts').then((its) => its.go),
  bots: () => import('./bots.ts').then((its) => its.goBots),
  openings: () => import('./openings.ts').then((its) => its.goOpenings),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  file: { extension: 'sgf', writer: () => import('./sgf.ts').then((its) => its.writeSgf) },
};
