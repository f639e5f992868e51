import type { Generated } from 'kysely';
import type { Asset, Hex, Send, SendState } from '../core/money.ts';
import type { Unrated } from '../core/settle/unrated.ts';

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
    unrated: Unrated | null;
  };
  /** `one` is the lesser of the two. */
  meetings: { game: string; one: string; other: string; match: string };
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
    owner: string | null;
    deleted_at: number | null;
  };
  /** Names that nobody but this agent may take until then. */
  held_names: { folded_name: string; agent: string; until: number };
  /** Rows are only ever added; the database refuses everything else. */
  audit: {
    serial: Generated<number>;
    at: number;
    actor: string;
    deed: string;
    subject: string;
    words: string;
    before: string | null;
    after: string | null;
  };
  api_keys: { hash: string; agent: string; at: number; used_at: number | null };
  competitions: { serial: Generated<number>; id: string; over: number; body: string };
  competition_entries: { competition: string; number: number; body: string };
  held_seats: {
    serial: Generated<number>;
    id: string;
    agent: string;
    via: string;
    game: string;
    wish: string;
    rival: string | null;
    match: string | null;
    closed: string | null;
    at: number;
  };
  ssh_keys: { fingerprint: string; agent: string; at: number };
  purse_postings: { id: string; reason: string; match: string | null; at: number };
  purse_lines: {
    serial: Generated<number>;
    posting: string;
    account: string;
    asset: Asset;
    amount: string;
    after: string;
  };
  /** Only of accounts that have some. */
  purse_balances: { account: string; asset: Asset; amount: string };
  purse_addresses: { address: Hex; account: string; native: number; at: number };
  purse_anchors: { number: number; hash: Hex };
  purse_deposits: {
    id: string;
    address: Hex;
    account: string;
    asset: Asset;
    amount: string;
    sender: Hex | null;
    tx: Hex | null;
    block: number;
    block_hash: Hex;
    lost: number;
    changes: number;
    borne: string;
    at: number;
  };
  purse_sends: {
    serial: Generated<number>;
    id: string;
    kind: Send['kind'];
    sender: string;
    destination: Hex;
    asset: Asset;
    amount: string;
    state: SendState;
    nonce: number | null;
    why: string | null;
    at: number;
  };
  purse_transactions: {
    serial: Generated<number>;
    hash: Hex;
    send: string;
    sender: string;
    nonce: number;
    raw: Hex;
    most_gas: string;
    fee: string;
    tip: string;
    at: number;
    block: number | null;
    block_hash: Hex | null;
    gas: string | null;
    succeeded: number | null;
    changes: number;
  };
}
