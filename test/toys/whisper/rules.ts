import { Type } from 'typebox';
import type { Game, Seat } from '../../core/game.ts';
import { won } from '../shared/two-seats.ts';

const PLIES = 4;

export interface State {
  words: string[];
}

export interface Move {
  word: string;
}

export interface View {
  said: number;
  own: string[];
}

/** Two whisper words that nobody else may ever hear; the first to whisper wins. */
export const whisper: Game<State, Move, Record<string, never>, View> = {
  id: 'whisper',
  title: 'Whisper',
  version: 1,
  seats: { min: 2, max: 2 },
  options: Type.Object({}, { additionalProperties: false }),
  move: Type.Object({ word: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
  start: () => ({ words: [] }),
  status: ({ words }) =>
    words.length < PLIES
      ? { kind: 'turn', number: words.length, must: [words.length % 2] }
      : won(0, 'everything was whispered'),
  check: () => undefined,
  play: ({ words }, [{ move }]) => ({ words: [...words, move.word] }),
  view: ({ words }, viewer) => ({ said: words.length, own: words.filter((_, ply) => isOwn(ply, viewer)) }),
  moves: () => [{ word: 'hush' }],
  text: { parse: (_state, _seat, text) => ({ word: text }), print: (_state, { word }) => word },
};

const isOwn = (ply: number, viewer: Seat | 'spectator' | 'replay'): boolean =>
  viewer === 'replay' || viewer === ply % 2;
