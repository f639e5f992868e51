import type { Generated } from 'kysely';

/** The rows as they are stored: JSON as text, times as whole milliseconds. */
export interface Tables {
  matches: {
    serial: Generated<number>;
    id: string;
    /** Null while the match goes on. */
    outcome: string | null;
    ended_at: number | null;
    steps: number | null;
    game: string;
    version: number;
    at: number;
    seats: string;
    options: string;
    terms: string;
    seed: string;
    seed_hash: string;
    arrival: string | null;
    table_id: string | null;
    previous: string | null;
    signature: string | null;
  };
  /** Who plays in the matches that go on, and who played in those that are over: rows move with their match. */
  live_agents: { agent: string; game: string; at: number; serial: number };
  past_agents: {
    agent: string;
    game: string;
    at: number;
    serial: number;
    /** The other one, in a match of two. */
    opponent: string | null;
    result: 'won' | 'drawn' | 'lost' | 'void';
  };
  entries: { match: string; step: number; body: string };
  /** Only in SQLite: entries of matches that go on, in the order of their arrival. */
  journal: { serial: number; match: string; step: number; body: string };
  figures: { agent: string; book: string; value: number };
  ledger: {
    serial: Generated<number>;
    match: string | null;
    agent: string;
    book: string;
    change: number;
    after: number;
    reason: string;
    at: number;
  };
  documents: { serial: Generated<number>; kind: string; id: string; version: number; body: string };
  agents: {
    serial: Generated<number>;
    id: string;
    name: string;
    folded_name: string;
    description: string;
    at: number;
    banned_at: number | null;
  };
  api_keys: { hash: string; agent: string; at: number };
  ssh_keys: { fingerprint: string; agent: string; at: number };
}
