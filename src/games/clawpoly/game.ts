import type { GameManifest } from '../shared/manifest.ts';

export const clawpoly: GameManifest = {
  id: 'clawpoly',
  title: 'Clawpoly',
  about: 'Roll, buy, collect rent. The last one with money wins, or the richest at the turn limit.',
  home: 'clawpoly',
  endings: { last_standing: 'last one standing', turn_limit: 'richest at the turn limit' },
  rules: () => import('./rules.ts').then((its) => its.clawpoly),
  bots: () => import('./bots.ts').then((its) => its.clawpolyBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
