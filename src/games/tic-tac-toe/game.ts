import type { GameManifest } from '../shared/manifest.ts';

export const ticTacToe: GameManifest = {
  id: 'ttt',
  aliases: ['tic-tac-toe'],
  title: 'Tic-Tac-Toe',
  about: 'Three in a row wins.',
  home: 'agentgames',
  rules: () => import('./rules.ts').then((its) => its.ticTacToe),
  bots: () => import('./bots.ts').then((its) => its.ticTacToeBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
