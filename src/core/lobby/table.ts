import type { MatchHandle, Unseated } from '../arena.ts';
import type { Seat } from '../game.ts';
import type { SeatHolder } from '../record.ts';
import type { Terms } from '../terms.ts';

/** Someone who takes a seat, and what is called when the match begins. */
export interface Sitter extends SeatHolder {
  /** The node where its session is, if not this one. */
  node?: string;
  /** It is told of the match where it is connected, perhaps on another node, and arrives when it has heard of it. */
  called?: true;
  /**
   * It plays one match at a time: if it comes again while one is being made for it, it is told of that one. Not so at the
   * tables of its last matches: a match may be over before the lobby hears that it began.
   */
  single?: { after: string[] };
  begin(match: MatchHandle, seat: Seat): void;
  /** The match could not begin, or the server stops; the seat is gone. */
  dismiss(reason: string): void;
}

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
