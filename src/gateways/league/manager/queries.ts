import { ERRORS, type ErrorCode } from '../wire/errors.ts';
import { refereeEndpoint } from './announcements.ts';
import type { League } from './league.ts';

type Answer = { success: true; data: object } | { success: false; error: object };

export interface Query {
  type: string;
  /** Whom it asks about; by default the asker. */
  player: string | undefined;
  /** Where the house's referees are reached by the asker. */
  house: string;
}

const failed = (code: ErrorCode, problem?: string): Answer => ({
  success: false,
  error: {
    error_code: code,
    error_description: problem === undefined ? ERRORS[code].name : `${ERRORS[code].name}: ${problem}`,
  },
});

/** Answers a LEAGUE_QUERY. */
export function answerQuery(league: League, query: Query): Answer {
  switch (query.type) {
    case 'GET_STANDINGS':
      return { success: true, data: { standings: league.standings } };
    case 'GET_SCHEDULE':
      return { success: true, data: scheduleOf(league) };
    case 'GET_NEXT_MATCH':
      return ofPlayer(league, query, (player) => ({ next_match: nextMatch(league, player, query.house) }));
    case 'GET_PLAYER_STATS':
      return ofPlayer(league, query, (player) => league.standings.find(({ player_id }) => player_id === player)!);
    default:
      return failed('E003', 'There is no such query.');
  }
}

function ofPlayer(league: League, { player }: Query, answer: (player: string) => object): Answer {
  if (player === undefined) return failed('E003');
  return league.player(player) ? { success: true, data: answer(player) } : failed('E005');
}

function scheduleOf(league: League): object {
  const schedule = league.pairings.map(({ id, round, a, b }) => ({
    match_id: id,
    round_id: round,
    player_A_id: a,
    player_B_id: b,
    completed: league.fixture(id).result !== null,
  }));
  return { schedule, total_matches: schedule.length };
}

function nextMatch(league: League, player: string, house: string): object | null {
  const next = league.pairings.find(({ id, a, b }) => (a === player || b === player) && !league.fixture(id).result);
  if (!next) return null;
  return {
    match_id: next.id,
    round_id: next.round,
    opponent_id: next.a === player ? next.b : next.a,
    referee_endpoint: refereeEndpoint(league, next.id, house),
  };
}
