import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { Seat } from '../../core/game.ts';
import type { Cell, Content, Stone } from './board.ts';
import { SIZE } from './board.ts';
import type { Seal } from './seals.ts';

export const MAX_MOVES = 300;
export const START_ENERGY = 3;
export const ENERGY_EVERY = 8;
export const REWIND_MOVES = 4;
export const COST = { uproot: 2, stillwater: 1, sandstorm: 2, rewind: 3 } as const;

export type Skill = keyof typeof COST;

const Coordinate = Type.Integer({ minimum: 0, maximum: SIZE - 1 });
const Target = Type.Object({ row: Coordinate, col: Coordinate });
/** A rewind has no target; whatever coordinate comes with it is let through. */
const Symbolic = Type.Object({ row: Type.Integer(), col: Type.Integer() });

export const Move = Type.Union([
  Type.Object({ type: Type.Literal('place'), row: Coordinate, col: Coordinate }),
  Type.Object({
    type: Type.Literal('skill'),
    skill: Type.Union([Type.Literal('uproot'), Type.Literal('stillwater'), Type.Literal('sandstorm')]),
    target: Target,
  }),
  Type.Object({ type: Type.Literal('skill'), skill: Type.Literal('rewind'), target: Type.Optional(Symbolic) }),
]);
export type GomokuMove = Static<typeof Move>;

export interface SkillEffect {
  skill: Skill;
  caster: Seat;
  target: Cell;
  /** The cells that an uproot or a sandstorm changed. */
  affectedCells?: (Cell & { before: Content; after: Content })[];
}

export interface Result {
  winner: Seat | null;
  reason: 'five' | 'full_board' | 'move_limit' | 'no_move' | 'forfeit';
  /** The winning stones. */
  line: Cell[];
}

export interface GomokuState {
  board: string;
  /** The boards before the last moves, oldest first, as many as a rewind needs. */
  past: string[];
  moveCount: number;
  energy: [number, number];
  seals: Seal[];
  /** The skill that each seat used on its latest turn, if it used one. */
  latestSkill: [Skill | null, Skill | null];
  rewound: [boolean, boolean];
  lastMove: Cell | null;
  lastSkillEffect: SkillEffect | null;
  result: Result | null;
}

export const stoneOf = (seat: Seat): Stone => (seat === 0 ? 1 : 2);
export const toMove = (state: GomokuState): Seat => state.moveCount % 2;
