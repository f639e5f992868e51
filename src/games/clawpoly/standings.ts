import type { Seat } from '../../core/game.ts';
import { BOARD, isDeed, isProperty } from './board.ts';
import { emit } from './events.ts';
import type { Reason, State } from './state.ts';
import { propertiesOf } from './state.ts';

/** Cash, squares at their price (mortgaged: mortgage value), and half of what the buildings cost, a fortress with its four outposts. */
export function wealthOf(state: State, seat: Seat): number {
  let wealth = state.players[seat]!.money;
  for (const index of propertiesOf(state.squares, seat)) {
    const square = BOARD[index]!;
    const { mortgaged, outposts, fortress } = state.squares[index]!;
    if (isDeed(square)) wealth += mortgaged ? square.mortgageValue : square.price;
    if (isProperty(square)) {
      const cost = fortress ? square.fortressCost + 4 * square.outpostCost : outposts * square.outpostCost;
      wealth += cost / 2;
    }
  }
  return wealth;
}

/** What decides between two seats, most important first; the standing are before the bankrupt. */
function meritsOf(state: State, seat: Seat): number[] {
  const { outlived, money } = state.players[seat]!;
  if (outlived !== null) return [0, outlived];
  if (state.outcome === 'last_standing') return [1];
  return [1, wealthOf(state, seat), money, propertiesOf(state.squares, seat).length];
}

const compare = (a: number[], b: number[]): number => {
  const at = a.findIndex((merit, i) => merit !== b[i]);
  return at === -1 ? 0 : a[at]! - b[at]!;
};

/** From 1; equal ranks are a draw. */
export function ranksOf(state: State): number[] {
  const merits = state.players.map((_, seat) => meritsOf(state, seat));
  return merits.map((own) => 1 + merits.filter((other) => compare(other, own) > 0).length);
}

export interface Standing {
  seat: Seat;
  placement: number;
  money: number;
  /** How many squares. */
  properties: number;
  bankruptAtTurn: number | null;
}

/** Best first. */
export const standingsOf = (state: State): Standing[] => {
  const ranks = ranksOf(state);
  return state.players
    .map(({ money, bankruptAtTurn }, seat) => ({
      seat,
      placement: ranks[seat]!,
      money,
      properties: propertiesOf(state.squares, seat).length,
      bankruptAtTurn,
    }))
    .sort((a, b) => a.placement - b.placement || a.seat - b.seat);
};

export function finish(state: State, reason: Reason): State {
  const over: State = { ...state, outcome: reason, debts: [], trades: [] };
  const first = ranksOf(over).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  return emit(over, 'finished', null, { winner: first.length === 1 ? first[0]! : null, reason });
}
