import type { MatchRecord, Outcome } from '../record.ts';
import type { Effect } from '../storage.ts';
import type { Settle } from './settle.ts';
import { whyUnrated } from './unrated.ts';

export interface RatingScale {
  start: number;
  k: number;
  /** Whole changes that still add up to zero. */
  whole?: true;
}

export const ratingBook = (game: string): string => `rating:${game}`;
export const countBook = (count: 'won' | 'drawn' | 'lost', game: string): string => `${count}:${game}`;

/** Only agents that showed their key are rated, and only against such agents. */
export const isRated = ({ terms, seats }: Pick<MatchRecord, 'terms' | 'seats'>): boolean =>
  whyUnrated({ terms, seats }) === undefined;

/** Whether its end moves ratings and points: not where votes decided it that must not. */
export const isRatedEnd = (record: Pick<MatchRecord, 'terms' | 'seats' | 'entries'>): boolean =>
  whyUnrated(record) === undefined;

/** What each rating changes by. With more than two seats each pair counts as a game by placement, with K/(n-1). */
export function eloChanges(ratings: number[], ranks: number[], { k, whole }: RatingScale): number[] {
  const changes = ratings.map(() => 0);
  const weight = k / (ratings.length - 1);
  for (let a = 0; a < ratings.length; a++) {
    for (let b = a + 1; b < ratings.length; b++) {
      const score = ranks[a]! < ranks[b]! ? 1 : ranks[a]! > ranks[b]! ? 0 : 0.5;
      const expected = 1 / (1 + 10 ** ((ratings[b]! - ratings[a]!) / 400));
      const change = weight * (score - expected);
      const counted = whole ? Math.round(change) : change;
      changes[a]! += counted;
      changes[b]! -= counted;
    }
  }
  return changes;
}

/** Ratings and counts of won, drawn and lost matches, one scale per game. */
export function settleElo(scaleOf: (game: string) => RatingScale): Settle {
  return {
    figures: (record) =>
      isRated(record) ? record.seats.map(({ agent }) => ({ agent, book: ratingBook(record.game) })) : [],
    effects(record, outcome, read): Effect[] {
      if (!isRatedEnd(record) || outcome.kind === 'void') return [];
      const { game } = record;
      const scale = scaleOf(game);
      const book = ratingBook(game);
      const ratings = record.seats.map(({ agent }) => read({ agent, book }) ?? scale.start);
      const changes = eloChanges(ratings, outcome.ranks, { ...scale, k: scale.k * (record.terms.weight ?? 1) });
      return record.seats.flatMap(({ agent }, seat) => {
        const count = countOf(outcome, seat);
        return [
          { agent, book, change: changes[seat]!, from: scale.start, reason: count },
          { agent, book: countBook(count, game), change: 1, reason: count },
        ];
      });
    },
  };
}

/** Won: alone at the top. Drawn: at the top with others. */
export function countOf(outcome: Outcome & { kind: 'over' }, seat: number): 'won' | 'drawn' | 'lost' {
  if (outcome.ranks[seat] !== Math.min(...outcome.ranks)) return 'lost';
  return outcome.ranks.filter((rank) => rank === outcome.ranks[seat]).length > 1 ? 'drawn' : 'won';
}
