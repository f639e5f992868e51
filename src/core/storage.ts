// Longer than most files: the whole contract of a storage, and nothing else.
import type { Moving } from './money.ts';
import type { PurseStore } from './purse-store.ts';
import type { Entry, MatchRecord, Outcome, SeatHolder } from './record.ts';
import type { Unrated } from './settle/unrated.ts';

/**
 * What the core needs of a store. Every write is durable before its promise resolves. Writes of many callers share
 * commits. A write whose promise rejects may or may not be in: only a read tells.
 */
export interface Storage {
  matches: MatchStore;
  figures: FigureStore;
  documents: DocumentStore;
  competitions: CompetitionStore;
  agents: AgentStore;
  audit: AuditStore;
  purse: PurseStore;
  /** What strangers read, beside what is played: bounded in number and time, and refused with StorageBusy beyond that. */
  beside: Reads;
  held: HeldStore;
  /** How many commits were made so far. */
  commits(): number;
  /** How many writes wait for the next commit. */
  waiting(): number;
  /** Bytes that the database takes; a question to it, so it says too whether it answers. */
  size(): Promise<number>;
  /** Whether what is written is stored. While that failed last, something is written that changes nothing. */
  canWrite(): Promise<boolean>;
  /** Finishes the writes under way, then closes. */
  close(): Promise<void>;
}

/** All that is only read. */
export interface Reads {
  matches: MatchReads;
  figures: FigureReads;
  agents: AgentReads;
}

/** What gateways may read past the arena: of matches only whom an agent met, since records tell what the arena keeps. */
export type AgentsPast = Omit<Reads, 'matches'> & { matches: Pick<MatchReads, 'opponents'> };

export const agentsPast = ({ matches, figures, agents }: Reads): AgentsPast => ({
  figures,
  agents,
  matches: { opponents: (agent) => matches.opponents(agent) },
});

/** Too many read at once, or a read took too long; it may be tried again in so many seconds. */
export class StorageBusy extends Error {
  override name = 'StorageBusy';
  readonly retryAfter = 1;
  constructor(cause?: unknown, message = 'The server is busy. Please try again in a moment.') {
    super(message, { cause });
  }
}

/** Nothing can be stored now: the disk is full, or what is on it may only be read. */
export class StorageUnwritable extends StorageBusy {
  override name = 'StorageUnwritable';
  constructor(cause: unknown) {
    super(cause, 'The server could not store this. Please try again.');
  }
}

// ── matches ──

export interface MatchReads {
  load(id: string): Promise<MatchRecord | undefined>;
  result(id: string): Promise<MatchResult | undefined>;
  /** Newest first. */
  list(filter: MatchFilter): Promise<MatchSummary[]>;
  /** Finished matches of a game in the order in which they began, a page of them. */
  past(page: PastPage): Promise<PastMatch[]>;
  /** Whom the agent met in the latest of its matches of two, the most met first. */
  opponents(agent: string): Promise<Opponent[]>;
  /** How the agent fared against the other in the latest of its matches of two at that game. */
  against(agent: string, other: string, game: string): Promise<Score>;
}

export interface MatchStore extends MatchReads {
  create(record: MatchRecord): Promise<void>;
  /**
   * Adds entry number `step` (from 0). If `close` is given the match is over with it: the result is stored under the
   * match's own key, once. `settle` runs inside the transaction on figures that are locked there.
   */
  append(append: Append): Promise<Appended>;
  /** Records of all matches without a result, oldest first. */
  live(): Promise<MatchRecord[]>;
  /** The id of the match that began at this table; of several the latest. */
  byTable(table: string): Promise<string | undefined>;
  /** The latest match that these two began at a game where they take turns in who sits first; its agents by seat. */
  lastMeeting(game: string, agents: Two): Promise<{ id: string; agents: Two } | undefined>;
  /**
   * Declares a finished match void: posts the opposite of every change it made to figures, puts its stakes back (what a
   * winner has no more is a loss of the house), and takes its signature away.
   * False: it is not over, or void already.
   * @param reason stored as the void's reason
   */
  undo(id: string, at: number, reason: string, deed?: AuditRow): Promise<boolean>;
  /** Finished matches that began before, the oldest first. */
  old(before: number, limit: number): Promise<{ id: string; at: number }[]>;
  /** Forgets a finished match. What it changed stays, with its history. */
  remove(id: string): Promise<void>;
  /** Keeps the server's word for how the match ended. False: it did not end so, or does not any more. */
  sign(id: string, outcome: Outcome, signature: string): Promise<boolean>;
  /** The ids of finished matches whose signature is missing, in order, those behind `after`. None of those whose arrival was not kept. */
  unsigned(limit: number, after?: string): Promise<string[]>;
}

export type Two = readonly [string, string];

export interface Append {
  match: string;
  step: number;
  entry: Entry;
  close?: Outcome;
  /** Kept with the result. */
  unrated?: Unrated;
  settle?: Settlement;
}

/** What happened: it is in; another entry has that number already; or `settle` refused and nothing was written. */
export type Appended =
  | { done: 'appended'; effects: Posted[] }
  | { done: 'conflict' }
  | { done: 'refused'; reason: string };

export interface Settlement {
  /** The figures to read and lock. */
  figures: FigureKey[];
  /** Pure. A string refuses the whole append. */
  settle(read: (key: FigureKey) => number | undefined): Effect[] | string;
  /** Money that moves in the same transaction. An account that has too little refuses all of it. */
  money?: Moving;
}

export interface MatchResult {
  outcome: Outcome;
  at: number;
  /** How many entries the match had. */
  steps: number;
  effects: Posted[];
  /** Why it moved no rating. Absent: it did, or nobody kept it. */
  unrated?: Unrated;
  /** The server's word for it, as a compact JWS. */
  signature?: string;
}

export interface MatchFilter {
  game?: string;
  agent?: string;
  over?: boolean;
  /** The id of a match: those that come after it in the list. */
  after?: string;
  limit: number;
}

export interface MatchSummary {
  id: string;
  game: string;
  version: number;
  seats: SeatHolder[];
  at: number;
  result?: Pick<MatchResult, 'outcome' | 'at' | 'steps' | 'unrated'>;
}

/** A place in the order in which matches began: behind that of this time and number. */
export interface PastPlace {
  at: number;
  serial: number;
}

export interface PastPage {
  game: string;
  after: PastPlace;
  limit: number;
  /** False: the records come without their entries. */
  entries: boolean;
}

export interface PastMatch {
  place: PastPlace;
  record: MatchRecord;
  result: Omit<MatchResult, 'effects'>;
}

export interface Score {
  won: number;
  drawn: number;
  lost: number;
}

export interface Opponent extends Score {
  agent: string;
  name: string;
}

// ── figures: ratings, points, counts ──

export interface FigureKey {
  agent: string;
  /** What is counted: `rating:chess`, `won:chess`, `points`. */
  book: string;
}

/** A change to a figure. An absent figure counts as `from` (0 if not given). */
export interface Effect extends FigureKey {
  change: number;
  from?: number;
  reason: string;
}

/** An effect as it was written, with the figure after it. */
export interface Posted extends FigureKey {
  change: number;
  after: number;
  reason: string;
}

export interface FigureReads {
  /** All figures of an agent by book. */
  of(agent: string): Promise<{ [book: string]: number }>;
  /** The highest first, equal ones by agent id; after one of them, or from the first. Nobody is ranked by counts of results, nor by parts of sure ratings. */
  top(book: string, limit: number, after?: Ranked): Promise<Ranked[]>;
  /** Values of some books for some agents, for the ladder's columns. */
  read(keys: FigureKey[]): Promise<(number | undefined)[]>;
  /** The latest changes to one figure that agents are ranked by, oldest first. */
  history(key: FigureKey, limit: number): Promise<(Posted & { at: number; match?: string })[]>;
}

export interface Ranked {
  agent: string;
  value: number;
}

export interface FigureStore extends FigureReads {
  /** Changes outside any match. Refused when `settle` says so. */
  post(settlement: Settlement, at: number): Promise<Posted[] | { refused: string }>;
}

// ── documents: durable state of tables, rooms, leagues and settings ──

export interface Document {
  kind: string;
  id: string;
  /** Grows by one with each write, from 1. */
  version: number;
  body: unknown;
}

export interface DocumentStore {
  get(kind: string, id: string): Promise<Document | undefined>;
  /** In order of first writing; with `newest` only so many of the last. */
  list(kind: string, newest?: number): Promise<Document[]>;
  /** Writes if the stored version is `expected` (0: there is none yet). False: it is another. */
  put(kind: string, id: string, expected: number, body: unknown): Promise<boolean>;
  remove(kind: string, id: string): Promise<void>;
}

// ── competitions: what each was when it opened, and its log ──

export interface CompetitionStore {
  /** False: there is one of that id. */
  open(id: string, body: unknown): Promise<boolean>;
  get(id: string): Promise<unknown>;
  /** Those that are not over, the oldest first. */
  underWay(): Promise<{ id: string; body: unknown }[]>;
  /** The latest first, over or not. */
  newest(limit: number, offset: number): Promise<{ id: string; body: unknown }[]>;
  /** The log, in order. */
  read(id: string): Promise<unknown[]>;
  /**
   * Adds entries behind the first `after` ones, all or none. False: others are there already.
   * @param over with them the competition is over
   */
  append(id: string, after: number, entries: unknown[], over: boolean): Promise<boolean>;
}

// ── agents ──

export interface AgentRow {
  id: string;
  name: string;
  description: string;
  at: number;
  bannedAt?: number;
  /** Whose it is, in the host's words; agents with the same are one person's. */
  owner?: string;
  /** Its name is `DELETED_NAME` then. */
  deletedAt?: number;
}

export const DELETED_NAME = 'deleted agent';

/** So much of its hash names a key where keys are listed; it says nothing of the key. */
export const KEY_ID_LENGTH = 12;

/** A key as it may be shown. */
export interface KeyInfo {
  id: string;
  at: number;
  /** To within an hour; absent: never. */
  usedAt?: number;
}

export interface AgentReads {
  byId(id: string): Promise<AgentRow | undefined>;
  byName(name: string): Promise<AgentRow | undefined>;
  /** @param look a name with small letters: o for 0, l for 1 and i, rn for m */
  byLook(look: string): Promise<AgentRow | undefined>;
  names(ids: string[]): Promise<{ [id: string]: string }>;
  /** In order of registration; after the agent of that id, or from the first. */
  list(limit: number, after?: string): Promise<AgentRow[]>;
}

/** A deed is kept in the audit in the transaction of the change that it is: both are there, or neither. */
export interface AgentStore extends AgentReads {
  /** False: the name is taken or held (ignoring case). Stores the key's hash with it when given. */
  create(agent: AgentRow, keyHash?: string): Promise<boolean>;
  setBanned(id: string, at: number | undefined, deed?: AuditRow): Promise<void>;
  /** Who was banned then or later, and still is. */
  bannedSince(at: number): Promise<string[]>;
  addKey(keyHash: string, agent: string, at: number, deed?: AuditRow): Promise<void>;
  /** Takes back every key of the agent but this new one. */
  replaceKeys(keyHash: string, agent: string, at: number, deed?: AuditRow): Promise<void>;
  /** Takes as long for a hash that is nearly right as for one that is not. */
  byKey(keyHash: string): Promise<{ agent: AgentRow; usedAt?: number } | undefined>;
  keyUsed(keyHash: string, at: number): Promise<void>;
  /** Oldest first. */
  keys(agent: string): Promise<KeyInfo[]>;
  /** False: the agent has no such key. */
  dropKey(agent: string, id: string): Promise<boolean>;
  /** False: the key belongs to another agent. */
  addSshKey(fingerprint: string, agent: string, at: number, deed?: AuditRow): Promise<boolean>;
  bySshKey(fingerprint: string): Promise<AgentRow | undefined>;
  setOwner(id: string, owner: string | undefined, deed?: AuditRow): Promise<void>;
  /** The old name is held for the agent until then, and as long it cannot have another. */
  rename(id: string, name: string, at: number, heldUntil: number): Promise<'renamed' | 'taken' | 'too soon'>;
  /** Takes its keys, shuts it out for good and holds its name until then. */
  remove(id: string, at: number, heldUntil: number, deed?: AuditRow): Promise<void>;
}

// ── the audit: what a host or a command changed ──

export interface AuditRow {
  at: number;
  /** Who did it: `host`, or a command and whose. */
  actor: string;
  deed: string;
  /** The id of what was changed, and words to know it by. */
  subject: string;
  words: string;
  before?: unknown;
  after?: unknown;
}

/** One as it is said by who does it, before it is done. */
export type Deed = Omit<AuditRow, 'at'>;

export interface AuditStore {
  add(row: AuditRow): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<AuditRow[]>;
}

// ── seats that are held between calls ──

/** A seat that its agent takes without a connection, from the wish to the end. */
export interface HeldRow {
  id: string;
  agent: string;
  via: string;
  game: string;
  /** What was wished for, as plain JSON. */
  wish: unknown;
  /** Whom it is meant for alone: an agent that may accept. */
  rival?: string;
  /** Once it has begun. */
  match?: string;
  /** Why nothing is played here any more; 'over' once the match is. */
  closed?: string;
  at: number;
}

export interface HeldStore {
  add(row: HeldRow): Promise<void>;
  /** The match began. */
  begin(id: string, match: string): Promise<void>;
  close(id: string, reason: string): Promise<void>;
  get(id: string): Promise<HeldRow | undefined>;
  /** An agent's, the newest first. */
  of(agent: string, limit: number): Promise<HeldRow[]>;
  /** Those that wait for this agent to accept, the oldest first. */
  toward(rival: string, limit: number): Promise<HeldRow[]>;
  /** All that are not closed, the oldest first. */
  open(): Promise<HeldRow[]>;
}
