import { type Static, Type } from 'typebox';
import { exactly } from '../../exactly.ts';

/** Leagues as the site and others read them over HTTP. The site imports the types alone. */

const Count = Type.Integer({ minimum: 0 });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const summary = {
  league_id: Type.String(),
  status: Type.Enum(['REGISTRATION', 'RUNNING', 'COMPLETED']),
  game_type: Type.String(),
  /** How many it waits for. */
  players: Count,
  registered: Count,
  current_round: Count,
  total_rounds: Count,
  total_matches: Count,
  matches_completed: Count,
};

const Standing = exactly({
  rank: Count,
  player_id: Type.String(),
  display_name: Type.String(),
  played: Count,
  wins: Count,
  draws: Count,
  losses: Count,
  points: Count,
});

const Referee = exactly({
  referee_id: Type.String(),
  display_name: Type.String(),
  max_concurrent_matches: Count,
});

const Result = exactly({
  status: Type.Enum(['WIN', 'DRAW', 'TECHNICAL_LOSS']),
  /** Nobody in a draw, and where neither came. */
  winner: TextOrNull,
  reason: Type.String(),
  /** Of even_odd: the number drawn, and what each said of it. */
  drawn_number: Type.Optional(Type.Integer()),
  choices: Type.Optional(Type.Record(Type.String(), Type.String())),
});

const Fixture = exactly({
  match_id: Type.String(),
  round_id: Count,
  player_A_id: Type.String(),
  player_B_id: Type.String(),
  completed: Type.Boolean(),
  /** Null: the house. */
  referee_id: TextOrNull,
  attempt: Count,
  /** The same match in the arena, to be watched or replayed. */
  arena_match_id: TextOrNull,
  result: Type.Union([Result, Type.Null()]),
});

const Summary = exactly(summary);
const Details = exactly({
  ...summary,
  standings: Type.Array(Standing),
  referees: Type.Array(Referee),
  schedule: Type.Array(Fixture),
});

export const answers = { leagues: exactly({ leagues: Type.Array(Summary) }), 'leagues/:id': Details };

export type Answers = { [Route in keyof typeof answers]: Static<(typeof answers)[Route]> };
export type LeagueSummary = Static<typeof Summary>;
export type LeagueDetails = Static<typeof Details>;
export type LeagueFixture = Static<typeof Fixture>;
