import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { Game, Refusal, Seat } from '../../core/game.ts';
import { sealedRounds } from '../shared/two-seats.ts';

export const ROUNDS = 5;
export const HIGHEST = 10;

const Move = Type.Object({ number: Type.Integer({ minimum: 1, maximum: HIGHEST }) });
export type EchoMove = Static<typeof Move>;

export interface EchoRound {
  numbers: [number, number];
  /** The numbers as they counted: 0 where a number repeats the seat's previous one. */
  counted: [number, number];
  winner: Seat | null;
}

export interface EchoState {
  rounds: EchoRound[];
  scores: [number, number];
}

export interface EchoView {
  /** From 1; stays at the last round once the match is over. */
  currentRound: number;
  maxRounds: number;
  scores: [number, number];
  last: EchoRound | null;
  history: EchoRound[];
}

export type RefusalCode = 'over';

export const echo: Game<EchoState, EchoMove, Record<string, never>, EchoView> = {
  id: 'echo',
  title: 'Echo',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({}),
  move: Move,

  start: () => ({ rounds: [], scores: [0, 0] }),
  status: ({ rounds, scores }) => sealedRounds(rounds.length, ROUNDS, scores, 'rounds'),
  check: (state): Refusal<RefusalCode> | undefined =>
    state.rounds.length < ROUNDS ? undefined : { code: 'over', reason: 'The match is over.' },

  play({ rounds, scores }, moves) {
    const numbers: [number, number] = [moves[0].move.number, moves[1]!.move.number];
    const previous = rounds.at(-1)?.numbers;
    const counted: [number, number] = [
      numbers[0] === previous?.[0] ? 0 : numbers[0],
      numbers[1] === previous?.[1] ? 0 : numbers[1],
    ];
    const winner = counted[0] === counted[1] ? null : counted[0] > counted[1] ? 0 : 1;
    return {
      rounds: [...rounds, { numbers, counted, winner }],
      scores: [scores[0] + (winner === 0 ? 1 : 0), scores[1] + (winner === 1 ? 1 : 0)],
    };
  },

  view: ({ rounds, scores }) => ({
    currentRound: Math.min(rounds.length + 1, ROUNDS),
    maxRounds: ROUNDS,
    scores: [...scores],
    last: rounds.at(-1) ?? null,
    history: rounds,
  }),

  scores: (state) => [...state.scores],
  moves: () => Array.from({ length: HIGHEST }, (_, i) => ({ number: i + 1 })),
  text: {
    parse: (_state, _seat, text) => (/^(?:[1-9]|10)$/.test(text.trim()) ? { number: Number(text) } : undefined),
    print: (_state, move) => String(move.number),
  },
};
