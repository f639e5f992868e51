import type { Game } from '../../core/game.ts';
import { won } from '../shared/two-seats.ts';
import { type Move, nim, type State, type View } from './rules.ts';

/** At first whoever took the last stone lost. */
export const nimOne: Game<State, Move, Record<string, never>, View> = {
  ...nim,
  version: 1,
  open: true,
  status(state) {
    const now = nim.status(state);
    return now.kind === 'over' ? won(state.count % 2, 'the other took the last stone') : now;
  },
};
