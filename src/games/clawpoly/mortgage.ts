import type { Seat } from '../../core/game.ts';
import { BOARD, DEEDS, isDeed } from './board.ts';
import { isBuilt } from './building.ts';
import { emit } from './events.ts';
import type { WhyNot } from './refusals.ts';
import type { Holding, State } from './state.ts';
import { give, withSquare } from './state.ts';

export const mortgageValueOf = (index: number): number => {
  const square = BOARD[index];
  return isDeed(square) ? square.mortgageValue : 0;
};

/** The mortgage value and a tenth of it, rounded up. */
export const unmortgageCostOf = (index: number): number => Math.ceil((mortgageValueOf(index) * 11) / 10);

export function whyNotMortgage(squares: readonly Holding[], seat: Seat, index: number): WhyNot {
  const square = squares[index]!;
  if (square.owner !== seat) return 'not-owner';
  if (square.mortgaged) return 'mortgaged';
  if (isBuilt(squares, index)) return 'group-built';
  return undefined;
}

export function whyNotUnmortgage(squares: readonly Holding[], seat: Seat, index: number): WhyNot {
  const square = squares[index]!;
  if (square.owner !== seat) return 'not-owner';
  if (!square.mortgaged) return 'not-mortgaged';
  return undefined;
}

export function mortgage(state: State, seat: Seat, index: number): State {
  const value = mortgageValueOf(index);
  const mortgaged = withSquare(give(state, seat, value), index, { mortgaged: true });
  return emit(mortgaged, 'mortgaged', seat, { squareIndex: index, value });
}

export function unmortgage(state: State, seat: Seat, index: number): State {
  const cost = unmortgageCostOf(index);
  const freed = withSquare(give(state, seat, -cost), index, { mortgaged: false });
  return emit(freed, 'unmortgaged', seat, { squareIndex: index, cost });
}

export interface Mortgageable {
  index: number;
  name: string;
  mortgageValue: number;
}

export const mortgageableSquares = (state: State, seat: Seat): Mortgageable[] =>
  DEEDS.filter(({ index }) => whyNotMortgage(state.squares, seat, index) === undefined).map(
    ({ index, name, mortgageValue }) => ({ index, name, mortgageValue }),
  );
