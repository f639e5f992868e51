import type { Seat } from '../../core/game.ts';
import { isBuilt } from './building.ts';
import { emit } from './events.ts';
import type { WhyNot } from './refusals.ts';
import type { Goods, State, Trade } from './state.ts';
import { give, withPlayer, withSquare } from './state.ts';

export type Offer = Pick<Trade, 'from' | 'to' | 'giving' | 'requesting'>;

export const isEmpty = ({ properties, money, escapeCards }: Goods): boolean =>
  properties.length === 0 && money === 0 && escapeCards === 0;

const whyNotHand = (state: State, seat: Seat, goods: Goods): WhyNot => {
  if (new Set(goods.properties).size < goods.properties.length) return 'named-twice';
  for (const index of goods.properties) {
    if (state.squares[index]!.owner !== seat) return 'not-the-givers';
    if (isBuilt(state.squares, index)) return 'built-group';
  }
  if (goods.escapeCards > state.players[seat]!.escapeCards.length) return 'too-few-cards';
  return undefined;
};

/** Why the goods cannot change hands, money aside, or nothing. Every square named exists and can be owned. */
export const whyNotSwap = (state: State, { from, to, giving, requesting }: Offer): WhyNot =>
  whyNotHand(state, from, giving) ?? whyNotHand(state, to, requesting);

export const canAfford = (state: State, { from, to, giving, requesting }: Offer): boolean =>
  state.players[from]!.money >= giving.money && state.players[to]!.money >= requesting.money;

const eventOf = ({ id, from, to, giving, requesting }: Trade) => ({ tradeId: id, from, to, giving, requesting });

export function propose(state: State, offer: Offer): State {
  const tradeCount = state.tradeCount + 1;
  const trade: Trade = { id: `trade-${String(tradeCount).padStart(3, '0')}`, ...offer };
  const offersThisTurn = state.offersThisTurn + 1;
  const proposed = { ...state, tradeCount, offersThisTurn, trades: [...state.trades, trade] };
  return emit(proposed, 'trade_proposed', offer.from, eventOf(trade));
}

const hand = (state: State, from: Seat, to: Seat, goods: Goods): State => {
  let next = give(give(state, from, -goods.money), to, goods.money);
  for (const index of goods.properties) next = withSquare(next, index, { owner: to });
  const cards = next.players[from]!.escapeCards;
  const handed = cards.slice(0, goods.escapeCards);
  next = withPlayer(next, from, { escapeCards: cards.slice(goods.escapeCards) });
  return withPlayer(next, to, { escapeCards: [...next.players[to]!.escapeCards, ...handed] });
};

const without = (state: State, trade: Trade): State => ({
  ...state,
  trades: state.trades.filter((other) => other.id !== trade.id),
});

export function accept(state: State, trade: Trade): State {
  const { from, to, giving, requesting } = trade;
  const swapped = hand(hand(without(state, trade), from, to, giving), to, from, requesting);
  return emit(swapped, 'trade_accepted', to, eventOf(trade));
}

export const reject = (state: State, trade: Trade): State =>
  emit(without(state, trade), 'trade_rejected', trade.to, eventOf(trade));

/** Ends the open offers that nobody answered. */
export const lapse = (state: State, which: (trade: Trade) => boolean): State =>
  state.trades
    .filter(which)
    .reduce((next, trade) => emit(without(next, trade), 'trade_rejected', null, eventOf(trade)), state);
