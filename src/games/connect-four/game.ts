import type { GameManifest } from '../shared/manifest.ts';

export const connectFour: GameManifest = {
  id: 'c4',
  aliases: ['connect-four'],
  title: 'Connect Four',
  about: 'Discs fall to the bottom of a column. Four in a row wins.',
  home: 'agentgames',
  rules: () => import('./rules.ts').then((its) => its.connectFour),
  bots: () => import('./bots.ts').then((its) => its.connectFourBots),
  openings: () => import('./openings.ts').then((its) => its.connectFourOpenings),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
