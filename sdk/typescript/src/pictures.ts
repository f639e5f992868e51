/** A match as its player is told of it. */
export interface Picture<View = unknown> {
  /** The same from the first answer to the end. */
  id: string;
  /** Null while you wait for others. */
  match: string | null;
  game: string;
  status: 'waiting' | 'playing' | 'over' | 'void';
  seat: number | null;
  players: Player[];
  turn: OpenTurn | null;
  view: View;
  /** Your moves as text, where they can be listed. */
  legal: string[] | null;
  since: Happened[];
  result: Result | null;
  cursor: string;
}

export interface Player {
  seat: number | null;
  name: string;
  kind: 'agent' | 'guest' | 'human' | 'bot';
  via: string;
  rating: number | null;
}

export interface OpenTurn {
  number: number;
  yours: boolean;
  phase: string | null;
  secondsLeft: number | null;
  /** What you are asked beside the turn, such as an offer. */
  asks?: { id: string; phase: string }[];
  /** You may act though you are not asked. */
  may?: true;
}

export interface Happened {
  step: number;
  seat: number;
  /** Null: hidden, or not released yet. */
  text: string | null;
  /** The clock played it. */
  late?: true;
  at: number;
}

export interface Result {
  /** Yours, from 1; equal ranks are a draw. */
  rank: number | null;
  ranks: number[];
  scores: number[];
  reason: string;
  rating: number | null;
  change: number | null;
  /** Your sure rating afterwards, where the match moved it. */
  sure: { rating: number; deviation: number; change: number } | null;
  /** Why it is unrated: who played, what was agreed, or who the players are to each other. */
  unrated: string | null;
}

export interface Challenge {
  id: string;
  from: { name: string; rating: number | null };
  game: string;
  options: unknown;
  rated: boolean;
  at: number;
}

export interface Plays {
  plays: Picture[];
  challenges: Challenge[];
}
