import type { MatchHandle } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import { ratingBook } from '../../../core/settle/elo.ts';
import type { Update } from '../../../core/update.ts';
import type { MatchResult, ServerEvent } from '../protocol.ts';
import { POINTS } from '../settle/points.ts';
import { RETURNED, type Wager, wagerWinner } from '../settle/wager.ts';
import { wagerEvent } from './wagers.ts';

export interface Ending {
  update: Update;
  result: MatchResult;
  wager: Wager | undefined;
  /** The one that the seat came with, for matches that change none. */
  rating: number;
}

/** What a seat is told when its match is over, in this order: the result, its rating, its points, its wager. */
export function endEvents(match: MatchHandle, seat: Seat, { update, result, wager, rating }: Ending): ServerEvent[] {
  const { game, seats } = match.header;
  const { agent } = seats[seat]!;
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
    ...(wager ? wagerEvents(match, seat, update, wager) : []),
  ];
}

function wagerEvents(match: MatchHandle, seat: Seat, { status, effects = [] }: Update, wager: Wager): ServerEvent[] {
  const { seats } = match.header;
  const isReturned = effects.some(({ reason }) => reason === RETURNED);
  const winner = status.kind === 'turn' || isReturned ? undefined : wagerWinner(status);
  const winner_id = winner === undefined ? null : seats[winner]!.agent;
  const { agent } = seats[seat]!;
  const balance = wager.currency
    ? undefined
    : effects.findLast((posted) => posted.agent === agent && posted.book === POINTS)?.after;
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
