import type { MatchRecord, Outcome } from '../record.ts';
import type { Effect, FigureKey } from '../storage.ts';

/** What the end of a match changes. Pure; runs inside the transaction that stores the end, on figures locked there. */
export interface Settle {
  figures(record: MatchRecord): FigureKey[];
  effects(record: MatchRecord, outcome: Outcome, read: (key: FigureKey) => number | undefined): Effect[];
}
