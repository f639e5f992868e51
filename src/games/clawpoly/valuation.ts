import type { Seat } from '../../core/game.ts';
import { BOARD, DEEDS, groupOf } from './board.ts';
import type { Trade } from './state.ts';
import type { View } from './view.ts';

const ESCAPE_CARD_WORTH = 40;
const WHOLE_GROUP = 2.5;

/** How much more a square is worth beside so many others of its group. */
const FACTORS: { [type: string]: number[] } = {
  property: [1, 1.25],
  current: [1, 1.2, 1.5, 2],
  utility: [1, 1.4],
};

/** Every group once, by its first square. */
const GROUPS = DEEDS.filter(({ index }) => groupOf(index)[0] === index).map(({ index }) => groupOf(index));
export const allGroups = (): readonly (readonly number[])[] => GROUPS;

type Owner = (index: number) => Seat | null;

function groupWorth(view: View, seat: Seat, group: readonly number[], owner: Owner): number {
  const own = group.filter((index) => owner(index) === seat);
  if (own.length === 0) return 0;
  const { type } = BOARD[own[0]!]!;
  const whole = type === 'property' && own.length === group.length;
  const factor = whole ? WHOLE_GROUP : FACTORS[type]![own.length - 1]!;
  const face = own.reduce((sum, index) => {
    const { mortgaged, mortgageValue, price } = view.board[index]!;
    return sum + (mortgaged ? mortgageValue! : price!);
  }, 0);
  return face * factor;
}

/** What the trade adds to the worth of each side. */
export function gainsOf(view: View, trade: Omit<Trade, 'id'>): { from: number; to: number } {
  const { from, to, giving, requesting } = trade;
  const before: Owner = (index) => view.board[index]!.owner;
  const after: Owner = (index) => {
    if (giving.properties.includes(index)) return to;
    return requesting.properties.includes(index) ? from : before(index);
  };
  const touched = new Set([...giving.properties, ...requesting.properties].map(groupOf));
  const handed = requesting.money - giving.money + ESCAPE_CARD_WORTH * (requesting.escapeCards - giving.escapeCards);
  let gains = { from: handed, to: -handed };
  for (const group of touched) {
    const change = (seat: Seat) => groupWorth(view, seat, group, after) - groupWorth(view, seat, group, before);
    gains = { from: gains.from + change(from), to: gains.to + change(to) };
  }
  return gains;
}

export const isWholeFor = (view: View, seat: Seat, index: number): boolean =>
  groupOf(index).every((other) => view.board[other]!.owner === seat);

const isBare = (view: View, index: number): boolean =>
  groupOf(index).every((other) => view.board[other]!.outposts === 0 && !view.board[other]!.fortress);

/** Whether both sides still have what the offer names. */
export function isPossible(view: View, { from, to, giving, requesting }: Omit<Trade, 'id'>): boolean {
  return [
    { seat: from, goods: giving },
    { seat: to, goods: requesting },
  ].every(
    ({ seat, goods }) =>
      view.players[seat]!.money >= goods.money &&
      view.players[seat]!.escapeCards >= goods.escapeCards &&
      goods.properties.every((index) => view.board[index]!.owner === seat && isBare(view, index)),
  );
}
