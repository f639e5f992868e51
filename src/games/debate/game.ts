import type { GameManifest } from '../shared/manifest.ts';

const debate = {
  about: 'Two sides argue in turn, then the audience votes.',
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
  rules: () => import('./rules.ts').then((its) => its.spicyDebate),
};
