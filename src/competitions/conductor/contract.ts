import { arrangedTable } from '../../core/arranged.ts';
import type { Clock } from '../../core/clock.ts';
import type { Competition } from '../competition.ts';
import type { pair } from '../formats/index.ts';
import type { Next } from '../formats/rules.ts';
import type { Entry } from '../log.ts';
import type { PairingState } from '../state.ts';

/** Where logs are kept. A write whose promise rejects may or may not be in: only a read tells. */
export interface LogStore {
  read(competition: string): Promise<Entry[]>;
  /** Adds entries behind the first `after` ones, all or none, durable when it resolves. False: others are there already. */
  append(competition: string, after: number, entries: Entry[]): Promise<boolean>;
}

/** A table whose seats are named. */
export interface Order {
  /** Of its own for each match of each pairing; the match's record names it. */
  table: string;
  competition: string;
  pairing: string;
  game: string;
  options: unknown;
  /** Agents in order of seats. */
  seats: string[];
  /** Their names, in the same order. */
  names: string[];
  /** No match can have begun there yet. */
  isNew: boolean;
}

export type TableState =
  | { kind: 'none' }
  | { kind: 'waiting'; here: string[] }
  | { kind: 'playing'; match: string }
  /** Agents in order of seats; no ranks: it was void. */
  | { kind: 'over'; match: string; agents: string[]; ranks: number[] | null; reason: string };

/** How the conductor has matches played. Every call may be repeated. */
export interface Tables {
  /**
   * Sees to it that the table is there and calls its agents in; the match begins when all have come. A match that began
   * there stays as it is, over or not. A table that waits with other seats is replaced.
   */
  open(order: Order): Promise<TableState>;
  look(table: string): Promise<TableState>;
  /** Takes a table away that waits, and tells those who came why. @returns who came; undefined: its match has begun */
  close(table: string, why: string): Promise<string[] | undefined>;
  /** What is there counts no more. A table that waits goes; in a match under way these agents forfeit, or it ends void. */
  abandon(table: string, forfeit: string[], why: string): Promise<void>;
  /** Calls back when a match has begun or is over, by its table. */
  watch(changed: (table: string) => void): () => void;
}

export interface ConductorParts {
  competition: Competition;
  log: LogStore;
  tables: Tables;
  clock: Clock;
  /** Pairs, perhaps on another thread: a large Swiss takes a while. */
  pair(...situation: Parameters<typeof pair>): Next | Promise<Next>;
  fault(error: unknown): void;
  /** Agents did not come to a match, and that is in the log. */
  missed?(table: string, pairing: PairingState, absent: string[]): void;
  /** It is over, and no table is left. */
  done?(): void;
}

export const tableOf = (competition: string, pairing: string, game: number): string =>
  arrangedTable({ id: competition, pairing, game });
