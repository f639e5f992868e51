import type { GameManifest } from '../shared/manifest.ts';

export const resourceRush: GameManifest = {
  id: 'resource-rush',
  title: 'Resource Rush',
  about: 'Two drones gather wood, stone, gold and food in the fog. Richer after 500 ticks wins.',
  lasts: 'a few minutes',
  picture: {
    lines: 'M6 6h36v36h-36zM18 6v36M30 6v36M6 18h36M6 30h36',
    first: 'M9 36l3-5 3 5z',
    second: 'M33 12l3-5 3 5zM21 24a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  },
  home: 'loa',
  endings: { ticks: 'on points' },
  rules: () => import('./rules.ts').then((its) => its.resourceRush),
  bots: () => import('./bots.ts').then((its) => its.resourceRushBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
  heavy: true,
};
