import type { Seat } from '../../core/game.ts';
import { BOARD, groupOf, isProperty } from './board.ts';
import { emit } from './events.ts';
import type { WhyNot } from './refusals.ts';
import type { Holding, State } from './state.ts';
import { give, withSquare } from './state.ts';

export type Building = 'outpost' | 'fortress';

const MOST_OUTPOSTS = 4;
const FORTRESS_LEVEL = 5;

/** 0 bare, 1 to 4 outposts, 5 a fortress: the place in the list of rents. */
export const levelOf = (square: Holding): number => (square.fortress ? FORTRESS_LEVEL : square.outposts);

const levelsOfGroup = (squares: readonly Holding[], index: number): number[] =>
  groupOf(index).map((other) => levelOf(squares[other]!));

/** Whether anything stands on any square of its group. */
export const isBuilt = (squares: readonly Holding[], index: number): boolean =>
  groupOf(index).some((other) => levelOf(squares[other]!) > 0);

export const ownsGroup = (squares: readonly Holding[], seat: Seat, index: number): boolean =>
  groupOf(index).every((other) => squares[other]!.owner === seat);

export const costOf = (index: number, building: Building): number => {
  const square = BOARD[index];
  if (!isProperty(square)) return 0;
  return building === 'outpost' ? square.outpostCost : square.fortressCost;
};

/** Why the rules forbid it, money aside, or nothing. */
export function whyNotBuild(squares: readonly Holding[], seat: Seat, index: number, building: Building): WhyNot {
  const square = squares[index]!;
  if (square.owner !== seat) return 'not-owner';
  if (!ownsGroup(squares, seat, index)) return 'group-not-owned';
  if (groupOf(index).some((other) => squares[other]!.mortgaged)) return 'group-mortgaged';
  const level = levelOf(square);
  if (level === FORTRESS_LEVEL) return 'has-fortress';
  if (building === 'outpost' && level === MOST_OUTPOSTS) return 'has-four-outposts';
  if (building === 'fortress' && level < MOST_OUTPOSTS) return 'needs-four-outposts';
  if (level > Math.min(...levelsOfGroup(squares, index))) return 'build-evenly';
  return undefined;
}

export function build(state: State, seat: Seat, index: number, building: Building): State {
  const cost = costOf(index, building);
  const raised: Partial<Holding> =
    building === 'fortress' ? { outposts: 0, fortress: true } : { outposts: state.squares[index]!.outposts + 1 };
  const built = withSquare(give(state, seat, -cost), index, raised);
  return emit(built, building === 'fortress' ? 'fortress_built' : 'outpost_built', seat, { squareIndex: index, cost });
}

export interface Buildable {
  index: number;
  name: string;
  currentOutposts: number;
  canBuildOutpost: boolean;
  canBuildFortress: boolean;
  outpostCost: number;
  fortressCost: number;
}

/** Where the seat can build right now, and has the money to. */
export function buildableProperties(state: State, seat: Seat): Buildable[] {
  const { money } = state.players[seat]!;
  const can = (index: number, building: Building) =>
    money >= costOf(index, building) && whyNotBuild(state.squares, seat, index, building) === undefined;
  return BOARD.flatMap((square) => {
    if (!isProperty(square) || state.squares[square.index]!.owner !== seat) return [];
    const { index, name, outpostCost, fortressCost } = square;
    const canBuildOutpost = can(index, 'outpost');
    const canBuildFortress = can(index, 'fortress');
    if (!canBuildOutpost && !canBuildFortress) return [];
    const currentOutposts = state.squares[index]!.outposts;
    return [{ index, name, currentOutposts, canBuildOutpost, canBuildFortress, outpostCost, fortressCost }];
  });
}

export const refundOf = (squares: readonly Holding[], index: number): number =>
  costOf(index, squares[index]!.fortress ? 'fortress' : 'outpost') / 2;

export function whyNotSell(squares: readonly Holding[], seat: Seat, index: number): WhyNot {
  const square = squares[index]!;
  if (square.owner !== seat) return 'not-owner';
  const level = levelOf(square);
  if (level === 0) return 'no-building';
  if (level < Math.max(...levelsOfGroup(squares, index))) return 'sell-evenly';
  return undefined;
}

export function sellBuilding(state: State, seat: Seat, index: number): State {
  const square = state.squares[index]!;
  const refund = refundOf(state.squares, index);
  const lowered: Partial<Holding> = square.fortress
    ? { outposts: MOST_OUTPOSTS, fortress: false }
    : { outposts: square.outposts - 1 };
  return emit(withSquare(give(state, seat, refund), index, lowered), 'building_sold', seat, {
    squareIndex: index,
    refund,
  });
}

export interface Sellable {
  index: number;
  name: string;
  type: Building;
  sellValue: number;
}

export const sellableBuildings = (state: State, seat: Seat): Sellable[] =>
  BOARD.flatMap(({ index, name }) => {
    if (whyNotSell(state.squares, seat, index) !== undefined) return [];
    const type = state.squares[index]!.fortress ? 'fortress' : 'outpost';
    return [{ index, name, type, sellValue: refundOf(state.squares, index) }];
  });

export function countBuildings(squares: readonly Holding[], seat: Seat): { outposts: number; fortresses: number } {
  const own = squares.filter((square) => square.owner === seat);
  return {
    outposts: own.reduce((sum, square) => sum + square.outposts, 0),
    fortresses: own.filter((square) => square.fortress).length,
  };
}
