import type { Seat } from '../../core/game.ts';
import type { Deck, Goods, Reason, State } from './state.ts';

type Nothing = Record<string, never>;
type TradeData = { tradeId: string; from: Seat; to: Seat; giving: Goods; requesting: Goods };

export type PotReason = 'caught_in_the_net' | 'card' | 'three_doubles';
export type PotExit = 'pay' | 'card' | 'roll';

/** What each event tells. Players are named by seat: payer, owner, creditor, winner, turnOrder, and from/to of trades. */
export interface EventData {
  started: { turnOrder: Seat[] };
  turn_start: Nothing;
  dice_rolled: { dice: [number, number]; total: number; doubles: boolean };
  /** From square to square. */
  player_moved: { from: number; to: number };
  property_bought: { squareIndex: number; price: number };
  property_passed: { squareIndex: number };
  rent_paid: { payer: Seat; owner: Seat; squareIndex: number; amount: number };
  tax_paid: { squareIndex: number; amount: number } | { amount: number; reason: 'lobster_pot_fee' };
  card_drawn: { deck: Deck; text: string; effect: string; amount?: number };
  outpost_built: { squareIndex: number; cost: number };
  fortress_built: { squareIndex: number; cost: number };
  building_sold: { squareIndex: number; refund: number };
  mortgaged: { squareIndex: number; value: number };
  unmortgaged: { squareIndex: number; cost: number };
  trade_proposed: TradeData;
  trade_accepted: TradeData;
  /** Without a seat: the offer lapsed. */
  trade_rejected: TradeData;
  lobster_pot_in: { reason: PotReason };
  lobster_pot_out: { method: PotExit };
  set_sail_bonus: { amount: number };
  bankrupt: { creditor: Seat | null };
  /** What was not decided in time. */
  agent_timeout: { phase: string };
  turn_end: Nothing;
  finished: { winner: Seat | null; reason: Reason };
}

export type EventType = keyof EventData;

export type LogEvent = {
  [Type in EventType]: {
    /** Position in the whole log, from 0. */
    sequence: number;
    turnNumber: number;
    type: Type;
    seat: Seat | null;
    data: EventData[Type];
  };
}[EventType];

export const NOTHING_YET = { property_bought: 0, outpost_built: 0, fortress_built: 0, lobster_pot_in: 0, bankrupt: 0 };
/** How often each of these events happened to a seat. */
export type Tally = typeof NOTHING_YET;

const isTallied = (type: EventType): type is keyof Tally => type in NOTHING_YET;

function tally(tallies: Tally[], type: EventType, seat: Seat | null): Tally[] {
  if (seat === null || !isTallied(type)) return tallies;
  const before = tallies[seat]!;
  return tallies.with(seat, { ...before, [type]: before[type] + 1 });
}

export function emit<Type extends EventType>(
  state: State,
  type: Type,
  seat: Seat | null,
  data: EventData[Type],
): State {
  const event = { sequence: state.eventCount, turnNumber: state.turnNumber, type, seat, data } as LogEvent;
  return {
    ...state,
    eventCount: state.eventCount + 1,
    events: [...state.events, event],
    tallies: tally(state.tallies, type, seat),
  };
}
