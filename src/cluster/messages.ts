import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** The version of what nodes say to each other. Neighbouring ones understand each other. */
export const WIRE = 1;

const Text = Type.String({ maxLength: 500 });
const Count = Type.Integer({ minimum: 0 });

// ── who is there ──

const LoadShape = Type.Object({
  matches: Count,
  sockets: Count,
  /** Takes nothing on any more. */
  leaving: Type.Boolean(),
  /** Where other nodes reach its HTTP. */
  address: Type.String({ pattern: '^http://[^/]+$' }),
  /** Cannot reach the database. */
  standing: Type.Boolean(),
});
export type Load = Static<typeof LoadShape>;

const MemberShape = Type.Intersect([LoadShape, Type.Object({ name: Text, wire: Count, epoch: Count })]);
export type Member = Static<typeof MemberShape>;

// ── what is asked of the place of a match ──

const Seat = Type.Integer({ minimum: -1, maximum: 1000 });
const Viewer = Type.Union([Seat, Type.Literal('spectator'), Type.Literal('replay')]);
/** Of the one who asks: under this id it is taken once. */
const Asked = { id: Text, from: Text, again: Type.Optional(Type.Boolean()) };
/** The last step that the asker had seen. */
const Seen = { step: Type.Optional(Type.Integer()) };

const Submit = Type.Object({
  ...Asked,
  ...Seen,
  op: Type.Literal('submit'),
  move: Type.Object({
    seat: Seat,
    move: Type.Optional(Type.Unknown()),
    text: Type.Optional(Type.String()),
    by: Type.Optional(Type.String()),
  }),
  turn: Type.Number(),
});
const Forfeit = Type.Object({
  ...Asked,
  ...Seen,
  op: Type.Literal('forfeit'),
  seats: Type.Array(Seat),
  why: Type.String(),
  words: Type.Optional(Type.String()),
});
const Note = Type.Object({
  ...Asked,
  ...Seen,
  op: Type.Literal('note'),
  topic: Type.String(),
  data: Type.Optional(Type.Unknown()),
});
const End = Type.Object({
  ...Asked,
  ...Seen,
  op: Type.Literal('end'),
  over: Type.Optional(Type.Unknown()),
  reason: Type.String(),
  source: Type.String(),
});
/** Who of this node watches the match: the whole of it each time. */
const Present = Type.Object({ seats: Type.Array(Seat), spectators: Count, serial: Count });
const Follow = Type.Object({
  ...Asked,
  op: Type.Literal('follow'),
  viewer: Viewer,
  legal: Type.Boolean(),
  after: Type.Optional(Type.Integer()),
});
const Look = Type.Object({
  ...Asked,
  op: Type.Literal('look'),
  viewer: Viewer,
  legal: Type.Boolean(),
  after: Type.Optional(Type.Integer()),
});
const Unfollow = Type.Object({ ...Asked, op: Type.Literal('unfollow'), viewer: Viewer, legal: Type.Boolean() });
const Attend = Type.Object({
  ...Asked,
  op: Type.Literal('attend'),
  present: Present,
  /** The streams that are followed, and how far. */
  streams: Type.Record(Type.String(), Type.Tuple([Text, Count])),
});

const MatchRequestShape = Type.Union([Submit, Forfeit, Note, End, Follow, Look, Unfollow, Attend]);
export type MatchRequest = Static<typeof MatchRequestShape>;
export type WriteRequest = Extract<MatchRequest, { op: 'submit' | 'forfeit' | 'note' | 'end' }>;
export type Presence = Static<typeof Present>;

/** As much of an update as has to be there. */
const Told = Type.Object({ match: Type.String(), step: Type.Integer() });
/** An update on the subject of its match and kind of viewer. */
const StreamedShape = Type.Object({ s: Text, n: Count, u: Told });
export type Streamed = Static<typeof StreamedShape>;

// ── what is asked of a lobby or a node ──

const Holder = Type.Object({
  agent: Type.String(),
  name: Type.String(),
  kind: Type.Union([Type.Literal('agent'), Type.Literal('human'), Type.Literal('bot'), Type.Literal('guest')]),
  via: Type.String(),
});
/** A sitter of another node; `ref` is how that one knows it, `address` where it was last heard of. */
const Afar = Type.Object({
  holder: Holder,
  ref: Text,
  address: Type.Optional(Text),
  single: Type.Optional(Type.Object({ after: Type.Array(Text) })),
});
export type AfarSitter = Static<typeof Afar>;
/** As much of a match's header as has to be there for anybody to make something of it. */
const Header = Type.Object({ id: Text, game: Text, seats: Type.Array(Holder), terms: Type.Object({}) });
const Opening = Type.Object({
  game: Text,
  id: Type.Optional(Text),
  size: Type.Optional(Count),
  terms: Type.Optional(Type.Object({})),
});
const Table = Type.Object({
  id: Text,
  game: Text,
  terms: Type.Object({}),
  sitters: Type.Array(Holder),
  size: Count,
  standard: Type.Boolean(),
  welcomes: Type.Boolean(),
  reserved: Type.Boolean(),
  durable: Type.Boolean(),
});
const LobbyRequestShape = Type.Union([
  Type.Object({ ...Asked, op: Type.Literal('open'), args: Type.Tuple([Opening]) }),
  Type.Object({ ...Asked, op: Type.Literal('table'), args: Type.Tuple([Text]) }),
  Type.Object({ ...Asked, op: Type.Literal('tables'), args: Type.Tuple([Text]) }),
  Type.Object({ ...Asked, op: Type.Literal('waiting'), args: Type.Tuple([Text]) }),
  Type.Object({
    ...Asked,
    op: Type.Literal('sit'),
    args: Type.Tuple([Text, Afar, Type.Union([Type.Integer(), Type.Null()])]),
  }),
  Type.Object({ ...Asked, op: Type.Literal('queue'), args: Type.Tuple([Text, Afar]) }),
  Type.Object({ ...Asked, op: Type.Literal('attach'), args: Type.Tuple([Text, Afar]) }),
  Type.Object({ ...Asked, op: Type.Literal('stand'), args: Type.Tuple([Text, Type.String()]) }),
  Type.Object({ ...Asked, op: Type.Literal('welcome'), args: Type.Tuple([Text, Type.Boolean()]) }),
  Type.Object({ ...Asked, op: Type.Literal('start'), args: Type.Tuple([Text]) }),
  Type.Object({ ...Asked, op: Type.Literal('begin'), args: Type.Tuple([Opening, Type.Array(Afar)]) }),
  Type.Object({ ...Asked, op: Type.Literal('close'), args: Type.Tuple([Text, Type.String()]) }),
  Type.Object({ ...Asked, op: Type.Literal('put'), args: Type.Tuple([Table, Type.Array(Afar)]) }),
]);
export type LobbyRequest = Static<typeof LobbyRequestShape>;

const NodeRequestShape = Type.Union([
  Type.Object({ ...Asked, op: Type.Literal('seat'), ref: Text, match: Text, seat: Seat, header: Header }),
  Type.Object({ ...Asked, op: Type.Literal('dismiss'), ref: Text, reason: Type.String() }),
  Type.Object({
    ...Asked,
    op: Type.Literal('begin'),
    beginning: Type.Object({ game: Text, seats: Type.Array(Holder), terms: Type.Optional(Type.Object({})) }),
  }),
  Type.Object({ ...Asked, op: Type.Literal('drain') }),
  Type.Object({ ...Asked, op: Type.Literal('seasons') }),
  Type.Object({ ...Asked, op: Type.Literal('reach'), agent: Type.String(), game: Text }),
  Type.Object({ ...Asked, op: Type.Literal('expecting'), agent: Type.String() }),
  Type.Object({ ...Asked, op: Type.Literal('arrive'), agent: Type.String(), game: Type.Optional(Text) }),
  Type.Object({ ...Asked, op: Type.Literal('tell'), agent: Type.String(), notice: Type.Unknown() }),
  Type.Object({
    ...Asked,
    op: Type.Literal('call'),
    via: Text,
    agent: Type.String(),
    header: Header,
    seat: Seat,
  }),
]);
export type NodeRequest = Static<typeof NodeRequestShape>;

const NewsShape = Type.Union([
  Type.Object({
    kind: Type.Literal('match'),
    from: Text,
    event: Type.Union([Type.Literal('begun'), Type.Literal('over')]),
    header: Header,
    /** Of one that is over: what spectators see of it, unless that is long. */
    last: Type.Optional(Told),
  }),
  Type.Object({ kind: Type.Literal('table'), from: Text, event: Text, table: Type.Object({ id: Text, game: Text }) }),
  Type.Object({ kind: Type.Literal('moved'), from: Text, matches: Type.Array(Text) }),
  Type.Object({ kind: Type.Literal('lobby'), from: Text, game: Text }),
  Type.Object({ kind: Type.Literal('leaving'), from: Text }),
  Type.Object({ kind: Type.Literal('orphans'), from: Text }),
  Type.Object({ kind: Type.Literal('banned'), from: Text, agent: Type.String() }),
  Type.Object({ kind: Type.Literal('undone'), from: Text, match: Text }),
]);
export type News = Static<typeof NewsShape>;

const checker = <Shape>(schema: Type.TSchema) => {
  const validator = Compile(schema);
  return (value: unknown): value is Shape => validator.Check(value);
};

export const isMember = checker<Member>(MemberShape);
export const isMatchRequest = checker<MatchRequest>(MatchRequestShape);
export const isStreamed = checker<Streamed>(StreamedShape);
export const isLobbyRequest = checker<LobbyRequest>(LobbyRequestShape);
export const isNodeRequest = checker<NodeRequest>(NodeRequestShape);
export const isNews = checker<News>(NewsShape);
