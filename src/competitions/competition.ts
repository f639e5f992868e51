import type { Format } from './format.ts';

/** What is fixed when a competition opens. All that happens to it afterwards is in its log. */
export interface Competition {
  id: string;
  name: string;
  game: string;
  options: unknown;
  format: Format;
  rules: Rules;
  prize?: string;
  /** 32 bytes in hex. All chance comes from it; its hash is public at once, itself when entry closes. */
  seed: string;
  at: number;
}

export interface Rules {
  entry: EntryRules;
  /** When it begins: at that time, when `entry.max` have entered, or null: when its host says so. */
  start: number | 'full' | null;
  /** How long an agent that is called into its match may take to come, in milliseconds of match time. */
  noShow: number;
  /** How long the next round is held up after the last, in milliseconds of match time. */
  between: number;
}

export interface EntryRules {
  max?: number;
  minRating?: number;
  maxRating?: number;
  /** How many agents of one owner may enter. */
  perOwner?: number;
}

export interface Entrant {
  agent: string;
  name: string;
  /** At the time of entry. Absent: it has none. */
  rating?: number;
  owner?: string;
  /** Its number in the draw, from 1; both are null until entry has closed. */
  seed: number | null;
  /** Its place in the order that was drawn from the competition's seed, from 1. */
  lot: number | null;
  withdrew: boolean;
}

/** Whose seeds are known. */
export type Seeded = Entrant & { seed: number; lot: number };

/** Agents that meet. One alone has a bye. */
export interface Pairing {
  /** `R1M1` */
  id: string;
  /** From 1. */
  round: number;
  /** In the order of seats of the first game. */
  agents: string[];
  part?: Part;
  outcome: Outcome | null;
}

/** Where in a knockout a pairing belongs. */
export type Part = 'winners' | 'losers' | 'final' | 'third place';

/** By agents of the pairing. Rank 1 shared is a draw; who forfeits gets nothing, whatever the rank. */
export interface Outcome {
  ranks: number[];
  reason: string;
  /** Points of the games, where there were several. */
  scores?: number[];
  forfeit?: string[];
}

export type NewPairing = Omit<Pairing, 'outcome'>;

/** What cannot be, for programs and for people. Nothing has changed. */
export interface Refused {
  code: string;
  reason: string;
  /** Which part of a request it is about: `format.rounds`. */
  field?: string;
}

export const refuse = (code: string, reason: string, field?: string): Refused => ({
  code,
  reason,
  ...(field !== undefined && { field }),
});
export const isRefused = (value: object): value is Refused => 'code' in value && 'reason' in value;
