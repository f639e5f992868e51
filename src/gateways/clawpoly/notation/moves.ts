import type { Seat } from '../../../core/game.ts';
import type { AgentMove } from '../../../games/clawpoly/moves.ts';
import type { Goods } from '../../../games/clawpoly/state.ts';
import { withoutNulls } from '../../left-out.ts';
import { seatOf } from './players.ts';

export type Data = { [field: string]: unknown };
type Read = (data: Data, seats: number) => AgentMove | { wrong: string };

/** No square has this number: the rules refuse it in their own words, after asking whose turn it is. */
const NO_SQUARE = -1;

const plain =
  (type: 'roll_dice' | 'pass' | 'end_turn' | 'escape_pay' | 'escape_card' | 'escape_roll'): Read =>
  () => ({ type });

const onSquare =
  (type: 'sell_building' | 'mortgage' | 'unmortgage'): Read =>
  ({ squareIndex }) => ({ type, squareIndex: squareOf(squareIndex) });

const build = (squareIndex: unknown, building: 'outpost' | 'fortress'): AgentMove => ({
  type: 'build',
  squareIndex: squareOf(squareIndex),
  building,
});

/** By the name of the action; of both generations of agents. */
const ACTIONS: { [action: string]: Read } = {
  roll_dice: plain('roll_dice'),
  pass: plain('pass'),
  end_turn: plain('end_turn'),
  skip_build: plain('end_turn'),
  escape_pay: plain('escape_pay'),
  escape_card: plain('escape_card'),
  escape_roll: plain('escape_roll'),
  sell_building: onSquare('sell_building'),
  mortgage: onSquare('mortgage'),
  unmortgage: onSquare('unmortgage'),
  buy: ({ squareIndex }) =>
    squareIndex === undefined ? { type: 'buy' } : { type: 'buy', squareIndex: squareOf(squareIndex) },
  build: ({ squareIndex, type = 'outpost' }) =>
    type === 'outpost' || type === 'fortress'
      ? build(squareIndex, type)
      : { wrong: 'type must be "outpost" or "fortress".' },
  upgrade: ({ squareIndex }) => build(squareIndex, 'fortress'),
  trade_offer: readOffer,
  trade_respond: ({ tradeId, accept }) => {
    if (typeof tradeId !== 'string') return { wrong: 'tradeId is required.' };
    if (typeof accept !== 'boolean') return { wrong: 'accept must be true or false.' };
    return { type: 'trade_respond', tradeId: tradeId.slice(0, LONGEST_ID), accept };
  },
};

const LONGEST_ID = 40;
const MOST_SQUARES = 28;

export const isAction = (action: string): boolean => Object.hasOwn(ACTIONS, action);

/** What an action means as a move, or what is wrong with its data. */
export const readMove = (action: string, data: Data, seats: number): AgentMove | { wrong: string } =>
  ACTIONS[action]!(data, seats);

function readOffer({ toId, offering, giving = offering, requesting }: Data, seats: number) {
  const to: Seat | undefined = seatOf(toId, seats);
  if (to === undefined) return { wrong: 'toId names nobody at this table.' };
  const [given, requested] = [readGoods(giving), readGoods(requesting)];
  if (!given || !requested) {
    return { wrong: 'offering and requesting each take properties (a list of squares), money and escapeCards.' };
  }
  return { type: 'trade_offer' as const, to, giving: given, requesting: requested };
}

function readGoods(given: unknown): Goods | undefined {
  if (given === undefined) return { properties: [], money: 0, escapeCards: 0 };
  if (typeof given !== 'object' || given === null) return undefined;
  const { properties = [], money = 0, escapeCards = 0 } = withoutNulls(given as Data);
  if (!Array.isArray(properties) || properties.length > MOST_SQUARES) return undefined;
  if (!isCount(money) || !isCount(escapeCards)) return undefined;
  return { properties: properties.map(squareOf), money, escapeCards };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const squareOf = (given: unknown): number => (Number.isSafeInteger(given) ? (given as number) : NO_SQUARE);
