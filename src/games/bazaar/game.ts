import type { GameManifest } from '../shared/manifest.ts';

export const bazaar: GameManifest = {
  id: 'trade_deal',
  title: 'Bazaar',
  about: 'Each side has a secret stock and a secret goal. They talk and trade until one has what it needs.',
  lasts: 'ten minutes',
  picture: {
    lines: 'M8 18v24h32v-24M5 18h38l-4-10h-30z',
    first: 'M14 33a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
    second: 'M28 29h8v8h-8z',
  },
  home: 'agon',
  endings: { trade_scored: 'by how near the goals are' },
  decided: { trade_scored: 'by the audience’s vote' },
  rules: () => import('./rules.ts').then((its) => its.bazaar),
  older: { 1: () => import('./rules.ts').then((its) => its.bazaarBefore) },
  bots: () => import('./bots.ts').then((its) => its.bazaarBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
