import type { Entry, MatchRecord, Outcome } from '../../core/record.ts';
import type { Effect, FigureKey, Settlement, Storage } from '../../core/storage.ts';

/** One database of a test. */
export interface TestDatabase {
  open(options?: { exclusive: boolean }): Promise<Storage>;
  drop(): Promise<void>;
}

export type Opened = () => Storage;

export function sampleRecord(id: string, changes: Partial<MatchRecord> = {}): MatchRecord {
  return {
    id,
    game: 'ttt',
    version: 1,
    options: { size: 3 },
    terms: {
      clock: { each: 30_000 },
      late: 'forfeit',
      away: { pause: 0, tell: 0, restart: 60_000 },
      seating: 'arrival',
      rated: true,
    },
    seats: [
      { agent: 'ann', name: 'Ann', kind: 'agent', via: 'agentgames' },
      { agent: 'bob', name: 'Bob “B” Ünal', kind: 'agent', via: 'loa' },
    ],
    seed: '00'.repeat(32),
    seedHash: 'ff'.repeat(32),
    at: 1_767_225_600_000,
    entries: [],
    ...changes,
  };
}

export const sampleEntry = (cell: number): Entry => ({
  kind: 'move',
  at: 1_767_225_600_001 + cell,
  moves: [{ seat: cell % 2, move: { cell, words: 'nul \0 quote " line \n' } }],
});

export const won: Outcome = { kind: 'over', ranks: [1, 2], scores: [1, 0], reason: 'line' };

export const key = (agent: string, book = 'points'): FigureKey => ({ agent, book });

/** Adds to the figures, whatever they are. */
export const adding = (...effects: Effect[]): Settlement => ({ figures: effects, settle: () => effects });

export const refusing = (reason: string, ...figures: FigureKey[]): Settlement => ({ figures, settle: () => reason });

/** A settlement that cannot be computed. */
export const broken: Settlement = {
  figures: [],
  settle() {
    throw new Error('a broken rule');
  },
};
