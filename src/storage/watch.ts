/** Who wants to know how the database does. */
export interface Watch {
  committed(ms: number, jobs: number): void;
  /** A query took longer than it should. @param sql without its values */
  slow(sql: string, ms: number): void;
  /** A database from before was brought a step forward. */
  migrated(name: string): void;
  /** From now on nothing can be stored. */
  unwritable(why: string): void;
  /** What is written is stored again. */
  writable(): void;
}

/** Milliseconds. */
export const SLOW = 250;
