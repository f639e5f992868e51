import type { Sitter, Unseated } from '../arena.ts';
import type { Terms } from '../terms.ts';

/** A game, its options and terms, and seats that fill. */
export interface Table {
  id: string;
  game: string;
  options: unknown;
  terms: Terms;
  /** In order of arrival. */
  sitters: Sitter[];
  /** The table begins by itself when so many sit. */
  size: number;
  /** Has the game's default options and terms, so a queue may seat anyone here. */
  standard: boolean;
  /** What its gateway says instead of `standard`. */
  welcomes?: boolean;
  /** Who sits where was said by whoever arranged it: the order is no order of arrival. */
  seatsNamed?: true;
  /** Seats are for those who name the table: no queue and no house bot sits down here. */
  reserved: boolean;
  /** Outlives the server while places at it are given out. */
  durable: boolean;
  /** A gateway's own words for the table: a prompt, a room's name. Unknown to the core. */
  label: unknown;
  /** When somebody first sat down, in match time. */
  since: number | undefined;
  status: 'open' | 'begun';
  match?: string;
}

export type { TableEvent } from '../arena.ts';

export type Seated = { table: Table } | { refused: Unseated };

/** Whether a queue may seat somebody here. */
export const takesQueue = ({ standard, welcomes }: Table): boolean => welcomes ?? standard;

/** Milliseconds of match time in which those arrive that were called. */
const CALLED_WITHIN = 30_000;

/** How long sitters have to arrive; nothing: whoever is not here when the match begins is away. */
export function arrivalOf(sitters: readonly Pick<Sitter, 'node' | 'called'>[]): number | undefined {
  if (sitters.some(({ node }) => node !== undefined)) return Number.POSITIVE_INFINITY;
  return sitters.some(({ called }) => called) ? CALLED_WITHIN : undefined;
}
