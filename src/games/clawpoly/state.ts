import type { Seat } from '../../core/game.ts';
import type { LogEvent, Tally } from './events.ts';

export type Phase = 'roll' | 'buy' | 'build' | 'pot' | 'funds';
export type Deck = 'tide_card' | 'treasure_chest';

export interface Player {
  money: number;
  position: number;
  inLobsterPot: boolean;
  /** Failed attempts to roll out of the pot. */
  lobsterPotTurns: number;
  /** The decks to which the held cards go back. */
  escapeCards: Deck[];
  bankruptAtTurn: number | null;
  /** How many were bankrupt before this one; those who go together share it. */
  outlived: number | null;
}

/** The part of a square that changes. */
export interface Holding {
  owner: Seat | null;
  outposts: number;
  fortress: boolean;
  mortgaged: boolean;
}

export interface Debt {
  debtor: Seat;
  cause: 'rent' | 'tax' | 'fee' | 'card';
  squareIndex: number | null;
  /** To whom how much; null is the bank. */
  shares: { to: Seat | null; amount: number }[];
}

export interface Goods {
  properties: number[];
  money: number;
  escapeCards: number;
}

export interface Trade {
  id: string;
  from: Seat;
  to: Seat;
  giving: Goods;
  requesting: Goods;
}

export type Reason = 'last_standing' | 'turn_limit';

export interface State {
  turnLimit: number;
  /** Seats in the order of their turns. */
  order: Seat[];
  /** Counts each seat's turn, from 1. */
  turnNumber: number;
  current: Seat;
  phase: Phase;
  /** Counts the decisions asked so far. */
  decision: number;
  /** How many events led to the open decision. */
  lead: number;
  /** The last roll. */
  dice: [number, number] | null;
  /** Doubles in a row within this turn. */
  doubles: number;
  /** The mover rolls again when the build decision is done. */
  again: boolean;
  /** The first is asked for; the rest wait behind it. */
  debts: Debt[];
  /** The roll that the mover walks once the pot's fee is paid. */
  walkAfterFee: number | null;
  trades: Trade[];
  tradeCount: number;
  /** Offers that the mover made in this turn. */
  offersThisTurn: number;
  players: Player[];
  squares: Holding[];
  /** Card numbers, the next to draw first. */
  decks: { [deck in Deck]: number[] };
  eventCount: number;
  /** The events of the last step only. */
  events: LogEvent[];
  /** By seat. */
  tallies: Tally[];
  outcome: Reason | null;
}

export const isStanding = (state: State, seat: Seat): boolean => state.players[seat]?.bankruptAtTurn === null;

/** In the order of their turns. */
export const standingSeats = (state: State): Seat[] => state.order.filter((seat) => isStanding(state, seat));

export const propertiesOf = (squares: readonly Holding[], seat: Seat): number[] =>
  squares.flatMap((square, index) => (square.owner === seat ? [index] : []));

export const withPlayer = (state: State, seat: Seat, change: Partial<Player>): State => ({
  ...state,
  players: state.players.with(seat, { ...state.players[seat]!, ...change }),
});

export const withSquare = (state: State, index: number, change: Partial<Holding>): State => ({
  ...state,
  squares: state.squares.with(index, { ...state.squares[index]!, ...change }),
});

/** A negative amount is taken. */
export const give = (state: State, seat: Seat, amount: number): State =>
  withPlayer(state, seat, { money: state.players[seat]!.money + amount });

/** Asks the next decision. */
export const open = (state: State, phase: Phase): State => ({ ...state, phase, decision: state.decision + 1 });

/** Whose decision is waited for. */
export const decider = (state: State): Seat =>
  state.phase === 'funds' ? (state.debts[0]?.debtor ?? state.current) : state.current;
