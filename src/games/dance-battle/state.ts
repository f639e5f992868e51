import type { Seat } from '../../core/game.ts';
import type { Action, Direction } from './move.ts';

export interface Tile {
  x: number;
  y: number;
}

export interface Floor {
  width: number;
  height: number;
  walls: Tile[];
}

export type BeatKind = 'move' | 'stress';

export interface Beat {
  /** From 0, within its round. */
  beatIndex: number;
  kind: BeatKind;
}

export interface Round {
  /** From 1. */
  round: number;
  beats: Beat[];
}

export interface Dancer extends Tile {
  score: number;
  /** For the rest of the round. */
  stunned: boolean;
  /** Null while on the floor. */
  eliminatedRound: number | null;
  motto: string;
}

/** What tripped a dancer: the floor's edge, a wall, another's target tile, changing places, or someone who stands there. */
export type Trip = 'edge' | 'wall' | 'collision' | 'swap' | 'blocked';

export interface Step {
  seat: Seat;
  /** 'hold' for those who were stunned before. */
  direction: Direction;
  from: Tile;
  to: Tile;
  stunned: boolean;
  /** Only where this step is what stunned the dancer. */
  trip?: Trip;
}

export interface Pose {
  seat: Seat;
  /** Null for the stunned. */
  action: Action | null;
}

export interface Clash {
  seats: [Seat, Seat];
  /** Null for a tie. */
  winner: Seat | null;
}

export type BeatEvent =
  | { round: number; beatIndex: number; kind: 'move'; steps: Step[] }
  | { round: number; beatIndex: number; kind: 'stress'; poses: Pose[]; clashes: Clash[]; eliminated: Seat[] };

export interface Result {
  rankings: { seat: Seat; score: number; eliminatedRound: number | null }[];
  /** By seat, from 1; equal ranks are a draw. */
  ranks: number[];
  winner: Seat | null;
  reason: 'last_standing' | 'round_limit';
}

export interface State {
  /** The round to plan, from 1; once the match is over, the last one played. */
  round: number;
  floor: Floor;
  rounds: Round[];
  dancers: Dancer[];
  /** The beats of the last round played. */
  events: BeatEvent[];
  result: Result | null;
}

export const onFloor = (dancers: readonly Dancer[]): Seat[] =>
  dancers.flatMap((dancer, seat) => (dancer.eliminatedRound === null ? [seat] : []));

export const sameTile = (a: Tile, b: Tile): boolean => a.x === b.x && a.y === b.y;

export const distance = (a: Tile, b: Tile): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
