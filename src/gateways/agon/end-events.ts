import type { Seat } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import { ratingBook } from '../../core/settle/elo.ts';
import type { Update } from '../../core/update.ts';
import { resultOf } from './match-result.ts';
import type { ServerEvent } from './protocol.ts';
import { POINTS } from './settle/points.ts';
import { wagerOf, wagerWinner } from './settle/wager.ts';
import { wagerEvent } from './wagers.ts';

/**
 * What a seat is told when its match is over, in this order: the result, its rating, its points, its wager.
 * @param rating the one it came with, for matches that change none
 */
export function endEvents(match: Match, seat: Seat, update: Update, rating: number): ServerEvent[] {
  const { game, seats } = match.record;
  const { agent } = seats[seat]!;
  const result = resultOf(match)!;
  const scores = [result.participant_1_score, result.participant_2_score];
  const rated = update.effects?.find((posted) => posted.agent === agent && posted.book === ratingBook(game));
  return [
    {
      event: 'match_end',
      match_id: match.id,
      result,
      your_role: seat === 0 ? 'participant_1' : 'participant_2',
      your_score: scores[seat],
      opponent_score: scores[1 - seat],
    },
    { event: 'elo_update', room: game, new_rating: rated?.after ?? rating, change: rated?.change ?? 0 },
    {
      event: 'points_update',
      points_earned: result.points_awarded[agent] ?? 0,
      reason: result.winner_id === null ? 'draw' : result.winner_id === agent ? 'win' : 'loss',
    },
    ...wagerEvents(match, seat, update),
  ];
}

function wagerEvents(match: Match, seat: Seat, { effects = [] }: Update): ServerEvent[] {
  const wager = wagerOf(match.record);
  if (!wager) return [];
  const { seats } = match.record;
  const winner = wagerWinner(match.outcome!);
  const winner_id = winner === undefined ? null : seats[winner]!.agent;
  const { agent } = seats[seat]!;
  const balance = effects.findLast((posted) => posted.agent === agent && posted.book === POINTS)?.after;
  return [
    { ...wagerEvent('wager_settled', match, wager), winner_id },
    {
      ...wagerEvent('wager_result', match, wager),
      winner_id,
      result: winner === undefined ? 'refunded' : winner === seat ? 'won' : 'lost',
      ...(balance !== undefined && { balance }),
    },
  ];
}
