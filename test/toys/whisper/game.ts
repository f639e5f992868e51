import type { GameManifest } from '../shared/manifest.ts';

export const whisper: GameManifest = {
  id: 'whisper',
  title: 'Whisper',
  about: 'Words that nobody else may hear.',
  home: 'loa',
  rules: () => import('./rules.ts').then((its) => its.whisper),
  bots: () => Promise.resolve([]),
  words: () => Promise.resolve({ told: () => [], summary: () => 'Whisper.' }),
  board: () => import('./board.svelte'),
};
