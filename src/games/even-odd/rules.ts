import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { Game, Refusal } from '../../core/game.ts';
import { scored } from '../shared/two-seats.ts';

export const HIGHEST = 10;

const Parity = Type.Union([Type.Literal('even'), Type.Literal('odd')]);
export type Parity = Static<typeof Parity>;

const Move = Type.Object({ choice: Parity });
export type EvenOddMove = Static<typeof Move>;

export interface Draw {
  number: number;
  parity: Parity;
  choices: [Parity, Parity];
}

export interface EvenOddState {
  /** Null until both have chosen: there is no number before. */
  draw: Draw | null;
}

export interface EvenOddView {
  highest: number;
  number: number | null;
  parity: Parity | null;
  choices: [Parity, Parity] | null;
}

export type RefusalCode = 'over';

const points = ({ parity, choices }: Draw): number[] => choices.map((choice) => (choice === parity ? 1 : 0));

export const evenOdd: Game<EvenOddState, EvenOddMove, Record<string, never>, EvenOddView> = {
  id: 'even_odd',
  title: 'Even or Odd',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({}),
  move: Move,

  start: () => ({ draw: null }),

  status: ({ draw }) =>
    draw ? scored(points(draw), 'drawn') : { kind: 'turn', number: 1, must: [0, 1], sealed: true },

  check: (state): Refusal<RefusalCode> | undefined =>
    state.draw ? { code: 'over', reason: 'The match is over.' } : undefined,

  play(_state, moves, random) {
    const number = 1 + random.int(HIGHEST);
    const parity = number % 2 ? 'odd' : 'even';
    return { draw: { number, parity, choices: [moves[0].move.choice, moves[1]!.move.choice] } };
  },

  view: ({ draw }) => ({
    highest: HIGHEST,
    number: draw?.number ?? null,
    parity: draw?.parity ?? null,
    choices: draw ? [...draw.choices] : null,
  }),

  scores: ({ draw }) => (draw ? points(draw) : [0, 0]),
  moves: () => [{ choice: 'even' }, { choice: 'odd' }],
  text: {
    parse(_state, _seat, text) {
      const choice = text.trim().toLowerCase();
      return choice === 'even' || choice === 'odd' ? { choice } : undefined;
    },
    print: (_state, move) => move.choice,
  },
};
