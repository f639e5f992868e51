import type { GameManifest } from '../shared/manifest.ts';

export const skillGomoku: GameManifest = {
  id: 'skill-gomoku',
  title: 'Skill Gomoku',
  about: 'Five in a row wins. Energy pays for skills that seal, scatter, remove or take back stones.',
  home: 'loa',
  endings: { five: 'five in a row', full_board: 'board full', move_limit: 'move limit', no_move: 'no move left' },
  rules: () => import('./rules.ts').then((its) => its.skillGomoku),
  bots: () => import('./bots.ts').then((its) => its.skillGomokuBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
};
