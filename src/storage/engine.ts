import type { Expression, Kysely, SqlBool } from 'kysely';
import type { Appended } from '../core/storage.ts';
import type { Work } from './statement.ts';
import type { Tables } from './tables.ts';

/** How reads are run, on committed rows only. */
export interface Reading {
  /** Work of a single query. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Work of several queries that all see the same moment. */
  snapshot<T>(work: () => Work<T>): Promise<T>;
}

/** A list that is handed to a statement as one value, so that its text does not depend on how long the list is. */
export interface Lists {
  value(list: readonly string[]): ListValue;
  among(column: string, list: ListValue): Expression<SqlBool>;
}

export type ListValue = string | readonly string[];

/** One database, as the stores see it. */
export interface Engine extends Reading {
  /** Builds queries in the database's own words; the stores never run anything through it. */
  build: Kysely<Tables>;
  lists: Lists;
  entries: Entries;
  /** Reads of strangers, which wait for each other and not for matches, nor matches for them. */
  beside: Reading;
  /**
   * Resolves once the work is durable. The work may be run again if others in its commit fail, so it changes nothing else.
   * @param agents whose figures it changes: until the commit nobody else does
   */
  write<T>(work: () => Work<T>, agents?: readonly string[]): Promise<T>;
  /** An entry and nothing else, if it fits. Many of them may be sent as one statement. */
  writeEntry(entry: EntryRow): Promise<Appended>;
  /** For figures of agents that were not known when the write began. */
  lockFigures(agents: readonly string[]): Work<void>;
  /** Until the commit nobody else moves money. */
  lockMoney(): Work<void>;
  commits(): number;
  waiting(): number;
  size(): Promise<number>;
  canWrite(): Promise<boolean>;
  close(): Promise<void>;
}

/** A store on the path of matches, and those of its reads that run beside it. */
export interface WithReads<Store, Reads> {
  store: Store;
  beside: Reads;
}

/** Where the entries of matches are kept. What adds to them belongs into a write. */
export interface Entries {
  /** Those that a new match begins with. */
  begin(match: string, bodies: readonly string[]): Work<void>;
  /** Whether the match goes on and its next entry has that number. */
  fits(match: string, step: number): Work<boolean>;
  /** One that fits. */
  add(entry: EntryRow): Work<void>;
  /** The match has its last entry. */
  end(match: string): Work<void>;
  /** In order. */
  of(match: string, over: boolean): Work<string[]>;
  /** Those of all matches that go on, each match's in order. */
  live(): Work<{ match: string; body: string }[]>;
}

export interface EntryRow {
  match: string;
  step: number;
  body: string;
}

export const APPENDED: Appended = Object.freeze({ done: 'appended', effects: [] });
export const CONFLICT: Appended = Object.freeze({ done: 'conflict' });
