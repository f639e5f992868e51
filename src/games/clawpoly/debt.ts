import type { Seat } from '../../core/game.ts';
import { goBankrupt } from './bankruptcy.ts';
import { sellableBuildings, sellBuilding } from './building.ts';
import { emit } from './events.ts';
import { mortgage, mortgageableSquares } from './mortgage.ts';
import type { Debt, State } from './state.ts';
import { give } from './state.ts';

export const amountOf = (debt: Debt): number => debt.shares.reduce((sum, share) => sum + share.amount, 0);

/** Nobody when it is the bank, or several. */
export const creditorOf = (debt: Debt): Seat | null => (debt.shares.length === 1 ? debt.shares[0]!.to : null);

/** Puts the debt behind those that are open; it is paid when they are settled. */
export const owe = (state: State, debt: Debt): State =>
  amountOf(debt) === 0 ? state : { ...state, debts: [...state.debts, debt] };

const canPay = (state: State, debt: Debt): boolean => state.players[debt.debtor]!.money >= amountOf(debt);

const canRaise = (state: State, seat: Seat): boolean =>
  mortgageableSquares(state, seat).length > 0 || sellableBuildings(state, seat).length > 0;

/** Whether the first debt waits for its debtor to sell or mortgage. */
export const isRaising = (state: State): boolean => {
  const debt = state.debts[0];
  return debt !== undefined && !canPay(state, debt) && canRaise(state, debt.debtor);
};

function pay(state: State, debt: Debt): State {
  const { debtor, cause, squareIndex } = debt;
  const amount = amountOf(debt);
  let next = give(state, debtor, -amount);
  for (const share of debt.shares) if (share.to !== null) next = give(next, share.to, share.amount);
  const owner = creditorOf(debt);
  if (cause === 'fee') return emit(next, 'tax_paid', debtor, { amount, reason: 'lobster_pot_fee' });
  if (squareIndex === null) return next;
  if (cause === 'tax') return emit(next, 'tax_paid', debtor, { squareIndex, amount });
  if (owner !== null) return emit(next, 'rent_paid', debtor, { payer: debtor, owner, squareIndex, amount });
  return next;
}

/** Pays what can be paid, in order, until a debtor has to raise funds; who cannot is bankrupt. */
export function settleDebts(state: State): State {
  let next = state;
  for (let debt = next.debts[0]; debt !== undefined; debt = next.debts[0]) {
    if (canPay(next, debt)) next = pay({ ...next, debts: next.debts.slice(1) }, debt);
    else if (canRaise(next, debt.debtor)) return next;
    else next = goBankrupt(next, [debt.debtor], creditorOf(debt));
  }
  return next;
}

/** Sells every building, then, if it is not enough, mortgages every square. */
export function raiseAll(state: State): State {
  const debt = state.debts[0];
  if (debt === undefined) return state;
  let next = state;
  for (
    let sellable = sellableBuildings(next, debt.debtor)[0];
    sellable;
    sellable = sellableBuildings(next, debt.debtor)[0]
  ) {
    next = sellBuilding(next, debt.debtor, sellable.index);
  }
  if (canPay(next, debt)) return next;
  for (const { index } of mortgageableSquares(next, debt.debtor)) next = mortgage(next, debt.debtor, index);
  return next;
}
