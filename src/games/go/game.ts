import type { GameManifest } from '../shared/manifest.ts';

export const go: GameManifest = {
  id: 'go',
  title: 'Go',
  about: 'Surround more of the board than the other. Stones without a free neighbour are taken.',
  lasts: 'ten minutes to an hour',
  sides: ['Black', 'White'],
  picture: {
    lines: 'M9 4v40M19 4v40M29 4v40M39 4v40M4 9h40M4 19h40M4 29h40M4 39h40',
    first:
      'M14.4 19a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM24.4 29a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM24.4 19a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0z',
    second:
      'M14.4 29a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM34.4 19a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM4.4 29a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0z',
  },
  home: 'agon',
  endings: { go_score: 'by score' },
  margins: { go_score: 'point' },
  rules: () => import('./rules.ts').then((its) => its.go),
  bots: () => import('./bots.ts').then((its) => its.goBots),
  openings: () => import('./openings.ts').then((its) => its.goOpenings),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
  file: { extension: 'sgf', writer: () => import('./sgf.ts').then((its) => its.writeSgf) },
};
