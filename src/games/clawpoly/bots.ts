import type { Bots, Random, Seat, Turn } from '../../core/game.ts';
import { BOARD, groupOf } from './board.ts';
import { unmortgageCostOf } from './mortgage.ts';
import type { AgentMove } from './moves.ts';
import type { Prompt } from './prompt.ts';
import type { Goods, Trade } from './state.ts';
import { allGroups, gainsOf, isPossible, isWholeFor } from './valuation.ts';
import type { View } from './view.ts';

interface Style {
  /** Cash that stays in hand. */
  reserve: number;
  /** Builds above three outposts when rich. */
  towers: boolean;
  /** Offers in a turn. */
  offers: number;
  /** Gives squares for squares, not only money. */
  swaps: boolean;
  /** Mortgages loose squares to build up a whole group. */
  borrows: boolean;
  /** The least part of the other side's gain that it wants for itself. */
  fair: number;
}

const GOOD_LEVEL = 3;
const RICH = 3;
const EARLY = 6;
const NOTHING: Goods = { properties: [], money: 0, escapeCards: 0 };

type Phased<Phase extends Prompt['phase']> = Prompt & { phase: Phase };

function playAs(style: Style) {
  return (view: View, turn: Turn, seat: Seat, random: Random): AgentMove => {
    const ask = turn.asks?.find((one) => one.seat === seat);
    const offer = ask && view.trades.find(({ id }) => id === ask.id);
    if (offer) return { type: 'trade_respond', tradeId: offer.id, accept: isWelcome(view, offer, style) };
    const { prompt } = view;
    switch (prompt?.phase) {
      case 'buy':
        return decideBuy(view, seat, prompt, style);
      case 'build':
        return decideBuild(view, seat, prompt, style);
      case 'pot':
        return decidePot(view, seat, prompt, style);
      case 'funds':
        return decideFunds(view, seat, prompt);
      default:
        return bestOffer(view, seat, style, random) ?? { type: 'roll_dice' };
    }
  };
}

function isWelcome(view: View, offer: Trade, { fair }: Style): boolean {
  const gains = gainsOf(view, offer);
  return isPossible(view, offer) && gains.to > 0 && gains.to >= fair * gains.from;
}

function decideBuy(
  view: View,
  seat: Seat,
  { squareIndex, price, availableActions }: Phased<'buy'>,
  { reserve }: Style,
): AgentMove {
  const left = view.players[seat]!.money - price;
  const completes = groupOf(squareIndex).every((other) => other === squareIndex || view.board[other]!.owner === seat);
  const wanted = left >= reserve || (completes && left >= 0);
  return availableActions.includes('buy') && wanted ? { type: 'buy', squareIndex } : { type: 'pass' };
}

function decideBuild(view: View, seat: Seat, prompt: Phased<'build'>, style: Style): AgentMove {
  const { money } = view.players[seat]!;
  let best: { gain: number; move: AgentMove } | undefined;
  for (const { index, currentOutposts, canBuildFortress, outpostCost, fortressCost } of prompt.buildableProperties) {
    const cost = canBuildFortress ? fortressCost : outpostCost;
    const tower = currentOutposts >= GOOD_LEVEL;
    if (tower && !style.towers) continue;
    if (money - cost < style.reserve * (tower ? RICH : 1)) continue;
    const { rent } = BOARD[index]!;
    const gain = (rent[currentOutposts + 1]! - rent[currentOutposts]!) / cost;
    const building = canBuildFortress ? 'fortress' : 'outpost';
    if (!best || gain > best.gain) best = { gain, move: { type: 'build', squareIndex: index, building } };
  }
  return best?.move ?? borrow(view, seat, style) ?? redeem(view, seat, style) ?? { type: 'end_turn' };
}

/** Mortgages the dearest loose square while a whole group lacks outposts that money is short for. */
function borrow(view: View, seat: Seat, { borrows, reserve }: Style): AgentMove | undefined {
  const { money, properties } = view.players[seat]!;
  const growing = properties.some((index) => {
    const { type, outposts, fortress, outpostCost } = view.board[index]!;
    const whole = type === 'property' && isWholeFor(view, seat, index);
    const clear = whole && groupOf(index).every((other) => !view.board[other]!.mortgaged);
    return clear && !fortress && outposts < GOOD_LEVEL && money - outpostCost! < reserve;
  });
  if (!borrows || !growing) return undefined;
  const loose = properties
    .filter((index) => !view.board[index]!.mortgaged && !isWholeFor(view, seat, index))
    .sort((a, b) => view.board[b]!.price! - view.board[a]!.price!)[0];
  return loose === undefined ? undefined : { type: 'mortgage', squareIndex: loose };
}

/** Takes back a mortgage, in a whole group first, when there is money to spare. */
function redeem(view: View, seat: Seat, { reserve }: Style): AgentMove | undefined {
  const { money, properties } = view.players[seat]!;
  const mortgaged = properties.filter((index) => view.board[index]!.mortgaged);
  const index = mortgaged.find((one) => isWholeFor(view, seat, one)) ?? mortgaged[0];
  if (index === undefined || money - unmortgageCostOf(index) < RICH * reserve) return undefined;
  return { type: 'unmortgage', squareIndex: index };
}

/** While much is for sale it is better to be out; later the pot is a safe place. */
function decidePot(view: View, seat: Seat, { availableActions }: Phased<'pot'>, { reserve }: Style): AgentMove {
  const free = view.board.filter(({ price, owner }) => price !== null && owner === null).length;
  if (free <= EARLY) return { type: 'escape_roll' };
  if (availableActions.includes('escape_card')) return { type: 'escape_card' };
  const rich = availableActions.includes('escape_pay') && view.players[seat]!.money > RICH * reserve;
  return { type: rich ? 'escape_pay' : 'escape_roll' };
}

/** First the squares outside whole groups, the smallest that is enough; then buildings; whole groups last. */
function decideFunds(view: View, seat: Seat, prompt: Phased<'funds'>): AgentMove {
  const missing = prompt.amount - view.players[seat]!.money;
  const sorted = [...prompt.mortgageable].sort((a, b) => a.mortgageValue - b.mortgageValue);
  const loose = sorted.filter(({ index }) => !isWholeFor(view, seat, index));
  const square = loose.find(({ mortgageValue }) => mortgageValue >= missing) ?? loose.at(-1);
  if (square) return { type: 'mortgage', squareIndex: square.index };
  const building = [...prompt.sellableBuildings].sort((a, b) => a.sellValue - b.sellValue)[0];
  if (building) return { type: 'sell_building', squareIndex: building.index };
  return { type: 'mortgage', squareIndex: sorted[0]!.index };
}

/** An offer for the last square of a group that both sides gain by, the dearest to us. */
function bestOffer(view: View, seat: Seat, style: Style, random: Random): AgentMove | undefined {
  if (view.offersThisTurn >= style.offers || random.int(2) === 0) return undefined;
  let best: { gain: number; move: AgentMove } | undefined;
  for (const group of allGroups()) {
    const missing = group.filter((index) => view.board[index]!.owner !== seat);
    const [wanted] = missing;
    const to = wanted === undefined ? null : view.board[wanted]!.owner;
    if (missing.length !== 1 || wanted === undefined || to === null) continue;
    if (view.trades.some((open) => open.to === to)) continue;
    for (const given of givable(view, seat, group, style)) {
      const offer = priced(
        view,
        { from: seat, to, giving: { ...NOTHING, properties: given }, requesting: { ...NOTHING, properties: [wanted] } },
        style,
      );
      if (offer && (!best || offer.gain > best.gain)) best = offer;
    }
  }
  return best?.move;
}

const givable = (view: View, seat: Seat, wanted: readonly number[], { swaps }: Style): number[][] => {
  const own = view.players[seat]!.properties.filter(
    (index) => !wanted.includes(index) && !isWholeFor(view, seat, index),
  );
  return [[], ...(swaps ? own.map((index) => [index]) : [])];
};

/** Adds the money that makes the other side gain enough, if that leaves a gain and the reserve. */
function priced(
  view: View,
  trade: Omit<Trade, 'id'>,
  { reserve }: Style,
): { gain: number; move: AgentMove } | undefined {
  const bare = gainsOf(view, trade);
  const money = Math.max(0, 10 * Math.ceil((bare.from - bare.to) / 20));
  const gain = bare.from - money;
  const { from, to, requesting } = trade;
  const giving = { ...trade.giving, money };
  if (gain <= 0 || bare.to + money <= 0) return undefined;
  if (view.players[from]!.money - money < reserve || !isPossible(view, { from, to, giving, requesting }))
    return undefined;
  return { gain, move: { type: 'trade_offer', to, giving, requesting } };
}

export const clawpolyBots: Bots<View, AgentMove> = [
  { name: 'Cautious', play: playAs({ reserve: 500, towers: false, offers: 0, swaps: false, borrows: false, fair: 1 }) },
  { name: 'Builder', play: playAs({ reserve: 200, towers: true, offers: 1, swaps: false, borrows: false, fair: 0.9 }) },
  { name: 'Trader', play: playAs({ reserve: 200, towers: true, offers: 2, swaps: true, borrows: true, fair: 1 }) },
];
