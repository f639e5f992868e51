import type { Seat } from '../../core/game.ts';
import { BOARD } from './board.ts';
import type { Buildable, Sellable } from './building.ts';
import { buildableProperties, sellableBuildings } from './building.ts';
import { amountOf, creditorOf } from './debt.ts';
import { POT_FEE } from './lobster-pot.ts';
import type { Mortgageable } from './mortgage.ts';
import { mortgageableSquares } from './mortgage.ts';
import type { MoveType } from './moves.ts';
import type { State } from './state.ts';
import { decider } from './state.ts';

/**
 * The open decision with its figures. Each of `availableActions` is accepted in some form; the optional actions beside
 * rolling and building are not listed.
 */
export type Prompt = { seat: Seat; availableActions: MoveType[] } & (
  | { phase: 'roll' }
  | { phase: 'buy'; squareIndex: number; price: number }
  | { phase: 'build'; buildableProperties: Buildable[] }
  /** `turnsTrapped` is the coming attempt, 1 to 3. */
  | { phase: 'pot'; turnsTrapped: number; hasEscapeCard: boolean }
  /** `amount` is the whole debt; the creditor is null for the bank, and for several players at once. */
  | {
      phase: 'funds';
      amount: number;
      creditor: Seat | null;
      mortgageable: Mortgageable[];
      sellableBuildings: Sellable[];
    }
);

const those = (possible: { [type in MoveType]?: boolean }): MoveType[] =>
  (Object.keys(possible) as MoveType[]).filter((type) => possible[type]);

export function promptOf(state: State): Prompt | null {
  if (state.outcome !== null) return null;
  const seat = decider(state);
  const { money, position, lobsterPotTurns, escapeCards } = state.players[seat]!;
  const { phase } = state;
  switch (phase) {
    case 'roll':
      return { phase, seat, availableActions: ['roll_dice'] };
    case 'buy': {
      const price = BOARD[position]!.price!;
      return {
        phase,
        seat,
        squareIndex: position,
        price,
        availableActions: those({ buy: money >= price, pass: true }),
      };
    }
    case 'build': {
      const buildable = buildableProperties(state, seat);
      const availableActions = those({ build: buildable.length > 0, end_turn: true });
      return { phase, seat, buildableProperties: buildable, availableActions };
    }
    case 'pot': {
      const hasEscapeCard = escapeCards.length > 0;
      const availableActions = those({ escape_pay: money >= POT_FEE, escape_card: hasEscapeCard, escape_roll: true });
      return { phase, seat, turnsTrapped: lobsterPotTurns + 1, hasEscapeCard, availableActions };
    }
    case 'funds': {
      const debt = state.debts[0]!;
      const mortgageable = mortgageableSquares(state, seat);
      const sellable = sellableBuildings(state, seat);
      return {
        phase,
        seat,
        amount: amountOf(debt),
        creditor: creditorOf(debt),
        mortgageable,
        sellableBuildings: sellable,
        availableActions: those({ mortgage: mortgageable.length > 0, sell_building: sellable.length > 0 }),
      };
    }
  }
}
