import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { Game, Refusal, Seat } from '../../core/game.ts';
import { sealedRounds } from '../shared/two-seats.ts';

export const ROUNDS = 5;
export const BATTLEFIELDS = 5;
export const SOLDIERS = 10;
const BATTLEFIELDS_TO_WIN = 3;

const Move = Type.Object({
  allocation: Type.Array(Type.Integer({ minimum: 0, maximum: SOLDIERS }), {
    minItems: BATTLEFIELDS,
    maxItems: BATTLEFIELDS,
  }),
});
export type BlottoMove = Static<typeof Move>;

export interface BlottoRound {
  /** From 1. */
  round: number;
  /** By seat. */
  allocations: [number[], number[]];
  /** By battlefield; null where both sent equally many. */
  battlefieldWinners: (Seat | null)[];
  winner: Seat | null;
}

export interface BlottoState {
  history: BlottoRound[];
  scores: [number, number];
}

export interface BlottoView {
  /** From 1; stays at the last round once the match is over. */
  currentRound: number;
  maxRounds: number;
  battlefields: number;
  soldiers: number;
  scores: [number, number];
  last: BlottoRound | null;
  history: BlottoRound[];
}

export type RefusalCode = 'over' | 'wrong-sum';

/** Every way to spread the soldiers. */
export const ALLOCATIONS: readonly (readonly number[])[] = spread(SOLDIERS, BATTLEFIELDS);

function spread(soldiers: number, fields: number): number[][] {
  if (fields === 1) return [[soldiers]];
  return Array.from({ length: soldiers + 1 }, (_, first) =>
    spread(soldiers - first, fields - 1).map((rest) => [first, ...rest]),
  ).flat();
}

export function fight(mine: readonly number[], theirs: readonly number[]): (Seat | null)[] {
  return mine.map((soldiers, field) => {
    const against = theirs[field]!;
    return soldiers === against ? null : soldiers > against ? 0 : 1;
  });
}

export function roundWinner(battlefieldWinners: readonly (Seat | null)[]): Seat | null {
  const won = (seat: Seat) => battlefieldWinners.filter((winner) => winner === seat).length >= BATTLEFIELDS_TO_WIN;
  return won(0) ? 0 : won(1) ? 1 : null;
}

export const blotto: Game<BlottoState, BlottoMove, Record<string, never>, BlottoView> = {
  id: 'blotto',
  title: 'Colonel Blotto',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({}),
  move: Move,

  start: () => ({ history: [], scores: [0, 0] }),
  status: ({ history, scores }) => sealedRounds(history.length, ROUNDS, scores, 'rounds'),

  check(state, { move }): Refusal<RefusalCode> | undefined {
    if (state.history.length === ROUNDS) return { code: 'over', reason: 'The match is over.' };
    const sum = move.allocation.reduce((total, soldiers) => total + soldiers, 0);
    if (sum === SOLDIERS) return undefined;
    const reason = `An allocation deploys exactly ${SOLDIERS} soldiers, not ${sum}.`;
    return { code: 'wrong-sum', reason, context: { sum, soldiers: SOLDIERS } };
  },

  play({ history, scores }, moves) {
    const allocations: [number[], number[]] = [[...moves[0].move.allocation], [...moves[1]!.move.allocation]];
    const battlefieldWinners = fight(...allocations);
    const winner = roundWinner(battlefieldWinners);
    return {
      history: [...history, { round: history.length + 1, allocations, battlefieldWinners, winner }],
      scores: [scores[0] + (winner === 0 ? 1 : 0), scores[1] + (winner === 1 ? 1 : 0)],
    };
  },

  view: ({ history, scores }) => ({
    currentRound: Math.min(history.length + 1, ROUNDS),
    maxRounds: ROUNDS,
    battlefields: BATTLEFIELDS,
    soldiers: SOLDIERS,
    scores: [...scores],
    last: history.at(-1) ?? null,
    history,
  }),

  scores: (state) => [...state.scores],
  moves: () => ALLOCATIONS.map((allocation) => ({ allocation: [...allocation] })),
  text: {
    parse(_state, _seat, text) {
      const words = text.trim().split(/[\s,-]+/);
      if (words.length !== BATTLEFIELDS || !words.every((word) => /^\d{1,2}$/.test(word))) return undefined;
      return { allocation: words.map(Number) };
    },
    print: (_state, move) => move.allocation.join('-'),
  },
};
