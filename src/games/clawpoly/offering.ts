import type { Seat } from '../../core/game.ts';
import { isDeed } from './board.ts';
import { isBuilt, whyNotSell } from './building.ts';
import { unmortgageCostOf, whyNotMortgage, whyNotUnmortgage } from './mortgage.ts';
import type { AgentMove } from './moves.ts';
import { MOST_OFFERS } from './refusals.ts';
import type { Goods } from './state.ts';
import type { View } from './view.ts';

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
