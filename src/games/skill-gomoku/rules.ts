import { Type } from 'typebox';
import type { Game, Over, Random, Seat, Turn } from '../../core/game.ts';
import type { Cell, Content } from './board.ts';
import { at, cellAt, EMPTY_BOARD, fiveThrough, put, rows, SIZE, square } from './board.ts';
import { canMove, legalMoves, refusal } from './check.ts';
import { parseMove, printMove } from './notation.ts';
import type { QuietCell, Seal } from './seals.ts';
import { holding, isSealed, quietZone, SEAL_MOVES } from './seals.ts';
import type { GomokuMove, GomokuState, Result, Skill, SkillEffect } from './state.ts';
import { COST, ENERGY_EVERY, MAX_MOVES, Move, REWIND_MOVES, START_ENERGY, stoneOf, toMove } from './state.ts';
import { redistribute } from './uproot.ts';

export interface GomokuView {
  size: number;
  maxMoves: number;
  board: Content[][];
  energy: [number, number];
  /** Null once the match is over. */
  toMove: Seat | null;
  moveCount: number;
  sealedStones: Seal[];
  quietZoneCells: QuietCell[];
  latestSkill: [Skill | null, Skill | null];
  rewound: [boolean, boolean];
  lastMove: Cell | null;
  lastSkillEffect: SkillEffect | null;
  result: Result | null;
}

function start(): GomokuState {
  return {
    board: EMPTY_BOARD,
    past: [],
    moveCount: 0,
    energy: [START_ENERGY, START_ENERGY],
    seals: [],
    latestSkill: [null, null],
    rewound: [false, false],
    lastMove: null,
    lastSkillEffect: null,
    result: null,
  };
}

function status(state: GomokuState): Turn | Over {
  const { moveCount, result } = state;
  if (!result) return { kind: 'turn', number: moveCount + 1, must: [toMove(state)] };
  return {
    kind: 'over',
    ranks: [0, 1].map((seat) => (result.winner === null || result.winner === seat ? 1 : 2)),
    scores: scores(state),
    reason: result.reason,
  };
}

const scores = ({ result }: GomokuState): number[] => [0, 1].map((seat) => (result?.winner === seat ? 1 : 0));

/** The board after the move, and what else the move did. */
interface Deed {
  board: string;
  seals: Seal[];
  placed: Cell | null;
  effect: SkillEffect | null;
}

function deed(state: GomokuState, seat: Seat, move: GomokuMove, random: Random): Deed {
  const { board, seals } = state;
  if (move.type === 'place') {
    const cell = { row: move.row, col: move.col };
    return { board: put(board, cell, stoneOf(seat)), seals, placed: cell, effect: null };
  }
  const { row, col } = move.target ?? { row: 0, col: 0 };
  const target = { row, col };
  const cast = (next: string, affected?: SkillEffect['affectedCells']): Deed => ({
    board: next,
    seals,
    placed: null,
    effect: { skill: move.skill, caster: seat, target, ...(affected ? { affectedCells: affected } : {}) },
  });
  switch (move.skill) {
    case 'uproot': {
      const loose = square(target).filter((cell) => !isSealed(seals, cell));
      const next = redistribute(board, loose, random);
      return cast(next, changes(board, next));
    }
    case 'sandstorm': {
      const next = put(board, target, 0);
      return cast(next, changes(board, next));
    }
    case 'stillwater': {
      const seal = { ...target, owner: stoneOf(seat), expiresAtMove: state.moveCount + 1 + SEAL_MOVES };
      return { ...cast(board), seals: [...seals, seal] };
    }
    case 'rewind':
      return cast(state.past[0]!);
  }
}

function changes(before: string, after: string): NonNullable<SkillEffect['affectedCells']> {
  if (before === after) return [];
  return Array.from(before, (_, index) => cellAt(index))
    .filter((cell) => at(before, cell) !== at(after, cell))
    .map((cell) => ({ ...cell, before: at(before, cell), after: at(after, cell) }));
}

function play(state: GomokuState, seat: Seat, move: GomokuMove, random: Random): GomokuState {
  const { board, seals, placed, effect } = deed(state, seat, move, random);
  const moveCount = state.moveCount + 1;
  const gain = moveCount % ENERGY_EVERY === 0 ? 1 : 0;
  const skill = effect?.skill ?? null;
  const energy: [number, number] = [state.energy[0] + gain, state.energy[1] + gain];
  if (skill) energy[seat]! -= COST[skill];
  const next: GomokuState = {
    board,
    past: [...state.past, state.board].slice(-REWIND_MOVES),
    moveCount,
    energy,
    seals: holding(seals, board, moveCount),
    latestSkill: seat === 0 ? [skill, state.latestSkill[1]] : [state.latestSkill[0], skill],
    rewound: [
      state.rewound[0] || (seat === 0 && skill === 'rewind'),
      state.rewound[1] || (seat === 1 && skill === 'rewind'),
    ],
    lastMove: placed,
    lastSkillEffect: effect,
    result: null,
  };
  return { ...next, result: resultOf(next, seat) };
}

/** Only a placement makes a five that counts; no skill can leave one on the board. */
function resultOf(state: GomokuState, mover: Seat): Result | null {
  const { board, lastMove, moveCount } = state;
  const line = lastMove && fiveThrough(board, lastMove);
  if (line) return { winner: mover, reason: 'five', line };
  if (!board.includes('0')) return { winner: null, reason: 'full_board', line: [] };
  if (moveCount >= MAX_MOVES) return { winner: null, reason: 'move_limit', line: [] };
  return canMove(state, 1 - mover) ? null : { winner: null, reason: 'no_move', line: [] };
}

export const skillGomoku: Game<GomokuState, GomokuMove, Record<string, never>, GomokuView> = {
  id: 'skill-gomoku',
  title: 'Skill Gomoku',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({}),
  move: Move,
  start,
  status,
  check: (state, { seat, move }) => refusal(state, seat, move),
  play: (state, [{ seat, move }], random) => play(state, seat, move, random),

  view: (state) => ({
    size: SIZE,
    maxMoves: MAX_MOVES,
    board: rows(state.board),
    energy: [...state.energy],
    toMove: state.result ? null : toMove(state),
    moveCount: state.moveCount,
    sealedStones: state.seals,
    quietZoneCells: quietZone(state.seals),
    latestSkill: state.latestSkill,
    rewound: state.rewound,
    lastMove: state.lastMove,
    lastSkillEffect: state.lastSkillEffect,
    result: state.result,
  }),

  /** A forfeit is a win like any other: the winner's score is 1. */
  leave: (state, seats) => ({
    ...state,
    result: { winner: seats.length > 1 ? null : 1 - seats[0]!, reason: 'forfeit', line: [] },
  }),

  moves: legalMoves,
  text: { parse: (_state, _seat, text) => parseMove(text), print: (_state, move) => printMove(move) },
};
