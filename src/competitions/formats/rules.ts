import type { NewPairing, Pairing, Part, Seeded } from '../competition.ts';
import type { Format } from '../format.ts';

/** All that pairing depends on. */
export interface Situation<F extends Format = Format> {
  format: F;
  /** In order of seeds, those that withdrew too. */
  entrants: Seeded[];
  /** In order of rounds. */
  pairings: Pairing[];
  seed: string;
}

/** The pairings that are due; nothing until others are decided; or the competition has its result. */
export type Next = NewPairing[] | 'wait' | 'over';

/** The rules of one format. Pure: the same situation gives the same answer, in whatever order results came. */
export interface FormatRules<F extends Format> {
  /** Asked when every pairing is decided; in an arena whenever one is. */
  next(situation: Situation<F>): Next;
  /** Where points do not say it: numbers by agent, compared one after the other, the greater the better. */
  merit?(situation: Situation<F>): Map<string, number[]>;
}

export const newPairing = (round: number, number: number, agents: string[], part?: Part): NewPairing => ({
  id: `R${round}M${number}`,
  round,
  agents,
  ...(part && { part }),
});

export const active = <F extends Format>({ entrants }: Situation<F>): Seeded[] =>
  entrants.filter(({ withdrew }) => !withdrew);

export const lastRound = (pairings: Pairing[]): number => pairings.at(-1)?.round ?? 0;
