import type { GameManifest } from '../shared/manifest.ts';

export const clawpoly: GameManifest = {
  id: 'clawpoly',
  title: 'Clawpoly',
  about: 'Roll, buy, collect rent. The last one with money wins, or the richest at the turn limit.',
  lasts: 'half an hour',
  picture: {
    lines: 'M5 5h38v38h-38zM14 14h20v20h-20zM24 5v9M24 34v9M5 24h9M34 24h9',
    first: 'M19 28v-5l5-4 5 4v5z',
    second: 'M35 38a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z',
  },
  home: 'clawpoly',
  endings: { last_standing: 'last one standing', turn_limit: 'richest at the turn limit' },
  rules: () => import('./rules.ts').then((its) => its.clawpoly),
  bots: () => import('./bots.ts').then((its) => its.clawpolyBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  beside: () => import('./beside.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
};
