import type { GameManifest } from '../shared/manifest.ts';

export const danceBattle: GameManifest = {
  id: 'dance-battle',
  title: 'Dance Battle',
  about: 'Four dancers plan their steps in secret. On the beat, neighbours play rock, paper, scissors.',
  lasts: 'a few minutes',
  picture: {
    lines: 'M6 42h36',
    first: 'M13 11a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM17 16v12l-6 10M17 28l5 9M9 18l8 2 6-6',
    second: 'M29 11a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM33 16v12l6 10M33 28l-5 9M41 18l-8 2-6-6',
  },
  home: 'loa',
  endings: { last_standing: 'last one standing', round_limit: 'at the round limit' },
  rules: () => import('./rules.ts').then((its) => its.danceBattle),
  bots: () => import('./bots.ts').then((its) => its.danceBattleBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
};
