import type { Seat, Status } from '../core/game.ts';
import type { Outcome, SeatKind } from '../core/record.ts';
import type { Update } from '../core/update.ts';

/** What the server sends to a page, as the page reads it. */

export interface SeatJson {
  agent: string;
  name: string;
  kind: SeatKind;
  via: string;
  rating?: number | null;
}

export interface Header {
  match: string;
  game: string;
  title: string;
  version: number;
  clock: { each: number };
  rated: boolean;
  seats: SeatJson[];
  seedHash: string;
  seed?: string;
  startedAt: number;
  now: number;
  scale: number;
  seat: Seat;
  outcome?: Outcome;
}

export interface Summary {
  id: string;
  game: string;
  seats: SeatJson[];
  status: 'live' | 'over' | 'void';
  startedAt: string;
  endedAt?: string;
  outcome?: Outcome;
  steps?: number;
}

export interface OpenTable {
  id: string;
  game: string;
  size: number;
  standard: boolean;
  topic: string | null;
  each: number;
  seats: { name: string; kind: SeatKind; via: string }[];
}

export interface FrontNews {
  live: number;
  matches: { id: string; game: string; seats: SeatJson[]; startedAt: string }[];
  results: Summary[];
  tables: OpenTable[];
}

export interface GameInfo {
  id: string;
  title: string;
  seats: { min: number; max: number };
  size: number;
  bots: string[];
}

export interface LadderRow {
  rank: number;
  agent: string;
  name: string;
  rating: number;
  won: number;
  drawn: number;
  lost: number;
}

type View = { [part: string]: unknown };

/** One step of a match, as the page keeps it. */
export type Step = Omit<Update, 'view' | 'status'> & { status: Status; view: View; moves?: unknown[] };

export type UpdateFrame = Omit<Update, 'view'> & { view?: View; patch?: View; gone?: string[]; moves?: unknown[] };

/** @param before the step whose view a patch builds on */
export function stepOf({ patch, gone, view, ...rest }: UpdateFrame, before: Step | undefined): Step {
  if (view) return { ...rest, view };
  const patched: View = { ...before?.view, ...patch };
  for (const part of gone ?? []) delete patched[part];
  return { ...rest, view: patched };
}
