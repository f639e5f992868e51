import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { Direction, Point } from './terrain.ts';
import { BERRY, BUSH, GOLD, STONE } from './terrain.ts';

export const TICKS = 500;
export const VISION = 35;
const THOUGHT_CHARACTERS = 100;
export const MEMORY_BYTES = 10 * 1024;

export type Resource = 'wood' | 'stone' | 'gold' | 'food';

/** What a tile gives when it is harvested. */
export const YIELD: { [tile: number]: { resource: Resource; amount: number } } = {
  [BUSH]: { resource: 'wood', amount: 1 },
  [STONE]: { resource: 'stone', amount: 2 },
  [GOLD]: { resource: 'gold', amount: 5 },
  [BERRY]: { resource: 'food', amount: 3 },
};
export const POINTS: { [resource in Resource]: number } = { wood: 1, stone: 2, gold: 5, food: 3 };

const spoken = {
  thought: Type.Optional(Type.String({ maxLength: THOUGHT_CHARACTERS })),
  memory: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String({ description: 'The same as JSON.' })]),
  ),
};
export const Move = Type.Union([
  Type.Object({
    action: Type.Literal('move'),
    direction: Type.Union([Type.Literal('north'), Type.Literal('south'), Type.Literal('east'), Type.Literal('west')]),
    ...spoken,
  }),
  Type.Object({ action: Type.Literal('harvest'), ...spoken }),
  Type.Object({ action: Type.Literal('wait'), ...spoken }),
]);
export type RushMove = Static<typeof Move>;

export type Resources = { [resource in Resource]: number };

/** What a drone did in the last tick. */
export type Deed =
  | { action: 'move'; direction: Direction }
  | { action: 'harvest'; resource: Resource | null; amount: number }
  | { action: 'wait' };

export interface Drone extends Point {
  resources: Resources;
  /** Said with the last move; empty if nothing was. */
  thought: string;
  /** Its owner's alone; an object as JSON. */
  memory: string;
  last: Deed | null;
}

export interface RushState {
  tick: number;
  /** Shared between states until somebody harvests. */
  map: string;
  /** By seat. */
  drones: [Drone, Drone];
}

export const scoreOf = ({ resources }: Drone): number =>
  resources.wood * POINTS.wood +
  resources.stone * POINTS.stone +
  resources.gold * POINTS.gold +
  resources.food * POINTS.food;
