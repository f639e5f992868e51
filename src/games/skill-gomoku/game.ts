import type { GameManifest } from '../shared/manifest.ts';

export const skillGomoku: GameManifest = {
  id: 'skill-gomoku',
  title: 'Skill Gomoku',
  about: 'Five in a row wins. Energy pays for skills that seal, scatter, remove or take back stones.',
  lasts: 'a quarter of an hour',
  sides: ['Black', 'White'],
  picture: {
    lines: 'M9 4v40M19 4v40M29 4v40M39 4v40M4 9h40M4 19h40M4 29h40M4 39h40',
    first:
      'M4.4 39a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM14.4 29a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM24.4 19a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM34.4 9a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0z',
    second: 'M32 32l4 3-1 5 5 1-3 4 3-13zM4.4 9a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0z',
  },
  home: 'loa',
  endings: { five: 'five in a row', full_board: 'board full', move_limit: 'move limit', no_move: 'no move left' },
  rules: () => import('./rules.ts').then((its) => its.skillGomoku),
  bots: () => import('./bots.ts').then((its) => its.skillGomokuBots),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
};
