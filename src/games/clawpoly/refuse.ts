import type { Refusal, Seat, SeatMove } from '../../core/game.ts';
import { BOARD, isDeed, isProperty } from './board.ts';
import { costOf, whyNotBuild, whyNotSell } from './building.ts';
import { POT_FEE } from './lobster-pot.ts';
import { unmortgageCostOf, whyNotMortgage, whyNotUnmortgage } from './mortgage.ts';
import type { AgentMove, Move, MoveType } from './moves.ts';
import type { RefusalCode } from './refusals.ts';
import { because, becauseNotNow, becausePoor, MOST_OFFERS } from './refusals.ts';
import type { Phase, State } from './state.ts';
import { decider, isStanding } from './state.ts';
import type { Offer } from './trade.ts';
import { canAfford, isEmpty, whyNotSwap } from './trade.ts';

const OPTIONAL: MoveType[] = ['mortgage', 'unmortgage', 'sell_building', 'trade_offer'];

/** What each decision takes; the optional actions go on beside rolling and building. */
const TAKEN: { [phase in Phase]: MoveType[] } = {
  roll: ['roll_dice', ...OPTIONAL],
  buy: ['buy', 'pass'],
  build: ['build', 'end_turn', ...OPTIONAL],
  pot: ['escape_pay', 'escape_card', 'escape_roll'],
  funds: ['mortgage', 'sell_building'],
};

type Verdict = Refusal<RefusalCode> | undefined;

const noSuchProperty = (squareIndex: number, code: 'not-ownable' | 'not-buildable' | 'not-offered'): Verdict =>
  because(BOARD[squareIndex] ? code : 'no-such-square', { squareIndex });

/** Why the move is not allowed now, or nothing. */
export function refuse(state: State, { seat, move }: SeatMove<Move>): Verdict {
  if (state.outcome !== null) return because('over');
  if (move.type === 'trade_respond') return refuseAnswer(state, seat, move);
  if (seat !== decider(state)) return because('not-your-turn');
  if (!TAKEN[state.phase].includes(move.type)) return becauseNotNow(move.type, state.phase);
  return refuseInPhase(state, seat, move as AgentMove);
}

function refuseInPhase(state: State, seat: Seat, move: AgentMove): Verdict {
  const { money, position, escapeCards } = state.players[seat]!;
  switch (move.type) {
    case 'buy': {
      if ((move.squareIndex ?? position) !== position) return noSuchProperty(move.squareIndex!, 'not-offered');
      const price = BOARD[position]!.price!;
      return money < price ? becausePoor(price, money) : undefined;
    }
    case 'build': {
      const { squareIndex, building } = move;
      if (!isProperty(BOARD[squareIndex])) return noSuchProperty(squareIndex, 'not-buildable');
      const why = whyNotBuild(state.squares, seat, squareIndex, building);
      if (why) return because(why, { squareIndex });
      const cost = costOf(squareIndex, building);
      return money < cost ? becausePoor(cost, money) : undefined;
    }
    case 'sell_building':
      return refuseOnSquare(move.squareIndex, whyNotSell, state, seat);
    case 'mortgage':
      return refuseOnSquare(move.squareIndex, whyNotMortgage, state, seat);
    case 'unmortgage': {
      const refused = refuseOnSquare(move.squareIndex, whyNotUnmortgage, state, seat);
      const cost = unmortgageCostOf(move.squareIndex);
      return refused ?? (money < cost ? becausePoor(cost, money) : undefined);
    }
    case 'trade_offer':
      return refuseOffer(state, { from: seat, to: move.to, giving: move.giving, requesting: move.requesting });
    case 'escape_pay':
      return money < POT_FEE ? becausePoor(POT_FEE, money) : undefined;
    case 'escape_card':
      return escapeCards.length === 0 ? because('no-escape-card') : undefined;
    default:
      return undefined;
  }
}

function refuseOnSquare(index: number, whyNot: typeof whyNotSell, state: State, seat: Seat): Verdict {
  if (!isDeed(BOARD[index])) return noSuchProperty(index, 'not-ownable');
  const why = whyNot(state.squares, seat, index);
  return why && because(why, { squareIndex: index });
}

function refuseOffer(state: State, offer: Offer): Verdict {
  const { from, to, giving, requesting } = offer;
  if (to === from || !isStanding(state, to)) return because('no-such-partner');
  if (isEmpty(giving) && isEmpty(requesting)) return because('empty-trade');
  if (state.trades.some((open) => open.from === from && open.to === to)) return because('offer-open');
  if (state.offersThisTurn >= MOST_OFFERS) return because('too-many-offers');
  const strange = [...giving.properties, ...requesting.properties].find((index) => !isDeed(BOARD[index]));
  return strange === undefined ? refuseSwap(state, offer) : noSuchProperty(strange, 'not-ownable');
}

function refuseSwap(state: State, offer: Offer): Verdict {
  const why = whyNotSwap(state, offer);
  if (why) return because(why);
  return canAfford(state, offer) ? undefined : because('trade-unaffordable');
}

function refuseAnswer(state: State, seat: Seat, move: AgentMove & { type: 'trade_respond' }): Verdict {
  const { tradeId } = move;
  const trade = state.trades.find((open) => open.id === tradeId && open.to === seat);
  if (!trade) return because('no-such-offer', { tradeId });
  return move.accept ? refuseSwap(state, trade) : undefined;
}
