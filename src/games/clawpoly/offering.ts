import type { Seat } from '../../core/game.ts';
import { isDeed } from './board.ts';
import { isBuilt, whyNotSell } from './building.ts';
import { unmortgageCostOf, whyNotMortgage, whyNotUnmortgage } from './mortgage.ts';
import type { AgentMove } from './moves.ts';
import { MOST_OFFERS } from './refusals.ts';
import type { Goods } from './state.ts';
import type { View } from './view.ts';
import { cardsText } from './words.ts';

/** Whether the seat may do more now than what it is asked. */
export const hasOptions = ({ prompt }: View, seat: Seat): boolean =>
  prompt?.seat === seat && (prompt.phase === 'roll' || prompt.phase === 'build');

/** Whom the seat may make an offer now. */
export function partnersOf(view: View, seat: Seat): Seat[] {
  if (!hasOptions(view, seat) || view.offersThisTurn >= MOST_OFFERS) return [];
  const asked = new Set(view.trades.flatMap(({ from, to }) => (from === seat ? [to] : [])));
  return view.players.flatMap((player) =>
    player.bankrupt || player.seat === seat || asked.has(player.seat) ? [] : [player.seat],
  );
}

/** All that the seat could give in a trade. */
export function tradable({ players, board }: View, seat: Seat): Goods {
  const { money, escapeCards, properties } = players[seat]!;
  return { money, escapeCards, properties: properties.filter((index) => !isBuilt(board, index)) };
}

/** What the seat may do with a square of its own beside what it is asked. */
export function optionsOn(view: View, seat: Seat, squareIndex: number): AgentMove[] {
  const { board, players } = view;
  if (!hasOptions(view, seat) || !isDeed(board[squareIndex])) return [];
  const canRedeem =
    !whyNotUnmortgage(board, seat, squareIndex) && players[seat]!.money >= unmortgageCostOf(squareIndex);
  return [
    ...(whyNotSell(board, seat, squareIndex) ? [] : [{ type: 'sell_building' as const, squareIndex }]),
    ...(whyNotMortgage(board, seat, squareIndex) ? [] : [{ type: 'mortgage' as const, squareIndex }]),
    ...(canRedeem ? [{ type: 'unmortgage' as const, squareIndex }] : []),
  ];
}

const isOf = (board: View['board'], { properties }: Goods, seat: Seat): boolean =>
  properties.every((index) => board[index]!.owner === seat && !isBuilt(board, index));

const isCount = (count: number): boolean => Number.isInteger(count) && count >= 0;

/** Why the seat cannot offer this, in a sentence for whoever fills in the form; undefined: it can. */
export function whyNotOffer(view: View, names: string[], seat: Seat, to: Seat, giving: Goods, requesting: Goods) {
  const [mine, theirs] = [view.players[seat]!, view.players[to]!];
  const both = [giving, requesting];
  if (!both.every(({ money }) => isCount(money))) return 'Money is a whole number of dollars.';
  if (!both.every(({ escapeCards }) => isCount(escapeCards))) return 'Escape cards are counted in whole numbers.';
  if (giving.money > mine.money) return `You have $${mine.money} to give.`;
  if (requesting.money > theirs.money) return `${names[to]} has $${theirs.money} to give.`;
  if (giving.money > 0 && requesting.money > 0) return 'Money for money: name the difference alone.';
  if (giving.escapeCards > mine.escapeCards) return `You have ${cardsText(mine.escapeCards)} to give.`;
  if (requesting.escapeCards > theirs.escapeCards) return `${names[to]} has ${cardsText(theirs.escapeCards)} to give.`;
  if (giving.escapeCards > 0 && requesting.escapeCards > 0)
    return 'Escape cards are all alike: name the difference alone.';
  if (!isOf(view.board, giving, seat) || !isOf(view.board, requesting, to))
    return 'A square has changed hands meanwhile.';
  return undefined;
}
