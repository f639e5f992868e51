import type { GameManifest } from '../shared/manifest.ts';

export const danceBattle: GameManifest = {
  id: 'dance-battle',
  title: 'Dance Battle',
  about: 'Four dancers plan their steps in secret. On the beat, neighbours play rock, paper, scissors.',
  home: 'loa',
  rules: () => import('./rules.ts').then((its) => its.danceBattle),
  bots: () => import('./bots.ts').then((its) => its.danceBattleBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
