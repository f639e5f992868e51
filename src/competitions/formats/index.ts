import type { Pairing, Seeded } from '../competition.ts';
import type { Format, FormatType } from '../format.ts';
import { arena } from './arena.ts';
import { doubleKnockout } from './double-knockout.ts';
import { gauntlet } from './gauntlet.ts';
import { heats } from './heats.ts';
import { knockout } from './knockout.ts';
import { roundRobin } from './round-robin.ts';
import type { FormatRules, Next } from './rules.ts';
import { swiss } from './swiss.ts';

// biome-ignore lint/suspicious/noExplicitAny: a list holds the rules of every format; each types its own
const RULES: { [Name in FormatType]: FormatRules<any> } = {
  'round-robin': roundRobin,
  swiss,
  knockout,
  'double-knockout': doubleKnockout,
  arena,
  gauntlet,
  heats,
};

/** What is to be paired now. Rounds follow one another; only an arena pairs while others play. */
export function pair(format: Format, entrants: Seeded[], pairings: Pairing[], seed: string): Next {
  if (format.type !== 'arena' && pairings.some(({ outcome }) => !outcome)) return 'wait';
  return RULES[format.type].next({ format, entrants, pairings, seed });
}

/** What ranks before points in a format, if anything does. */
export const merit = (
  format: Format,
  entrants: Seeded[],
  pairings: Pairing[],
  seed: string,
): Map<string, number[]> | undefined => RULES[format.type].merit?.({ format, entrants, pairings, seed });
