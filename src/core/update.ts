import type { Seat, Status, Viewer, Why } from './game.ts';
import { type Entry, type Position, waitingFor } from './record.ts';
import type { Posted } from './storage.ts';

/**
 * What a watcher learns of a match: plain JSON, one object per viewer and step. News of presence, clock and pause
 * repeat the step number; steps have no gaps. It never carries an entry: a move reaches others only through `view`.
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
  view: unknown;
  /** Milliseconds of match time left for the open decision; null when there is none. */
  clock: { left: number; running: boolean } | null;
  /** `told`: away for so long that the others are to be told. */
  seats: { here: boolean; told: boolean; strikes: number }[];
  /** How many spectators watch. */
  watching: number;
  /** False while the countdown runs; no move is taken yet. */
  begun: boolean;
  /** The events that led to the open decision are still being shown; it is asked afterwards. */
  pacing?: true;
  paused: boolean;
  pace: number;
  /** Who forfeited in this step. */
  left?: { seats: Seat[]; why: Why; words?: string };
  note?: { topic: string; data: unknown };
  /** What the end of the match changed: ratings, points, counts. */
  effects?: Posted[];
}

/** The part of an update that is the same for every viewer and is known from the record alone. */
export function happened(
  position: Position,
  entry: Entry | undefined,
): Pick<Update, 'moved' | 'late' | 'waiting'> & Partial<Pick<Update, 'left' | 'note'>> {
  const { status, held } = position;
  const waiting = status.kind === 'turn' ? waitingFor(status, held) : [];
  switch (entry?.kind) {
    case 'move':
      return { moved: entry.moves.map((move) => move.seat), late: [], waiting };
    case 'late':
      return { moved: [], late: entry.seats, waiting };
    case 'forfeit': {
      const { seats, why, words } = entry;
      return { moved: [], late: [], waiting, left: words === undefined ? { seats, why } : { seats, why, words } };
    }
    case 'note':
      return { moved: [], late: [], waiting, note: { topic: entry.topic, data: entry.data } };
    default:
      return { moved: [], late: [], waiting };
  }
}

export type Watcher = { viewer: Viewer; tell: (update: Update) => void };
