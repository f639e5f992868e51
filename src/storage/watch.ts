/** Who wants to know how the database does. */
export interface Watch {
  committed(ms: number, jobs: number): void;
  /** A query took longer than it should. @param sql without its values */
  slow(sql: string, ms: number): void;
}

/** Milliseconds. */
export const SLOW = 250;
