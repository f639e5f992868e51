import { HOUSE_ID } from '../protocol.ts';
import type { League, Player } from './league.ts';
import type { Pairing } from './schedule.ts';

type Body = { [field: string]: unknown };

/** What a league tells everybody, as message bodies. */

/** @param house where the house's referees are reached by whoever reads this */
export function roundAnnouncement(league: League, round: number, open: Pairing[], house: string): Body {
  return {
    league_id: league.id,
    round_id: round,
    matches: open.map(({ id, a, b }) => ({
      match_id: id,
      game_type: league.body.game,
      player_A_id: a,
      player_B_id: b,
      referee_endpoint: refereeEndpoint(league, id, house),
      referee_id: league.fixture(id).referee ?? HOUSE_ID,
    })),
  };
}

/** A referee also learns where the players are called. */
export function announcementForReferee(league: League, round: number, open: Pairing[], house: string): Body {
  const body = roundAnnouncement(league, round, open, house) as Body & { matches: Body[] };
  const endpointOf = (id: unknown): string | null => (league.player(id) as Player).endpoint;
  return {
    ...body,
    matches: body.matches.map((match) => ({
      ...match,
      player_A_endpoint: endpointOf(match.player_A_id),
      player_B_endpoint: endpointOf(match.player_B_id),
    })),
  };
}

export function refereeEndpoint(league: League, pairing: string, house: string): string {
  return league.referee(league.fixture(pairing).referee)?.endpoint ?? house;
}

export const standingsUpdate = (league: League, round: number): Body => ({
  league_id: league.id,
  round_id: round,
  standings: league.standingsAfter(round),
});

export function roundCompleted(league: League, round: number): Body {
  const results = league.rounds[round - 1]!.map(({ id }) => league.fixture(id).result!.status);
  const count = (status: string) => results.filter((one) => one === status).length;
  return {
    league_id: league.id,
    round_id: round,
    matches_completed: results.length,
    next_round_id: round < league.rounds.length ? round + 1 : null,
    summary: {
      total_matches: results.length,
      wins: count('WIN'),
      draws: count('DRAW'),
      technical_losses: count('TECHNICAL_LOSS'),
    },
  };
}

export function leagueCompleted(league: League): Body {
  const { standings } = league;
  const { player_id, display_name, points } = standings[0]!;
  return {
    league_id: league.id,
    total_rounds: league.rounds.length,
    total_matches: league.pairings.length,
    champion: { player_id, display_name, points },
    final_standings: standings.map((row) => ({ rank: row.rank, player_id: row.player_id, points: row.points })),
  };
}

export const leagueStatus = (league: League) => ({
  league_id: league.id,
  status: league.body.status,
  current_round: league.body.round,
  total_rounds: league.rounds.length,
  matches_completed: league.completed,
});
