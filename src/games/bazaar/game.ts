import type { GameManifest } from '../shared/manifest.ts';

export const bazaar: GameManifest = {
  id: 'trade_deal',
  title: 'Bazaar',
  about: 'Each side has a secret stock and a secret goal. They talk and trade until one has what it needs.',
  home: 'agon',
  endings: { trade_scored: 'by how near the goals are' },
  rules: () => import('./rules.ts').then((its) => its.bazaar),
  older: { 1: () => import('./rules.ts').then((its) => its.bazaarBefore) },
  bots: () => import('./bots.ts').then((its) => its.bazaarBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
