import type { Seat, SeatMove } from '../../core/game.ts';
import { BOARD, isDeed, isProperty } from './board.ts';
import { costOf, whyNotBuild, whyNotSell } from './building.ts';
import { POT_FEE } from './lobster-pot.ts';
import { unmortgageCostOf, whyNotMortgage, whyNotUnmortgage } from './mortgage.ts';
import type { AgentMove, Move, MoveType } from './moves.ts';
import type { Phase, State } from './state.ts';
import { decider, isStanding } from './state.ts';
import type { Offer } from './trade.ts';
import { canAfford, isEmpty, whyNotSwap } from './trade.ts';

export type RefusalCode = 'INVALID_ACTION' | 'NOT_YOUR_TURN' | 'INSUFFICIENT_FUNDS' | 'INVALID_PROPERTY';

export interface Refusal {
  code: RefusalCode;
  message: string;
  context?: { [key: string]: number | string };
}

const OPTIONAL: MoveType[] = ['mortgage', 'unmortgage', 'sell_building', 'trade_offer'];

/** What each decision takes; the optional actions go on beside rolling and building. */
const TAKEN: { [phase in Phase]: MoveType[] } = {
  roll: ['roll_dice', ...OPTIONAL],
  buy: ['buy', 'pass'],
  build: ['build', 'end_turn', ...OPTIONAL],
  pot: ['escape_pay', 'escape_card', 'escape_roll'],
  funds: ['mortgage', 'sell_building'],
};

const invalid = (message: string, context?: Refusal['context']): Refusal => ({
  code: 'INVALID_ACTION',
  message,
  ...(context && { context }),
});
const poor = (needed: number, money: number): Refusal => ({
  code: 'INSUFFICIENT_FUNDS',
  message: `This costs ${needed} and you have ${money}.`,
  context: { needed, money },
});
const noSuchProperty = (squareIndex: number, message = 'This square cannot be owned.'): Refusal => ({
  code: 'INVALID_PROPERTY',
  message: BOARD[squareIndex] ? message : 'There is no such square: they are numbered 0 to 39.',
  context: { squareIndex },
});

/** Why the move is not allowed now, or nothing. */
export function refuse(state: State, { seat, move }: SeatMove<Move>): Refusal | undefined {
  if (state.outcome !== null) return invalid('The game is over.');
  if (move.type === 'trade_respond') return refuseAnswer(state, seat, move);
  if (seat !== decider(state)) return { code: 'NOT_YOUR_TURN', message: 'It is not your turn.' };
  if (!TAKEN[state.phase].includes(move.type))
    return invalid(`${move.type} is not possible now.`, { phase: state.phase });
  return refuseInPhase(state, seat, move as AgentMove);
}

function refuseInPhase(state: State, seat: Seat, move: AgentMove): Refusal | undefined {
  const { money, position, escapeCards } = state.players[seat]!;
  switch (move.type) {
    case 'buy': {
      if ((move.squareIndex ?? position) !== position)
        return noSuchProperty(move.squareIndex!, 'This square is not offered.');
      const price = BOARD[position]!.price!;
      return money < price ? poor(price, money) : undefined;
    }
    case 'build': {
      const { squareIndex, building } = move;
      if (!isProperty(BOARD[squareIndex])) return noSuchProperty(squareIndex, 'This square cannot be built on.');
      const why = whyNotBuild(state.squares, seat, squareIndex, building);
      if (why) return invalid(why, { squareIndex });
      const cost = costOf(squareIndex, building);
      return money < cost ? poor(cost, money) : undefined;
    }
    case 'sell_building':
      return refuseOnSquare(move.squareIndex, whyNotSell, state, seat);
    case 'mortgage':
      return refuseOnSquare(move.squareIndex, whyNotMortgage, state, seat);
    case 'unmortgage': {
      const refused = refuseOnSquare(move.squareIndex, whyNotUnmortgage, state, seat);
      const cost = unmortgageCostOf(move.squareIndex);
      return refused ?? (money < cost ? poor(cost, money) : undefined);
    }
    case 'trade_offer':
      return refuseOffer(state, { from: seat, to: move.to, giving: move.giving, requesting: move.requesting });
    case 'escape_pay':
      return money < POT_FEE ? poor(POT_FEE, money) : undefined;
    case 'escape_card':
      return escapeCards.length === 0 ? invalid('You hold no escape card.') : undefined;
    default:
      return undefined;
  }
}

function refuseOnSquare(index: number, whyNot: typeof whyNotSell, state: State, seat: Seat): Refusal | undefined {
  if (!isDeed(BOARD[index])) return noSuchProperty(index);
  const why = whyNot(state.squares, seat, index);
  return why === undefined ? undefined : invalid(why, { squareIndex: index });
}

function refuseOffer(state: State, offer: Offer): Refusal | undefined {
  const { from, to, giving, requesting } = offer;
  if (to === from || !isStanding(state, to)) return invalid('There is no such partner to trade with.');
  if (isEmpty(giving) && isEmpty(requesting)) return invalid('The trade is empty.');
  if (state.trades.some((open) => open.from === from && open.to === to)) {
    return invalid('Your last offer to this player is still open.');
  }
  const strange = [...giving.properties, ...requesting.properties].find((index) => !isDeed(BOARD[index]));
  return strange === undefined ? refuseSwap(state, offer) : noSuchProperty(strange);
}

function refuseSwap(state: State, offer: Offer): Refusal | undefined {
  const why = whyNotSwap(state, offer);
  if (why) return invalid(why);
  if (canAfford(state, offer)) return undefined;
  return { code: 'INSUFFICIENT_FUNDS', message: 'A side cannot pay the money it would give.' };
}

function refuseAnswer(state: State, seat: Seat, move: AgentMove & { type: 'trade_respond' }): Refusal | undefined {
  const { tradeId } = move;
  const trade = state.trades.find((open) => open.id === tradeId && open.to === seat);
  if (!trade) return invalid('No such offer to you is open.', { tradeId });
  return move.accept ? refuseSwap(state, trade) : undefined;
}
