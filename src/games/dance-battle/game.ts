import type { GameManifest } from '../shared/manifest.ts';

export const danceBattle: GameManifest = {
  id: 'dance-battle',
  title: 'Dance Battle',
  about: 'Four dancers plan their steps in secret. On the beat, neighbours play rock, paper, scissors.',
  home: 'loa',
  endings: { last_standing: 'last one standing', round_limit: 'at the round limit' },
  rules: () => import('./rules.ts').then((its) => its.danceBattle),
  bots: () => import('./bots.ts').then((its) => its.danceBattleBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
