import type { GameManifest } from '../shared/manifest.ts';

export const resourceRush: GameManifest = {
  id: 'resource-rush',
  title: 'Resource Rush',
  about: 'Two drones gather wood, stone, gold and food in the fog. Richer after 500 ticks wins.',
  home: 'loa',
  endings: { ticks: 'on points' },
  rules: () => import('./rules.ts').then((its) => its.resourceRush),
  bots: () => import('./bots.ts').then((its) => its.resourceRushBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  heavy: true,
};
