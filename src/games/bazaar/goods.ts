import { type Static, Type } from 'typebox';
import type { Random } from '../../core/game.ts';

export const RESOURCES = ['gold', 'iron', 'food', 'wood'] as const;
export type Resource = (typeof RESOURCES)[number];

export type Stock = { [resource in Resource]: number };

const amount = Type.Optional(Type.Integer({ minimum: 0 }));

/** Some of each resource; what is left out is none. */
export const Bundle = Type.Object(
  { gold: amount, iron: amount, food: amount, wood: amount },
  { additionalProperties: false },
);
export type Bundle = Static<typeof Bundle>;

export interface Goal {
  resource: Resource;
  amount: number;
  points: number;
}

export interface Side {
  stock: Stock;
  goal: Goal;
}

export const UNITS_EACH = 14;
export const GOAL_AMOUNT = 8;
export const GOAL_POINTS = 100;

const LEAST_OWN = 2;
const MOST_OWN = 4;
const MOST_SPARE = 3;

export const isEmpty = (bundle: Bundle): boolean => RESOURCES.every((resource) => (bundle[resource] ?? 0) === 0);

/** The first resource of which the stock has less than the bundle. */
export const shortage = (stock: Stock, bundle: Bundle): Resource | undefined =>
  RESOURCES.find((resource) => stock[resource] < (bundle[resource] ?? 0));

export function exchange(stock: Stock, gives: Bundle, gets: Bundle): Stock {
  const after = { ...stock };
  for (const resource of RESOURCES) after[resource] += (gets[resource] ?? 0) - (gives[resource] ?? 0);
  return after;
}

/** From 0 to 1. */
export const progress = ({ stock, goal }: Side): number => Math.min(1, stock[goal.resource] / goal.amount);

/**
 * Each side wants a resource of which it has too little and the other has enough, so that both goals can be reached
 * together and neither without a trade.
 */
export function deal(random: Random): [Side, Side] {
  const [first, second, ...others] = random.shuffle(RESOURCES) as [Resource, Resource, Resource, Resource];
  const own = [drawOwn(random), drawOwn(random)] as const;
  const goal = (resource: Resource): Goal => ({ resource, amount: GOAL_AMOUNT, points: GOAL_POINTS });
  const fill = (wanted: Resource, has: number, other: Resource, otherHas: number): Stock => {
    const stock: Stock = { gold: 0, iron: 0, food: 0, wood: 0 };
    stock[wanted] = has;
    stock[other] = GOAL_AMOUNT - otherHas + random.int(MOST_SPARE + 1);
    for (let left = UNITS_EACH - stock[wanted] - stock[other]; left > 0; left--) stock[random.pick(others)] += 1;
    return stock;
  };
  return [
    { stock: fill(first, own[0], second, own[1]), goal: goal(first) },
    { stock: fill(second, own[1], first, own[0]), goal: goal(second) },
  ];
}

const drawOwn = (random: Random): number => LEAST_OWN + random.int(MOST_OWN - LEAST_OWN + 1);
