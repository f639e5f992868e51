import { type TProperties, type TSchema, Type } from 'typebox';
import { PROTOCOL } from '../protocol.ts';

/** The shape of every message of the protocol, by type: what is checked on the way in, and what the way out keeps to. */

const Id = Type.String({ minLength: 1, maxLength: 128 });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Time = Type.String({ maxLength: 64 });
const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
/** What is null counts as left out. */
const Maybe = <T extends TSchema>(type: T) => Type.Optional(Nullable(type));
const Count = Type.Integer({ minimum: 0 });
const RoundId = Type.Integer({ minimum: 1 });
const Open = Type.Object({}, { additionalProperties: true });
const Token = Maybe(Type.String({ maxLength: 512 }));

export const Envelope = Type.Object({
  protocol: Type.Literal(PROTOCOL),
  message_type: Id,
  sender: Id,
  timestamp: Time,
  conversation_id: Type.String({ minLength: 1, maxLength: 256 }),
});

const message = <Fields extends TProperties>(type: string, fields: Fields) =>
  Type.Object({ ...Envelope.properties, message_type: Type.Literal(type), ...fields });

const Meta = {
  display_name: Name,
  version: Type.String({ minLength: 1, maxLength: 64 }),
  game_types: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 64 }),
  contact_endpoint: Type.String({ minLength: 1, maxLength: 4096 }),
  auth: Maybe(Type.Object({ api_key: Maybe(Type.String({ maxLength: 512 })) })),
};

/** What is sent to the league. A token is judged apart from the fields. */
export const INBOUND = {
  LEAGUE_REGISTER_REQUEST: message('LEAGUE_REGISTER_REQUEST', {
    league_id: Maybe(Id),
    player_meta: Type.Object(Meta),
  }),
  REFEREE_REGISTER_REQUEST: message('REFEREE_REGISTER_REQUEST', {
    league_id: Maybe(Id),
    referee_meta: Type.Object({
      ...Meta,
      max_concurrent_matches: Maybe(Type.Integer({ minimum: 1 })),
    }),
  }),
  START_LEAGUE: message('START_LEAGUE', { league_id: Maybe(Id), auth_token: Token }),
  LEAGUE_QUERY: message('LEAGUE_QUERY', {
    auth_token: Token,
    league_id: Maybe(Id),
    query_type: Id,
    query_params: Maybe(Type.Object({ player_id: Maybe(Id) })),
  }),
  MATCH_RESULT_REPORT: message('MATCH_RESULT_REPORT', {
    auth_token: Token,
    league_id: Id,
    match_id: Id,
    round_id: Maybe(RoundId),
    game_type: Maybe(Id),
    status: Type.Optional(Type.Unknown()),
    result: Type.Object({
      winner: Nullable(Id),
      status: Type.Optional(Type.Unknown()),
      score: Maybe(Open),
      details: Maybe(Open),
    }),
  }),
  GAME_JOIN_ACK: message('GAME_JOIN_ACK', {
    auth_token: Token,
    match_id: Id,
    player_id: Id,
    arrival_timestamp: Maybe(Time),
    accept: Type.Boolean(),
  }),
  CHOOSE_PARITY_RESPONSE: message('CHOOSE_PARITY_RESPONSE', {
    auth_token: Token,
    match_id: Id,
    player_id: Id,
    parity_choice: Type.Unknown(),
  }),
  GAME_MOVE_RESPONSE: message('GAME_MOVE_RESPONSE', {
    auth_token: Token,
    match_id: Id,
    player_id: Id,
    move_data: Type.Object({ move_type: Maybe(Type.String({ maxLength: 64 })), choice: Type.Unknown() }),
  }),
};

const Status = Type.Union([Type.Literal('ACCEPTED'), Type.Literal('REJECTED')]);
const Registered = {
  status: Status,
  league_id: Nullable(Id),
  auth_token: Nullable(Type.String()),
  reason: Nullable(Type.String()),
};
const StandingRow = Type.Object({
  rank: Type.Integer({ minimum: 1 }),
  player_id: Id,
  display_name: Name,
  played: Count,
  wins: Count,
  draws: Count,
  losses: Count,
  points: Count,
});
const Drawn = {
  drawn_number: Type.Integer({ minimum: 0, maximum: 10 }),
  number_parity: Type.Union([Type.Literal('even'), Type.Literal('odd')]),
  choices: Type.Record(Type.String(), Type.String()),
};
const Reason = {
  error_code: Type.String({ pattern: '^E\\d{3}$' }),
  error_description: Name,
  affected_player: Type.String(),
  action_required: Type.String(),
};
const OwnStandings = Type.Object({ wins: Count, losses: Count, draws: Count });

/** What the league sends. */
export const OUTBOUND = {
  LEAGUE_REGISTER_RESPONSE: message('LEAGUE_REGISTER_RESPONSE', { ...Registered, player_id: Type.String() }),
  REFEREE_REGISTER_RESPONSE: message('REFEREE_REGISTER_RESPONSE', { ...Registered, referee_id: Type.String() }),
  ROUND_ANNOUNCEMENT: message('ROUND_ANNOUNCEMENT', {
    league_id: Id,
    round_id: RoundId,
    matches: Type.Array(
      Type.Object({
        match_id: Id,
        game_type: Id,
        player_A_id: Id,
        player_B_id: Id,
        referee_endpoint: Type.String(),
        referee_id: Id,
        player_A_endpoint: Type.Optional(Nullable(Type.String())),
        player_B_endpoint: Type.Optional(Nullable(Type.String())),
      }),
    ),
  }),
  GAME_INVITATION: message('GAME_INVITATION', {
    auth_token: Type.String(),
    league_id: Id,
    round_id: RoundId,
    match_id: Id,
    game_type: Id,
    role_in_match: Type.Union([Type.Literal('PLAYER_A'), Type.Literal('PLAYER_B')]),
    opponent_id: Id,
  }),
  CHOOSE_PARITY_CALL: message('CHOOSE_PARITY_CALL', {
    match_id: Id,
    player_id: Id,
    game_type: Type.Literal('even_odd'),
    context: Type.Object({ opponent_id: Id, round_id: RoundId, your_standings: OwnStandings }),
    deadline: Time,
  }),
  GAME_MOVE_CALL: message('GAME_MOVE_CALL', {
    match_id: Id,
    player_id: Id,
    game_type: Id,
    move_request: Type.Object({
      move_type: Type.String(),
      valid_options: Type.Array(Type.String()),
      context: Type.Object({
        opponent_id: Id,
        round_id: RoundId,
        your_standings: OwnStandings,
        seat: Count,
        view: Type.Unknown(),
      }),
    }),
    deadline: Time,
  }),
  GAME_OVER: message('GAME_OVER', {
    match_id: Id,
    game_type: Id,
    game_result: Type.Object({
      status: Type.Union([Type.Literal('WIN'), Type.Literal('DRAW'), Type.Literal('TECHNICAL_LOSS')]),
      winner_player_id: Nullable(Id),
      drawn_number: Type.Optional(Drawn.drawn_number),
      number_parity: Type.Optional(Drawn.number_parity),
      choices: Type.Optional(Drawn.choices),
      reason: Type.String(),
    }),
  }),
  MATCH_RESULT_ACK: message('MATCH_RESULT_ACK', { match_id: Id, status: Type.Literal('recorded') }),
  MESSAGE_ACK: message('MESSAGE_ACK', { match_id: Id, status: Type.Literal('received') }),
  LEAGUE_STANDINGS_UPDATE: message('LEAGUE_STANDINGS_UPDATE', {
    league_id: Id,
    round_id: RoundId,
    standings: Type.Array(StandingRow),
  }),
  ROUND_COMPLETED: message('ROUND_COMPLETED', {
    league_id: Id,
    round_id: RoundId,
    matches_completed: Count,
    next_round_id: Type.Union([RoundId, Type.Null()]),
    summary: Type.Object({ total_matches: Count, wins: Count, draws: Count, technical_losses: Count }),
  }),
  LEAGUE_COMPLETED: message('LEAGUE_COMPLETED', {
    league_id: Id,
    total_rounds: Count,
    total_matches: Count,
    champion: Type.Object({ player_id: Id, display_name: Name, points: Count }),
    final_standings: Type.Array(Type.Object({ rank: Type.Integer({ minimum: 1 }), player_id: Id, points: Count })),
  }),
  LEAGUE_QUERY_RESPONSE: message('LEAGUE_QUERY_RESPONSE', {
    query_type: Type.String(),
    success: Type.Boolean(),
    data: Type.Optional(Open),
    error: Type.Optional(Type.Object({ error_code: Reason.error_code, error_description: Name })),
  }),
  LEAGUE_STATUS: message('LEAGUE_STATUS', {
    league_id: Id,
    status: Type.Union([Type.Literal('REGISTRATION'), Type.Literal('RUNNING'), Type.Literal('COMPLETED')]),
    current_round: Count,
    total_rounds: Count,
    matches_completed: Count,
  }),
  LEAGUE_ERROR: message('LEAGUE_ERROR', {
    ...Reason,
    original_message_type: Nullable(Type.String()),
    context: Type.Optional(Open),
  }),
  GAME_ERROR: message('GAME_ERROR', {
    ...Reason,
    match_id: Id,
    retry_info: Type.Object({ retry_count: Count, max_retries: Count, next_retry_at: Type.Optional(Time) }),
    consequence: Type.String(),
  }),
};
