import type { TSchema } from 'typebox';

/** A place at the table, from 0. */
export type Seat = number;
/** Speaks for the spectators, where they vote. */
export const AUDIENCE: Seat = -1;
/** 'replay' sees everything and is used only once the match is over. */
export type Viewer = Seat | 'spectator' | 'replay';

export interface SeatMove<Move = unknown> {
  seat: Seat;
  move: Move;
  /** Which spectator, when the seat is AUDIENCE. */
  by?: string;
  /** A spectator's vote that may name a winner, but moves no rating. */
  slight?: true;
  /** The clock played it. */
  late?: true;
}

export interface Ask {
  seat: Seat;
  id: string;
  phase: string;
}

export interface Turn {
  kind: 'turn';
  /** Grows with each decision of `must`; never by offers, optional actions, votes, nor by leave() in a sealed turn. */
  number: number;
  /** Asked and waited for, under the turn's clock. */
  must: Seat[];
  /** Asked, not waited for: an offer's receiver. Each has its own clock from when its id first appears, if the terms give its phase one. */
  asks?: Ask[];
  /** Not asked, but may move. */
  may?: Seat[];
  /** Have no part in what is decided any more: bankrupt, eliminated. Nobody waits for them to return. */
  out?: Seat[];
  /** Moves stay secret until every `must` seat has moved, then they are played together, in order of seats. */
  sealed?: true;
  /** Names the decision; the terms may give it its own time. */
  phase?: string;
  /** How many events led here: the match waits events × terms.pace before the clock starts. */
  events?: number;
  /** An audience turn that closes at once when nobody watches. */
  skipUnwatched?: true;
}

/** `left`: walked out, by whichever way that is told; `resigned`: gave the game up. */
export type Why = 'left' | 'resigned' | 'late' | 'illegal' | 'away' | 'removed';

/** Ranks start at 1; equal ranks are a draw. */
export interface Over {
  kind: 'over';
  ranks: number[];
  scores: number[];
  reason: string;
  forfeit?: { seats: Seat[]; why: Why };
}

/** Never rated; stakes go back. */
export interface Void {
  kind: 'void';
  reason: string;
}

export type Status = Turn | Over | Void;

/** Why the rules do not allow a move. */
export interface Refusal<Code extends string = string> {
  /** For programs: lower case with hyphens. Each game has its own; `over` and `not-your-turn` mean the same in all. */
  code: Code;
  /** For the agent's author: a sentence. */
  reason: string;
  /** What it is about, as plain JSON. */
  context?: { [about: string]: unknown };
}

/** Deterministic: the same match, step and calls give the same numbers. */
export interface Random {
  /** A whole number from 0 to below - 1, each as likely as the other. */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
}

/**
 * The rules of one game as pure functions over plain JSON states. No clock, no randomness but `random`, no I/O, and a
 * state that went in is never changed.
 */
export interface Game<State, Move, Options, View> {
  /** The id on every wire and of the ladder. */
  id: string;
  title: string;
  version: number;
  seats: { min: number; max: number };
  /** Every property has a default or is optional: `{}` is always valid. */
  options: TSchema;
  /** Fields that are not in it are dropped before anything else is done with a move. */
  move: TSchema;
  /** How long a move may be as JSON; absent: 4 KB. */
  moveBytes?: number;
  /** A move as it is judged, stored and played, where that is smaller than what agents send. */
  kept?(move: Move): Move;
  start(options: Options, seats: number, random: Random): State;
  status(state: State): Turn | Over;
  /** Why the move is not allowed now, or nothing. The move already fits the schema. */
  check(state: State, move: SeatMove<Move>): Refusal | undefined;
  /** Legal moves only. In a sealed turn all held moves at once, sorted by seat; otherwise one, or several of the audience. */
  play(state: State, moves: [SeatMove<Move>, ...SeatMove<Move>[]], random: Random): State;
  /** The only way out; written as a whitelist, no default. */
  view(state: State, viewer: Viewer): View;
  /** For games that hide so much that spectators would have little to look at. */
  broadcast?: Broadcasting<State>;
  /** What the clock plays for a late seat; not checked: it may be a move only the clock can make. */
  fallback?(state: State, seat: Seat, ask?: Ask): Move;
  /** Play on without them; undefined or absent: the forfeit ends the match. */
  leave?(state: State, seats: Seat[], why: Why): State | undefined;
  /** The score so far, for matches that a forfeit ends. Absent: the game knows winning, drawing and losing alone. */
  scores?(state: State): number[];
  moves?(state: State, seat: Seat): Move[];
  /** A played move may be told to everyone, and the listed moves of whoever is waited for. Absent: moves leave only through `view`. */
  open?: true;
  text?: {
    parse(state: State, seat: Seat, text: string): Move | undefined;
    print(state: State, move: Move): string;
  };
}

/** What can no longer help anybody who plays, and is therefore shown to spectators of a match under way. */
// biome-ignore lint/suspicious/noExplicitAny: each game types what it shows
export interface Broadcasting<State, Shown = any> {
  /** So many decisions old a position must be; the server waits for a time as well. */
  after: number;
  /**
   * Written as a whitelist.
   * @param before what was shown of the position before this one; absent at the beginning
   */
  view(state: State, before: Shown | undefined): Shown;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds games of every shape; each game types its own
export type AnyGame = Game<any, any, any, any>;

/** Sees what its seat sees, and nothing else. */
export type Bot<View, Move> = (view: View, turn: Turn, seat: Seat, random: Random) => Move;

/** A game's house bots by name, weakest first. `slow` ones think in a worker. */
// biome-ignore lint/suspicious/noExplicitAny: as AnyGame
export type Bots<View = any, Move = any> = { name: string; play: Bot<View, Move>; slow?: true }[];
