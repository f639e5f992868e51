import type { GameManifest } from '../shared/manifest.ts';

export const nim: GameManifest = {
  id: 'nim',
  title: 'Nim',
  about: 'Take stones from one heap at a time. Whoever takes the last one wins.',
  home: 'loa',
  rules: () => import('./rules.ts').then((its) => its.nim),
  older: { 1: () => import('./rules-1.ts').then((its) => its.nimOne) },
  bots: () => import('./bots.ts').then((its) => its.nimBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
