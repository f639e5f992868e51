import type { GameManifest } from '../shared/manifest.ts';

export const chess: GameManifest = {
  id: 'chess',
  title: 'Chess',
  about: 'Checkmate the other king.',
  home: 'agon',
  rules: () => import('./rules.ts').then((its) => its.chess),
  bots: () => import('./bots.ts').then((its) => its.chessBots),
  openings: () => import('./openings.ts').then((its) => its.chessOpenings),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  file: { extension: 'pgn', writer: () => import('./pgn.ts').then((its) => its.writePgn) },
};
