import type { TSchema } from 'typebox';
import type { Over, Seat, Viewer, Why } from './game.ts';
import type { Refused } from './judge.ts';
import type { LadderPlace } from './ladder.ts';
import type { ExportedRecord, MatchRecord, SeatHolder } from './record.ts';
import type { RatingScale } from './settle/elo.ts';
import type { Deed, MatchFilter, MatchResult, MatchSummary, PastMatch, PastPage, Score } from './storage.ts';
import type { Submission } from './submission.ts';
import type { KnownRow, SurePage, SureWish } from './sure-ladder.ts';
import type { Terms } from './terms.ts';
import type { Update } from './update.ts';

/**
 * All that a gateway may ask for. What goes in is JSON, what comes out is a callback or a promise, so that the match, the
 * table or the whole lobby may be on another machine. What is known at the start of the server is answered at once.
 */
export interface Arena {
  readonly games: readonly GameInfo[];
  /** By id or alias, in any case. */
  game(id: string): GameInfo | undefined;
  home(game: string): GameHome;
  /** How a match begins, from a seed that never changes, with the legal moves that this viewer may know. */
  preview(game: string, wish?: PreviewWish): Update;
  /** Whether the seat that is asked first may begin with this move in such a match. */
  previewAllows(game: string, move: unknown, wish?: PreviewWish): boolean;

  readonly lobby: Lobby;
  /** How agents are brought into matches that were arranged for them. */
  readonly callers: Callers;

  /** Matches under way, the oldest first. */
  live(filter?: { game?: string }): Promise<MatchHeader[]>;
  /** Only while it is under way; asks no storage. */
  running(id: string): Promise<MatchHandle | undefined>;
  /** Live or finished. */
  find(id: string): Promise<MatchHandle | undefined>;
  /** The match that began at this table, live or finished; of several the latest. */
  byTable(table: string): Promise<MatchHandle | undefined>;
  /** The matches under way in which this agent has a seat. */
  seatsOf(agent: string): Promise<{ match: MatchHandle; seat: Seat }[]>;
  /** Calls back when a match begins or is over. */
  watch(listener: (event: MatchEvent, match: MatchHandle) => void): () => void;

  /** A finished match with all that verifying it takes but the server's key. 'live': it opens when the match is over. */
  record(id: string): Promise<ExportedRecord | 'live' | undefined>;
  /** As it is stored: of a match that was voided later, that it is void. */
  result(id: string): Promise<MatchResult | undefined>;
  list(filter: MatchFilter): Promise<MatchSummary[]>;
  /** Finished matches in the order in which they began, a page of them; for exports. */
  past(page: PastPage): Promise<PastMatch[]>;
  /** That of the wire. */
  rating(agent: string, game: string): Promise<number>;
  /** That of the ladders, by which a newcomer stands where all begin. */
  sureRating(agent: string, game: string): Promise<number>;
  /** How the first fared against the second in its latest matches of two at that game. */
  against(first: string, second: string, game: string): Promise<Score>;
  /** The best, or those after that place. */
  ladder(game: string, limit: number, after?: LadderPlace): Promise<KnownRow[]>;
  /** The best by what they surely are, rounded. */
  sureLadder(game: string, wish: SureWish): Promise<SurePage>;
  /** Declares a finished match void and posts the opposite of what it changed; the deed is kept in the audit with it. */
  undo(id: string, reason: string, deed?: Deed): Promise<boolean>;
}

export type MatchEvent = 'begun' | 'over';

// ── games ──

/** What the outside knows of a game: data, no rules. */
export interface GameInfo {
  id: string;
  title: string;
  version: number;
  seats: { min: number; max: number };
  options: TSchema;
  move: TSchema;
  /** Everyone is told the moves that were played. */
  open: boolean;
  /** Moves have a writing of their own. */
  text: boolean;
  /** The moves of the first turn can be listed. */
  lists: boolean;
  /** The moves of the first turn are kept secret until the last is in. */
  sealed: boolean;
  /** It has scores of its own. Else it is won, drawn or lost, whatever the scores of its end say. */
  scored: boolean;
}

/** The default conduct of a game: where its own protocol plays it. */
export interface Home {
  terms: Terms;
  options: unknown;
  /** How many sit at a default table. */
  size: number;
}

export interface GameHome extends Home {
  rating: RatingScale;
}

/** What is left out is as at the game's home; the viewer is a spectator. */
export interface PreviewWish {
  options?: unknown;
  seats?: number;
  viewer?: Seat | 'spectator';
  /** 32 bytes in hex. */
  seed?: string;
}

// ── matches ──

/** All that a match was when it began, but its seed. */
export type MatchHeader = Readonly<Omit<MatchRecord, 'seed' | 'entries'>>;

/** A match as everyone outside the core holds it. What is known of it beside the header came with updates. */
export interface MatchHandle {
  readonly id: string;
  /** Frozen. */
  readonly header: MatchHeader;
  /**
   * A text is read when its turn comes; one that is no move is refused as malformed.
   * @param turn the number of the turn that is answered; it counts only where the turn waits for this seat
   */
  submit(move: Submission, turn: number, done: (refused?: Refused) => void): void;
  forfeit(seats: Seat[], why: Why, words?: string, done?: (refused?: Refused) => void): void;
  /** Keeps something with the match. What its topic allows and changes is registered at the start; 'pause', 'resume' and 'pace' steer the match. */
  note(topic: string, data: unknown, done?: (refused?: Refused) => void): void;
  /** Decides the match outside the rules. No `over`: void. */
  end(over: Over | undefined, reason: string, source: string, done?: (refused?: Refused) => void): void;
  /**
   * Tells of the current step, or with `after` of every later step, then of each new one; a match that has not come so far
   * tells of the current one. The first update may come before this returns. Watching a seat is being here, unless unseen. 'replay' is a spectator until the match is over.
   * @returns stops watching
   */
  watch(viewer: Viewer, tell: (update: Update) => void, options?: WatchOptions): () => void;
  /**
   * Every step after that one up to the present. They are made a little at a time behind the play, so this is the way to
   * many of them; of a match that is over it throws StorageBusy where too many ask.
   */
  past(viewer: Viewer, after: number): AsyncGenerator<Update, void, void>;
}

export interface WatchOptions {
  /** The last step that the watcher knows. */
  after?: number;
  /** Legal moves are wanted. */
  legal?: true;
  /** Is neither here nor counted. */
  unseen?: true;
}

// ── the lobby ──

/** All tables. A queue sits you at the first fitting one or opens one; so every way in meets every other. */
export interface Lobby {
  open(opening: Opening): Promise<TableInfo>;
  table(id: string): Promise<TableInfo | undefined>;
  tables(game?: string): Promise<TableInfo[]>;
  /** Who waits where a queue would seat somebody, the first to be seated first. */
  waiting(game: string): Promise<SeatHolder[]>;
  /**
   * Resolves when the seat is as durable as its table. The match may have begun by then.
   * @param place among those who sit there: at the end, unless a gateway has numbered its own
   */
  sit(id: string, sitter: Sitter, place?: number): Promise<Seated>;
  /** Sits at the first table for queues where someone else waits, else at an empty one, else opens one. */
  queue(game: string, sitter: Sitter): Promise<Seated>;
  /**
   * Takes up a place at a table that was there before the server was: from now on this sitter is called. Whoever no
   * gateway has taken up when all have started loses the place. False: no such place.
   */
  attach(id: string, sitter: Sitter): Promise<boolean>;
  /** False: not at that table, or it has begun. */
  stand(id: string, agent: string): Promise<boolean>;
  /** Whether a queue seats somebody at this table from now on, be it standard or not. */
  welcome(id: string, welcomes: boolean): Promise<void>;
  /** Begins with those who sit there now. False: no such table is open, or the game needs more. */
  start(id: string): Promise<boolean>;
  /** Opens a table whose seats are all named and begins its match; rejects if it cannot begin. */
  begin(opening: Opening, sitters: Sitter[]): Promise<MatchHandle>;
  /** Takes the table away; whoever sits there is dismissed. */
  close(id: string, reason: string): Promise<void>;
  watch(listener: (event: TableEvent, table: TableInfo) => void): () => void;
}

/** A game, its options and terms, and seats that fill. */
export interface TableInfo {
  id: string;
  game: string;
  options: unknown;
  terms: Terms;
  /** In order of arrival. */
  sitters: SeatHolder[];
  /** The table begins by itself when so many sit. */
  size: number;
  /** Has the game's default options and terms. */
  standard: boolean;
  /** A queue may seat anyone here. */
  welcomes: boolean;
  /** Seats are for those who name the table: no house bot sits down here by itself. */
  reserved: boolean;
  durable: boolean;
  /** A gateway's own words for the table: a prompt, a room's name. Unknown to the core. */
  label: unknown;
  status: 'open' | 'begun';
  /** Once it has begun. */
  match?: string;
}

export type TableEvent = 'opened' | 'changed' | 'begun' | 'closed';

export interface Opening {
  game: string;
  id?: string;
  options?: unknown;
  terms?: Terms;
  size?: number;
  label?: unknown;
  /** Seats are for those who name the table, not for queues and house bots. */
  reserved?: true;
  /** It outlives the server while places at it are given out. */
  durable?: true;
}

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

export type Seated = { table: TableInfo } | { refused: Unseated };

/** Why somebody could not sit down. 'busy': has too many seats already, at tables and in matches. */
export type Unseated = 'unknown' | 'full' | 'begun' | 'already' | 'closed' | 'busy';

// ── agents that are called ──

/** A gateway's way to bring an agent of its own into a match that was arranged elsewhere. */
export interface Caller {
  /** Whether the agent is connected and free. */
  canSeat(agent: string, game: string): boolean | Promise<boolean>;
  /** Called when the match begins. An agent that has gone meanwhile finds it among those in which it has a seat. */
  seat(agent: string, match: MatchHandle, seat: Seat): void;
  /** Asked only where no other gateway can: agents that are always there, whether they listen or not. */
  lastResort?: boolean;
  /** No arranged match of this game waits for the agent any more: a queue may have it. */
  release?(agent: string, game: string): void;
  /** An arranged match of the agent was not played. Said in the protocol's words, where it has any, to who is connected. */
  tell?(agent: string, notice: Unplayed): void;
}

/** An arranged match that was not played, since somebody did not come. */
export interface Unplayed {
  table: string;
  game: string;
  /** In order of seats. */
  agents: string[];
  absent: string[];
  /** A sentence for the agent that is told. */
  words: string;
}

/** An arranged match waits for an agent to come. */
export interface Expected {
  agent: string;
  game: string;
  /** Null: there is no table yet, but there may be one any moment. */
  table: string | null;
}

export interface Callers {
  add(via: string, caller: Caller): void;
  /** The gateway through which this agent can be seated now. */
  reach(agent: string, game: string): Promise<string | undefined>;
  seat(via: string, agent: string, match: MatchHandle, seat: Seat): void;
  /**
   * From now on a match waits for this agent.
   * @param arrived called when a gateway says that it came
   * @returns it does so no longer
   */
  expect(expected: Expected, arrived: () => void): () => void;
  /** Matches that wait for this agent, the oldest first. */
  expecting(agent: string): Promise<Expected[]>;
  /** A gateway has this agent, for this game or for any. True: a match waits for it, and no queue is to have it meanwhile. */
  arrive(agent: string, game?: string): Promise<boolean>;
  /** Tells an agent, wherever it is connected, that an arranged match of it was not played. */
  tell(agent: string, notice: Unplayed): void;
}
