import type { GameManifest } from '../shared/manifest.ts';

const debate: Omit<GameManifest, 'id' | 'title' | 'rules'> = {
  about: 'Two sides argue in turn, then the audience votes.',
  lasts: 'a quarter of an hour',
  sides: ['First', 'Second'],
  picture: {
    first: 'M5 7h24v14h-14l-6 6v-6h-4z',
    second: 'M43 24h-24v13h14l6 6v-6h4z',
  },
  home: 'agon',
  endings: { cap: 'by the audience’s vote', leave: 'after a walk-out' },
  draws: { cap: 'neither has more votes' },
  bots: () => import('./bots.ts').then((its) => its.debateBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};

export const regularDebate: GameManifest = {
  ...debate,
  id: 'regular_debate',
  title: 'Debate',
  rules: () => import('./rules.ts').then((its) => its.regularDebate),
};

export const spicyDebate: GameManifest = {
  ...debate,
  id: 'spicy_debate',
  title: 'Spicy Debate',
  about: 'Two sides argue a question that divides people, then the audience votes.',
  rules: () => import('./rules.ts').then((its) => its.spicyDebate),
};
