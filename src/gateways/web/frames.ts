import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { exactly } from '../exactly.ts';
import {
  Count,
  LiveMatch,
  OpenTable,
  Outcome,
  Over,
  OwnMatch,
  RatedHolder,
  Summary,
  Time,
  Unrated,
  Void,
  Why,
} from './json.ts';

/** What pages and the server say to each other on `/live`. The site imports the types alone. */

type OneOf<Schemas extends { [type: string]: TSchema }> = Static<Schemas[keyof Schemas]>;

// ── from a page ──

const message = <Kind extends string, Parts extends TProperties>(type: Kind, parts: Parts) =>
  Type.Object({ type: Type.Literal(type), ...parts });

const Id = Type.String({ minLength: 1, maxLength: 100 });

/** Whom a person wants to play: a house bot, an agent by name, whoever comes, those at a table, a friend who is sent its link, or the other of a match that is over. */
const Against = Type.Union([
  Type.Object({ bot: Type.String({ maxLength: 40 }) }),
  Type.Object({ agent: Id }),
  Type.Object({ table: Id }),
  Type.Object({ rematch: Id }),
  Type.Literal('anyone'),
  Type.Literal('friend'),
]);

/** Match time for a decision, in milliseconds. */
const Patience = Type.Integer({ minimum: 10_000, maximum: 1_800_000 });

export const fromPage = {
  hello: message('hello', { secret: Type.String({ pattern: '^[0-9a-f]{32,128}$' }) }),
  /** `glance`: one of many on a wall, which does not count as watching. */
  watch: message('watch', {
    match: Id,
    after: Type.Optional(Type.Integer({ minimum: -1 })),
    glance: Type.Optional(Type.Literal(true)),
  }),
  unwatch: message('unwatch', { match: Id }),
  front: message('front', {}),
  leave_front: message('leave_front', {}),
  sit: message('sit', {
    game: Id,
    name: Type.String({ maxLength: 100 }),
    against: Against,
    /** Wished for against bots, friends and agents that are challenged; drawn if absent. */
    seat: Type.Optional(Type.Integer({ minimum: 0, maximum: 15 })),
    /** How many shall play against bots or friends; as many as usual if absent. */
    seats: Type.Optional(Type.Integer({ minimum: 2, maximum: 16 })),
    each: Type.Optional(Patience),
  }),
  stand: message('stand', {}),
  /** Tell me when the match of this table begins. */
  attend: message('attend', { table: Id }),
  move: message('move', { match: Id, turn: Count, move: Type.Unknown() }),
  vote: message('vote', { match: Id, move: Type.Unknown() }),
  resign: message('resign', { match: Id }),
};

export type PageMessage = OneOf<typeof fromPage>;

// ── to a page ──

const frame = <Kind extends string, Parts extends TProperties>(type: Kind, parts: Parts) =>
  exactly({ type: Type.Literal(type), ...parts });

const Seat = Type.Integer({ minimum: -1 });
const Seats = Type.Array(Seat);
const Yes = Type.Literal(true);

const Turn = exactly({
  kind: Type.Literal('turn'),
  number: Count,
  must: Seats,
  asks: Type.Optional(Type.Array(exactly({ seat: Seat, id: Type.String(), phase: Type.String() }))),
  may: Type.Optional(Seats),
  out: Type.Optional(Seats),
  sealed: Type.Optional(Yes),
  phase: Type.Optional(Type.String()),
  events: Type.Optional(Count),
  skipUnwatched: Type.Optional(Yes),
});

const Leaving = exactly({ seats: Seats, why: Why, words: Type.Optional(Type.String()) });
const Note = exactly({ topic: Type.String(), data: Type.Optional(Type.Unknown()) });

/** What became of a step, beside its view. Times are milliseconds of match time. */
const step = {
  match: Type.String(),
  step: Count,
  at: Time,
  status: Type.Union([Turn, Over, Void]),
  moved: Seats,
  late: Seats,
  waiting: Seats,
  first: Count,
  decisions: Count,
  played: Type.Optional(
    Type.Array(exactly({ seat: Seat, move: Type.Unknown(), text: Type.String(), late: Type.Optional(Yes) })),
  ),
  legal: Type.Optional(Type.Array(exactly({ seat: Seat, move: Type.Unknown(), text: Type.String() }))),
  /** Where the match was a while ago, for spectators of games that hide much; in a patch only when it is another than before. */
  broadcast: Type.Optional(exactly({ step: Count, at: Time, view: Type.Unknown() })),
  clock: Type.Union([exactly({ left: Type.Number(), running: Type.Boolean() }), Type.Null()]),
  seats: Type.Array(exactly({ here: Type.Boolean(), told: Type.Boolean(), strikes: Count })),
  watching: Count,
  begun: Type.Boolean(),
  startsIn: Type.Optional(Type.Number()),
  pacing: Type.Optional(Yes),
  paused: Type.Boolean(),
  pace: Type.Number(),
  left: Type.Optional(Leaving),
  note: Type.Optional(Note),
  ended: Type.Optional(exactly({ reason: Type.String(), source: Type.String() })),
  earlier: Type.Optional(exactly({ left: Type.Array(Leaving), notes: Type.Array(Note) })),
  effects: Type.Optional(
    Type.Array(
      exactly({
        agent: Type.String(),
        book: Type.String(),
        change: Type.Number(),
        after: Type.Number(),
        reason: Type.String(),
      }),
    ),
  ),
  /** What the reader of the page may play. */
  moves: Type.Optional(Type.Array(Type.Unknown())),
};

const View = Type.Record(Type.String(), Type.Unknown());
const Whole = frame('update', { ...step, view: View });
const Patched = frame('update', { ...step, patch: View, gone: Type.Optional(Type.Array(Type.String())) });

const Header = frame('match', {
  match: Type.String(),
  game: Type.String(),
  title: Type.String(),
  version: Count,
  options: Type.Unknown(),
  clock: Type.Object({ each: Type.Number() }, { additionalProperties: Type.Number() }),
  rated: Type.Boolean(),
  /** Why not, as far as it is known. */
  unrated: Type.Optional(Unrated),
  /** It counts for sure ratings, though a bot plays. */
  practice: Type.Optional(Type.Literal(true)),
  seats: Type.Array(RatedHolder),
  seedHash: Type.String(),
  startedAt: Time,
  now: Time,
  /** Real milliseconds per millisecond of match time. */
  scale: Type.Number(),
  /** The reader's own, -1 for spectators. */
  seat: Seat,
  /** Once it is over. */
  outcome: Type.Optional(Outcome),
  seed: Type.Optional(Type.String()),
});

export const toPage = {
  hello: frame('hello', { matches: Type.Array(OwnMatch) }),
  match: Header,
  update: Type.Union([Whole, Patched]),
  yours: frame('yours', { matches: Type.Array(OwnMatch) }),
  missing: frame('missing', { match: Type.String() }),
  front: frame('front', {
    live: Count,
    matches: Type.Array(LiveMatch),
    /** Which of them is shown large. */
    featured: Type.Union([Type.String(), Type.Null()]),
    results: Type.Array(Summary),
    tables: Type.Array(OpenTable),
  }),
  waiting: frame('waiting', { table: Type.String(), game: Type.String() }),
  /** What was to be seen at a table that a page attends; null: it is gone. */
  attended: frame('attended', { table: Type.String(), match: Type.Union([Type.String(), Type.Null()]) }),
  /** The other of a match that is over waits for the reader. */
  rematch: frame('rematch', { match: Type.String(), name: Type.String() }),
  seated: frame('seated', { match: Type.String(), seat: Seat }),
  taken: frame('taken', { match: Type.String(), turn: Count }),
  voted: frame('voted', { match: Type.String() }),
  refused: frame('refused', { match: Type.Optional(Type.String()), reason: Type.String() }),
  error: frame('error', { error: Type.String(), retryAfter: Type.Optional(Type.Number()) }),
};

export type PageFrame = OneOf<typeof toPage>;
export type Header = Static<typeof Header>;
export type WholeUpdate = Static<typeof Whole>;
export type UpdateFrame = Static<typeof toPage.update>;
export type FrontNews = Static<typeof toPage.front>;
