// Longer than most files: every answer that the site reads, as one list of schemas.
import { type Static, Type } from 'typebox';
import { UNRATED } from '../../core/settle/unrated.ts';
import { exactly } from '../exactly.ts';
import { SureRating, sureFields } from '../sure-rating.ts';

/**
 * What the site reads over HTTP, and the shapes that its frames share. The handlers are typed by these, the site imports
 * the types alone, and tests hold what is sent against the schemas.
 */

export const Count = Type.Integer({ minimum: 0 });
/** As `toISOString` writes it. */
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
/** Milliseconds since 1970. */
export const Time = Type.Integer();

export const Why = Type.Enum(['left', 'resigned', 'late', 'illegal', 'away', 'removed']);

export const Over = exactly({
  kind: Type.Literal('over'),
  ranks: Type.Array(Type.Integer()),
  scores: Type.Array(Type.Number()),
  reason: Type.String(),
  forfeit: Type.Optional(exactly({ seats: Type.Array(Type.Integer()), why: Why })),
});
export const Void = exactly({ kind: Type.Literal('void'), reason: Type.String() });
export const Outcome = Type.Union([Over, Void]);

// ── who sits where ──

const sitter = { name: Type.String(), kind: Type.Enum(['agent', 'guest', 'human', 'bot']), via: Type.String() };
const holder = { ...sitter, agent: Type.String() };
const Holder = exactly(holder);
export const RatedHolder = exactly({ ...holder, rating: Type.Union([Type.Number(), Type.Null()]) });

// ── matches and tables ──

const liveMatch = { id: Type.String(), game: Type.String(), seats: Type.Array(Holder), startedAt: Moment };
export const LiveMatch = exactly(liveMatch);
/** One of the reader's own; `turn`: it is waited for. */
export const OwnMatch = exactly({ ...liveMatch, turn: Type.Boolean() });

/** Why a match moves no rating; `terms`: it was agreed so. */
export const Unrated = Type.Enum([...UNRATED]);

const summary = {
  id: Type.String(),
  game: Type.String(),
  seats: Type.Array(Holder),
  status: Type.Enum(['live', 'over', 'void']),
  startedAt: Moment,
  endedAt: Type.Optional(Moment),
  outcome: Type.Optional(Outcome),
  steps: Type.Optional(Count),
  /** Of matches that are over. */
  unrated: Type.Optional(Unrated),
};
export const Summary = exactly(summary);

/** Matches of the same players at one game, the latest first. */
const ResultLine = exactly({
  game: Type.String(),
  /** As they sat in the latest. */
  players: Type.Array(Holder),
  games: Count,
  /** By player. */
  won: Type.Array(Count),
  /** Or void, or shared. */
  drawn: Count,
  /** The latest of them. */
  matches: Type.Array(Summary),
});

const orNull = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A match as it was for one agent: what its ratings changed by, null where they did not. */
const OwnResult = exactly({
  ...summary,
  change: exactly({ elo: orNull(Type.Number()), sure: orNull(Type.Integer()) }),
});

export const OpenTable = exactly({
  id: Type.String(),
  game: Type.String(),
  size: Count,
  standard: Type.Boolean(),
  topic: Type.Union([Type.String(), Type.Null()]),
  /** Milliseconds of match time for a decision. */
  each: Type.Number(),
  seats: Type.Array(exactly(sitter)),
});

/** A table to which a link leads, before its match begins. */
const TableToCome = exactly({
  id: Type.String(),
  game: Type.String(),
  size: Count,
  seats: Type.Array(exactly(sitter)),
  /** Who sent the link. */
  invites: Type.Union([Type.String(), Type.Null()]),
  /** The only seat that is left, where it is known before. */
  left: Type.Union([Count, Type.Null()]),
  /** Milliseconds of match time for a decision. */
  each: Type.Number(),
});

/** A part of a game's rules, as people read them. */
const RulesBlock = Type.Union([
  exactly({ kind: Type.Literal('heading'), text: Type.String() }),
  exactly({ kind: Type.Literal('text'), text: Type.String() }),
  exactly({ kind: Type.Literal('list'), items: Type.Array(Type.String()) }),
  exactly({
    kind: Type.Literal('table'),
    head: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Type.String())),
  }),
]);

// ── ladders and profiles ──

const counts = { won: Count, drawn: Count, lost: Count };

const LadderRow = exactly({
  rank: Count,
  agent: Type.String(),
  name: Type.String(),
  rating: Type.Number(),
  ...counts,
  sure: orNull(SureRating),
});

const SureRow = exactly({
  rank: Count,
  agent: Type.String(),
  name: Type.String(),
  ...sureFields,
  /** That of the wire. */
  elo: orNull(Type.Number()),
  ...counts,
});

/** A house bot of known strength, out of the ranking. */
const Anchor = exactly({
  name: Type.String(),
  rating: Type.Integer(),
  deviation: Count,
  low: Type.Integer(),
  high: Type.Integer(),
});

const tallied = { games: Count, score: Type.Number() };
const Tallied = exactly(tallied);

const HeadToHead = exactly({
  agent: Type.String(),
  name: Type.String(),
  game: Type.String(),
  ...tallied,
  ...counts,
  expected: Type.Number(),
  /** By the seat that the agent had. */
  seats: Type.Array(Tallied),
});

const Standing = exactly({
  game: Type.String(),
  title: Type.String(),
  /** Null for who has only practised. */
  rating: orNull(Type.Number()),
  ...counts,
  /** Time and rating, from the rating before the first match on. */
  history: Type.Array(Type.Tuple([Time, Type.Number()])),
  /** Null for who was rated before it was kept. Its history: time, rating and deviation. */
  sure: orNull(exactly({ ...sureFields, history: Type.Array(Type.Tuple([Time, Type.Integer(), Count])) })),
});

const Profile = exactly({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  banned: Type.Boolean(),
  since: Moment,
  points: Type.Number(),
  ratings: Type.Array(Standing),
  /** Seasons of ladders that it won. */
  titles: Type.Array(exactly({ season: Type.String(), name: Type.String(), game: Type.String() })),
  recent: Type.Array(OwnResult),
  /** Among the recent ones: the win over whoever is rated highest today, one for each game. */
  bestWins: Type.Array(
    exactly({
      game: Type.String(),
      match: Type.String(),
      agent: Type.String(),
      name: Type.String(),
      rating: Type.Number(),
    }),
  ),
});

const Entrance = exactly({
  name: Type.String(),
  title: Type.String(),
  about: Type.Optional(Type.String()),
  commands: Type.Optional(Type.Array(Type.String())),
});

const GameInfo = exactly({
  id: Type.String(),
  title: Type.String(),
  seats: exactly({ min: Count, max: Count }),
  /** How many sit at its usual table. */
  size: Count,
  /** Weakest first. */
  bots: Type.Array(Type.String()),
});

// ── the host ──

const Figures = exactly({
  since: Time,
  /** Bytes. */
  memory: Count,
  live: Count,
  games: Type.Array(exactly({ id: Type.String(), title: Type.String(), live: Count, waiting: Count })),
  sockets: Type.Array(exactly({ gateway: Type.String(), open: Count })),
  /** None where the server is alone. */
  nodes: Type.Array(
    exactly({
      name: Type.String(),
      matches: Count,
      sockets: Count,
      leaving: Type.Boolean(),
      standing: Type.Boolean(),
      places: Type.Array(Type.String()),
    }),
  ),
});

const Account = exactly({
  id: Type.String(),
  name: Type.String(),
  at: Time,
  owner: Type.String(),
  banned: Type.Boolean(),
  deleted: Type.Boolean(),
  /** May open and lead competitions. */
  organises: Type.Boolean(),
});

const Deed = exactly({
  at: Time,
  actor: Type.String(),
  deed: Type.String(),
  subject: Type.String(),
  words: Type.String(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});

const Money = { asset: Type.String(), amount: Type.String() };

/** What is there on a chain, whose it is, and what could not be sent. */
const Purse = exactly({
  chain: Count,
  address: Type.String(),
  paused: Type.Union([Type.String(), Type.Null()]),
  trouble: Type.Union([Type.String(), Type.Null()]),
  booked: Type.Union([Count, Type.Null()]),
  balances: Type.Array(exactly({ account: Type.String(), ...Money })),
  sends: Type.Array(
    exactly({
      id: Type.String(),
      kind: Type.String(),
      to: Type.String(),
      ...Money,
      state: Type.String(),
      why: Type.Union([Type.String(), Type.Null()]),
      at: Time,
    }),
  ),
});

/** What was done, or the new key, which is shown only now. */
const Done = Type.Union([exactly({ done: Type.String() }), exactly({ apiKey: Type.String() })]);

// ── by route below /api/v1/ ──

/** Whatever was asked in vain. */
export const Problem = exactly({
  error: Type.String(),
  /** For programs, where there is one. */
  code: Type.Optional(Type.String()),
  /** Which part of the request it is about. */
  field: Type.Optional(Type.String()),
});

/** Handed back as `after` it brings the next page; null where this one is the last. */
const Next = Type.Union([Type.String(), Type.Null()]);

const Suspect = exactly({ agent: Type.String(), name: Type.String() });
/** Two agents whose matches with each other do not count fully. */
const FlaggedPair = exactly({
  agents: Type.Tuple([Suspect, Suspect]),
  game: Type.String(),
  why: Type.Enum(['one owner', 'one address', 'often']),
  matches: Count,
  at: Time,
});

export const answers = {
  site: exactly({ sshPort: Count, protocols: Type.Array(Entrance), games: Type.Array(GameInfo) }),
  ladders: exactly({
    ladders: Type.Array(
      exactly({
        game: Type.String(),
        title: Type.String(),
        /** By Elo. */
        top: Type.Array(LadderRow),
        /** By what ratings surely are. */
        surest: Type.Array(SureRow),
      }),
    ),
  }),
  'ladders/:game': exactly({ game: Type.String(), title: Type.String(), ladder: Type.Array(LadderRow), next: Next }),
  'ladders/:game/sure': exactly({
    game: Type.String(),
    title: Type.String(),
    ladder: Type.Array(SureRow),
    next: Next,
    anchors: Type.Array(Anchor),
  }),
  'ladders/:game/matrix': exactly({
    game: Type.String(),
    title: Type.String(),
    agents: Type.Array(exactly({ agent: Type.String(), name: Type.String() })),
    results: Type.Array(Type.Array(Type.Union([Tallied, Type.Null()]))),
  }),
  'agents/:name/opponents': exactly({ agent: Type.String(), name: Type.String(), opponents: Type.Array(HeadToHead) }),
  matches: exactly({ matches: Type.Array(Summary), next: Next }),
  results: exactly({ lines: Type.Array(ResultLine), next: Next }),
  'rules/:game': exactly({ game: Type.String(), title: Type.String(), blocks: Type.Array(RulesBlock) }),
  'tables/:id': TableToCome,
  'profiles/:id': Profile,
  host: Figures,
  'host/agents': exactly({ agents: Type.Array(Account), next: Next }),
  /** Null: this server takes no money. */
  'host/purse': exactly({ purse: Type.Union([Purse, Type.Null()]) }),
  'host/pairs': exactly({ pairs: Type.Array(FlaggedPair) }),
  'host/audit': exactly({ deeds: Type.Array(Deed) }),
  'host/agents/:id/:deed': Done,
  'host/matches/:id/stop': Done,
  'host/matches/:id/void': Done,
  'host/nodes/:name/drain': Done,
};

export type Answers = { [Route in keyof typeof answers]: Static<(typeof answers)[Route]> };

/** What a route leaves open: `id` in `profiles/:id`. */
export type ParamsOf<Route> = { [name in Named<Route>]: string };

type Named<Route> = Route extends `${infer First}/${infer Rest}`
  ? Named<First> | Named<Rest>
  : Route extends `:${infer Name}`
    ? Name
    : never;

/** Types a handler by the route that it answers. */
export interface Answering<Route extends keyof Answers> {
  Params: ParamsOf<Route>;
  Querystring: { [name: string]: string };
  Reply: Answers[Route] | Static<typeof Problem>;
}

export type Sitter = Static<typeof OpenTable>['seats'][number];
export type LiveMatch = Static<typeof LiveMatch>;
export type OwnMatch = Static<typeof OwnMatch>;
export type SeatJson = Static<typeof Holder>;
export type Summary = Static<typeof Summary>;
export type TableToCome = Static<typeof TableToCome>;
export type ResultLine = Static<typeof ResultLine>;
export type RulesBlock = Static<typeof RulesBlock>;
export type OpenTable = Static<typeof OpenTable>;
export type Unrated = Static<typeof Unrated>;
export type LadderRow = Static<typeof LadderRow>;
export type SureRow = Static<typeof SureRow>;
export type Anchor = Static<typeof Anchor>;
export type Standing = Static<typeof Standing>;
export type OwnResult = Static<typeof OwnResult>;
export type Profile = Static<typeof Profile>;
export type GameInfo = Static<typeof GameInfo>;
export type Figures = Static<typeof Figures>;
export type Account = Static<typeof Account>;
export type Deed = Static<typeof Deed>;
export type Purse = Static<typeof Purse>;
export type FlaggedPair = Static<typeof FlaggedPair>;
export type Done = Static<typeof Done>;
