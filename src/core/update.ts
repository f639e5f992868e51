import type { Seat, Status, Why } from './game.ts';
import type { Posted } from './storage.ts';

/**
 * What a watcher learns of a match: plain JSON, one object per viewer and step. News of presence, clock and pause
 * repeat the step number; steps have no gaps. It never carries an entry: what a viewer may know leaves through `view`,
 * `played` and `legal` alone.
 */
export interface Update {
  match: string;
  step: number;
  at: number;
  status: Status;
  /** Who moved in this step. In a sealed turn: who handed a move in. */
  moved: Seat[];
  /** For whom the clock played in this step, or whose clock was started again. */
  late: Seat[];
  /** Who is still waited for. */
  waiting: Seat[];
  /** The number of the first turn of the match. */
  first: number;
  /** How many decisions were made so far. */
  decisions: number;
  view: unknown;
  /**
   * The moves that this step played, of a sealed turn all when the last is in. Where the game's moves are open everyone is
   * told, else each mover of its own. 'replay' is told of every move in the step that made it, held or not. Of the
   * audience's moves only 'replay' is told.
   */
  played?: PlayedMove[];
  /** For watchers that asked, where the game lists moves: those of the viewer itself, in open games of all that are waited for. */
  legal?: LegalMove[];
  /** To spectators of a match under way, where the game has one: where it was a while ago. */
  broadcast?: { step: number; at: number; view: unknown };
  /** Milliseconds of match time left for the open decision; null when there is none. */
  clock: { left: number; running: boolean } | null;
  /** `told`: away for so long that the others are to be told. */
  seats: { here: boolean; told: boolean; strikes: number }[];
  /** How many spectators watch. */
  watching: number;
  /** False while the countdown runs; no move is taken yet. */
  begun: boolean;
  /** Milliseconds of match time until the countdown ends, while it runs. */
  startsIn?: number;
  /** The events that led to the open decision are still being shown; it is asked afterwards. */
  pacing?: true;
  paused: boolean;
  pace: number;
  /** Who forfeited in this step. */
  left?: Leaving;
  note?: Note;
  /** This step decided the match outside the rules. */
  ended?: { reason: string; source: string };
  /** In the first update of a watcher: what happened beside the rules before this step. */
  earlier?: { left: Leaving[]; notes: Note[] };
  /** What the end of the match changed: ratings, points, counts. */
  effects?: Posted[];
}

export interface LegalMove {
  seat: Seat;
  move: unknown;
  /** In the game's own writing, else as JSON. */
  text: string;
}

export interface PlayedMove extends LegalMove {
  /** The clock played it. */
  late?: true;
}

export interface Leaving {
  seats: Seat[];
  why: Why;
  words?: string;
}

/** Kept with the match, unknown to its rules. */
export interface Note {
  topic: string;
  data: unknown;
}
