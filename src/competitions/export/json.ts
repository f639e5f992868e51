import { hashSeed } from '../../core/random.ts';
import type { Competition } from '../competition.ts';
import { type Entry, replay } from '../log.ts';
import { type Standing, standings } from '../standings.ts';
import { pairingsOf, seededOf } from '../state.ts';

/** All that anyone needs to replay a competition and to check its table. */
export type ExportedCompetition = Omit<Competition, 'seed'> & {
  seedHash: string;
  /** Once entry has closed. */
  seed?: string;
  entries: Entry[];
  standings: Standing[];
};

export function exportCompetition({ seed, ...competition }: Competition, entries: Entry[]): ExportedCompetition {
  const state = replay({ ...competition, seed }, entries);
  const closed = state.closedAt !== null;
  return {
    ...competition,
    seedHash: hashSeed(seed),
    ...(closed && { seed }),
    entries,
    standings: closed ? standings(competition.format, seededOf(state), pairingsOf(state), seed) : [],
  };
}
