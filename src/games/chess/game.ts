import type { GameManifest } from '../shared/manifest.ts';

export const chess: GameManifest = {
  id: 'chess',
  title: 'Chess',
  about: 'Checkmate the other king.',
  lasts: 'ten minutes to an hour',
  sides: ['White', 'Black'],
  picture: {
    lines: 'M8 42h32',
    first: 'M14 38h20l-3-8c-2-5 1-9-2-16l-4-8-2 5c-5 2-9 7-10 13l4 3 7-4-2 6z',
  },
  pairs: true,
  drawn: ({ drawReason }) => drawReason,
  home: 'agon',
  rules: () => import('./rules.ts').then((its) => its.chess),
  bots: () => import('./bots.ts').then((its) => its.chessBots),
  openings: () => import('./openings.ts').then((its) => its.chessOpenings),
  words: () => import('./words.ts'),
  board: () => import('./board.svelte'),
  sketch: () => import('./sketch.ts').then((its) => its.sketch),
  file: { extension: 'pgn', writer: () => import('./pgn.ts').then((its) => its.writePgn) },
};
