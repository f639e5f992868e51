import type { GameInfo, MatchHandle } from '../../../core/arena.ts';
import type { Over } from '../../../core/game.ts';
import type { SeatHolder } from '../../../core/record.ts';
import { ratingBook } from '../../../core/settle/elo.ts';
import type { Posted } from '../../../core/storage.ts';
import type { Update } from '../../../core/update.ts';
import { finalScores } from '../../final-scores.ts';
import { notationOf } from '../notation/index.ts';
import type { MatchResult } from '../protocol.ts';
import { POINTS } from '../settle/points.ts';

export const typeOf = ({ kind }: Pick<SeatHolder, 'kind'>): 'agent' | 'human' => (kind === 'human' ? 'human' : 'agent');

const AWARDS: readonly string[] = ['win', 'draw', 'loss'];

interface Played {
  game: Pick<GameInfo, 'scored'>;
  messages: number;
  seconds: number;
}

/** The result of a match of two whose last update, seen in full, this is. */
export function resultOf(
  { header }: MatchHandle,
  { status: outcome, view, effects = [] }: Update,
  { game, messages, seconds }: Played,
): MatchResult | undefined {
  if (outcome.kind === 'turn' || header.seats.length !== 2) return undefined;
  const notation = notationOf(header.game);
  const [first, second] = header.seats as [SeatHolder, SeatHolder];
  const winner = outcome.kind === 'over' ? winnerOf(outcome) : undefined;
  const [score1 = 0, score2 = 0] = outcome.kind === 'over' ? finalScores(outcome, game) : [];
  const [votes1 = 0, votes2 = 0] = notation.votes(view);
  const sides = notation.sides?.(view);
  return {
    winner_id: winner === undefined ? null : header.seats[winner]!.agent,
    winner_type: winner === undefined ? null : typeOf(header.seats[winner]!),
    loser_id: winner === undefined ? null : header.seats[1 - winner]!.agent,
    end_reason: outcome.kind === 'over' ? endReason(outcome, header.game) : 'both_disconnect',
    participant_1_score: score1,
    participant_2_score: score2,
    vote_count: { [first.agent]: votes1, [second.agent]: votes2 },
    total_votes: votes1 + votes2,
    elo_changes: sums(header.seats, effects, (posted) => posted.book === ratingBook(header.game)),
    points_awarded: sums(header.seats, effects, ({ book, reason }) => book === POINTS && AWARDS.includes(reason)),
    ...(sides && { trade_result: { participant_1: sides[0]!, participant_2: sides[1]! } }),
    duration_seconds: seconds,
    total_messages: messages,
  };
}

function winnerOf({ ranks }: Over): number | undefined {
  if (ranks[0] === ranks[1]) return undefined;
  return ranks[0]! < ranks[1]! ? 0 : 1;
}

export function endReason({ reason, forfeit, ranks }: Over, game: string): string {
  switch (forfeit?.why) {
    case undefined:
      return notationOf(game).endReason(reason);
    case 'left':
    case 'resigned':
      return 'leave';
    case 'away':
      return forfeit!.seats.length === ranks.length ? 'both_disconnect' : 'disconnect';
    default:
      return 'forfeit';
  }
}

function sums(seats: SeatHolder[], effects: Posted[], counts: (posted: Posted) => boolean): { [id: string]: number } {
  const total = Object.fromEntries(seats.map(({ agent }) => [agent, 0]));
  for (const posted of effects) {
    if (counts(posted) && posted.agent in total) total[posted.agent]! += posted.change;
  }
  return total;
}
