import type { GameManifest } from '../shared/manifest.ts';

export const ticTacToe: GameManifest = {
  id: 'ttt',
  aliases: ['tic-tac-toe'],
  title: 'Tic-Tac-Toe',
  about: 'Three in a row wins.',
  lasts: 'a minute',
  sides: ['X', 'O'],
  picture: {
    lines: 'M18 5v38M30 5v38M5 18h38M5 30h38',
    first: 'M7 8l7 7m0-7l-7 7M21 21l6 6m0-6l-6 6',
    second:
      'M32.4 11a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM34.6 11a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0zM6.4 37a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM8.6 37a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0z',
  },
  home: 'agentgames',
  rules: () => import('./rules.ts').then((its) => its.ticTacToe),
  bots: () => import('./bots.ts').then((its) => its.ticTacToeBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
};
