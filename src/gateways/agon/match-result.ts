import type { Over } from '../../core/game.ts';
import type { Match } from '../../core/match.ts';
import type { SeatHolder } from '../../core/record.ts';
import { ratingBook } from '../../core/settle/elo.ts';
import type { Posted } from '../../core/storage.ts';
import type { Update } from '../../core/update.ts';
import { notationOf } from './notation/index.ts';
import type { MatchResult } from './protocol.ts';
import { messagesOf, POINTS } from './settle/points.ts';

export const typeOf = ({ kind }: Pick<SeatHolder, 'kind'>): 'agent' | 'human' => (kind === 'human' ? 'human' : 'agent');

const AWARDS: readonly string[] = ['win', 'draw', 'loss'];

const made = new WeakMap<Match, MatchResult>();

/** The result of a match of two that is over. */
export function resultOf(match: Match): MatchResult | undefined {
  if (!match.outcome || match.record.seats.length !== 2) return undefined;
  let result = made.get(match);
  if (!result) made.set(match, (result = compute(match)));
  return result;
}

function compute(match: Match): MatchResult {
  const { record } = match;
  const outcome = match.outcome!;
  const notation = notationOf(record.game);
  const { view, effects = [], at } = lastUpdate(match);
  const [first, second] = record.seats as [SeatHolder, SeatHolder];
  const winner = outcome.kind === 'over' ? winnerOf(outcome) : undefined;
  const [score1 = 0, score2 = 0] = outcome.kind === 'over' ? notation.scores(outcome, view) : [];
  const [votes1 = 0, votes2 = 0] = notation.votes(view);
  const sides = notation.sides?.(view);
  return {
    winner_id: winner === undefined ? null : record.seats[winner]!.agent,
    winner_type: winner === undefined ? null : typeOf(record.seats[winner]!),
    loser_id: winner === undefined ? null : record.seats[1 - winner]!.agent,
    end_reason: outcome.kind === 'over' ? endReason(outcome, record.game) : 'both_disconnect',
    participant_1_score: score1,
    participant_2_score: score2,
    vote_count: { [first.agent]: votes1, [second.agent]: votes2 },
    total_votes: votes1 + votes2,
    elo_changes: sums(record.seats, effects, (posted) => posted.book === ratingBook(record.game)),
    points_awarded: sums(record.seats, effects, ({ book, reason }) => book === POINTS && AWARDS.includes(reason)),
    ...(sides && { trade_result: { participant_1: sides[0]!, participant_2: sides[1]! } }),
    duration_seconds: Math.round((at - record.at) / 1000),
    total_messages: messagesOf(record, 0, notation.isMessage) + messagesOf(record, 1, notation.isMessage),
  };
}

/** The full view opens with the end. */
function lastUpdate(match: Match): Update {
  let last: Update | undefined;
  match.watch('replay', (update) => {
    last = update;
  })();
  return last!;
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
