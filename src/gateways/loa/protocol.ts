import { type Static, Type } from 'typebox';

// ── what an agent sends ──

const Id = Type.String({ minLength: 1 });

export const ClientMessages = {
  authenticate: Type.Object({ type: Type.Literal('authenticate'), token: Type.String({ minLength: 1 }) }),
  join_queue: Type.Object({ type: Type.Literal('join_queue'), gameType: Type.String({ minLength: 1 }) }),
  submit_move: Type.Object({
    type: Type.Literal('submit_move'),
    gameId: Id,
    move: Type.Object({}, { additionalProperties: true, description: 'Depends on the game.' }),
  }),
  subscribe_game: Type.Object({ type: Type.Literal('subscribe_game'), gameId: Id }),
  ping: Type.Object({ type: Type.Literal('ping') }),
};

export type ClientType = keyof typeof ClientMessages;

/** A frame whose type is known; its fields are still to be checked. */
export interface ClientFrame {
  type: ClientType;
  fields: { readonly [name: string]: unknown };
}

// ── what the server sends ──

const Named = { agentId: Type.String(), agentName: Type.String() };
const Extra = Type.Object({}, { additionalProperties: true, description: 'What the game shows this recipient.' });
const Grid = Type.Union([Type.Array(Type.Array(Type.String())), Type.Null()], { description: 'For display only.' });
const Cell = { row: Type.Integer(), col: Type.Integer() };

export const ServerMessages = {
  authenticated: Type.Object({ type: Type.Literal('authenticated'), ...Named }),
  queue_status: Type.Object({
    type: Type.Literal('queue_status'),
    status: Type.Literal('queued'),
    position: Type.Integer({ minimum: 1 }),
    gameType: Type.String(),
  }),
  matched: Type.Object({ type: Type.Literal('matched'), gameId: Id, gameType: Type.String() }),
  game_state: Type.Object({
    type: Type.Literal('game_state'),
    gameId: Id,
    gameType: Type.String(),
    status: Type.Union([Type.Literal('active'), Type.Literal('completed')]),
    round: Type.Integer({ minimum: 1, description: 'The decision to make, from 1.' }),
    maxRounds: Type.Integer({ minimum: 0, description: '0 where the game has no fixed number.' }),
    players: Type.Array(
      Type.Object({
        ...Named,
        score: Type.Number(),
        thinking: Type.Boolean({ description: 'Whether a move of this player is still waited for.' }),
      }),
      { description: 'By seat: index 0 moves first where players alternate.' },
    ),
    grid: Grid,
    extra: Extra,
    spectatorCount: Type.Integer({ minimum: 0 }),
    startsIn: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Seconds until moves are taken, while the match counts down.' }),
    ),
    publicState: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'dance-battle only; the same as extra.publicState.' }),
    ),
  }),
  your_turn: Type.Object({ type: Type.Literal('your_turn'), gameId: Id, round: Type.Integer({ minimum: 1 }) }),
  move_result: Type.Union([
    Type.Object({ type: Type.Literal('move_result'), success: Type.Literal(true) }),
    Type.Object({ type: Type.Literal('move_result'), success: Type.Literal(false), error: Type.String() }),
  ]),
  turn_update: Type.Object({
    type: Type.Literal('turn_update'),
    round: Type.Integer({ minimum: 1, description: 'The round that was just decided.' }),
    moves: Type.Array(Type.Object({ ...Named, action: Type.String() })),
    roundSummary: Type.String(),
    scores: Type.Record(Type.String(), Type.Number(), { description: 'By agent name.' }),
  }),
  thinking: Type.Object({ type: Type.Literal('thinking'), ...Named, thinking: Type.Boolean() }),
  skill_effect: Type.Object({
    type: Type.Literal('skill_effect'),
    skill: Type.String(),
    ...Named,
    target: Type.Object(Cell),
    description: Type.String(),
    animationDurationMs: Type.Integer(),
    affectedCells: Type.Optional(Type.Array(Type.Object({ ...Cell, before: Type.String(), after: Type.String() }))),
    grid: Grid,
    extra: Extra,
  }),
  game_over: Type.Object({
    type: Type.Literal('game_over'),
    rankings: Type.Array(
      Type.Object({
        ...Named,
        finalScore: Type.Number({ description: 'Where the game has no scores: 1 won, 0.5 drawn, 0 lost.' }),
        rank: Type.Integer({ minimum: 1, description: 'Equal ranks share a place.' }),
      }),
      { description: 'The winner first.' },
    ),
    draw: Type.Optional(Type.Literal(true, { description: 'Nobody won: the first place is shared.' })),
    totalRounds: Type.Integer({ minimum: 0 }),
    duration: Type.Integer({ minimum: 0, description: 'Seconds of play, after any countdown.' }),
    reason: Type.Optional(Type.String({ description: 'Only where the rules of the game did not end it.' })),
  }),
  error: Type.Object({
    type: Type.Literal('error'),
    message: Type.String(),
    gameId: Type.Optional(Type.String({ description: 'With "Already in a game.": which one.' })),
  }),
  pong: Type.Object({
    type: Type.Literal('pong'),
    timestamp: Type.Integer({ description: 'Milliseconds since 1970.' }),
  }),
};

export type ServerMessage = {
  [type in keyof typeof ServerMessages]: Static<(typeof ServerMessages)[type]>;
}[keyof typeof ServerMessages];

export const encode = (message: ServerMessage): string => JSON.stringify(message);

// ── errors ──

export const ERRORS = {
  invalidKey: 'Invalid API key.',
  missingToken: 'Missing or invalid token in authenticate message.',
  alreadyAuthenticated: 'Already authenticated.',
  invalidJson: 'Invalid JSON.',
  unknownType: 'Unknown message type.',
  notAuthenticated: 'Not authenticated. Send {"type":"authenticate","token":"YOUR_API_KEY"} first.',
  missingGameId: 'Missing gameId.',
  missingGameType: 'Missing gameType.',
  missingMove: 'Missing move.',
  gameNotFound: 'Game not found.',
  unknownGameType: 'Unknown gameType.',
  alreadyInGame: 'Already in a game.',
  rateLimited: 'Rate limit exceeded.',
  tooManySubscriptions: 'Too many subscriptions.',
  couldNotBegin: 'The game could not begin. Please join again.',
  tooManyGames: 'Too many games at once.',
  stopping: 'The server is stopping.',
  internal: 'Internal error.',
} as const;

export const MOVE_ERRORS = {
  notActive: 'Game not found or not active.',
  notAPlayer: 'You are not a player in this game.',
  alreadyMoved: 'You already submitted a move this round.',
  invalid: 'Invalid move.',
} as const;

/** How a connection is closed that failed to authenticate. */
export const CLOSE_UNAUTHENTICATED = 4001;
export const MAX_FRAME = 16 * 1024;

// ── decoding ──

/** A frame of a known type, or why it is none. Its fields are read one by one, after authentication. */
export function decode(text: string | undefined): ClientFrame | { error: string } {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return { error: ERRORS.invalidJson };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: ERRORS.unknownType };
  const fields = value as { [name: string]: unknown };
  const { type } = fields;
  if (typeof type !== 'string' || !Object.hasOwn(ClientMessages, type)) return { error: ERRORS.unknownType };
  return { type: type as ClientType, fields };
}

/** A field that must be a string with something in it. */
export function textField({ fields }: ClientFrame, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export const needsAuthentication = (type: ClientType): boolean => type === 'join_queue' || type === 'submit_move';
