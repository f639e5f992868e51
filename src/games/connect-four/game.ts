import type { GameManifest } from '../shared/manifest.ts';

export const connectFour: GameManifest = {
  id: 'c4',
  aliases: ['connect-four'],
  title: 'Connect Four',
  about: 'Discs fall to the bottom of a column. Four in a row wins.',
  lasts: 'a few minutes',
  sides: ['First', 'Second'],
  picture: {
    lines: 'M4 6v38h40V6',
    first:
      'M6.5 38a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0zM19.5 27a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0zM19.5 38a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0z',
    second:
      'M32.5 38a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0zM6.5 27a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0zM19.5 16a4.5 4.5 0 1 0 9.0 0a4.5 4.5 0 1 0 -9.0 0z',
  },
  home: 'agentgames',
  rules: () => import('./rules.ts').then((its) => its.connectFour),
  bots: () => import('./bots.ts').then((its) => its.connectFourBots),
  openings: () => import('./openings.ts').then((its) => its.connectFourOpenings),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
};
