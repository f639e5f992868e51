import type { MatchRecord } from '../../core/record.ts';
import { countBook, countOf, eloChanges, isRated, type RatingScale, ratingBook } from '../../core/settle/elo.ts';
import type { Settle } from '../../core/settle/settle.ts';
import { type Season, softReset } from '../season.ts';

/** Figures of a season are those of a ladder of its own. */
export const seasonLadder = ({ game, id }: Season): string => `${game}@${id}`;

export interface SeasonFinder {
  /** The season of the game that is on at that time, and the one before it. */
  on(game: string, at: number): { season: Season; before: Season | undefined } | undefined;
}

const endOf = ({ entries, at }: MatchRecord): number => entries.at(-1)?.at ?? at;

/** Rates a match in the season in which it ends, beside the ladder of all time. */
export function settleSeason(seasons: SeasonFinder, scaleOf: (game: string) => RatingScale): Settle {
  const onIn = (record: MatchRecord) => (isRated(record) ? seasons.on(record.game, endOf(record)) : undefined);
  /** Where a rating is read from: the season's, else the one before's, else that of all time. */
  const booksOf = (game: string, { season, before }: { season: Season; before: Season | undefined }) => ({
    own: ratingBook(seasonLadder(season)),
    old: before ? [ratingBook(seasonLadder(before)), ratingBook(game)] : [ratingBook(game)],
  });
  return {
    figures(record) {
      const on = onIn(record);
      if (!on) return [];
      const { own, old } = booksOf(record.game, on);
      return record.seats.flatMap(({ agent }) => [own, ...old].map((book) => ({ agent, book })));
    },
    effects(record, outcome, read) {
      const on = onIn(record);
      if (!on || outcome.kind === 'void') return [];
      const { own, old } = booksOf(record.game, on);
      const scale = scaleOf(record.game);
      const starts = record.seats.map(({ agent }) => {
        const last = old.map((book) => read({ agent, book })).find((rating) => rating !== undefined);
        return softReset(last, scale.start, on.season.keep);
      });
      const ratings = record.seats.map(({ agent }, seat) => read({ agent, book: own }) ?? starts[seat]!);
      const changes = eloChanges(ratings, outcome.ranks, scale);
      return record.seats.flatMap(({ agent }, seat) => {
        const count = countOf(outcome, seat);
        return [
          { agent, book: own, change: changes[seat]!, from: starts[seat]!, reason: count },
          { agent, book: countBook(count, seasonLadder(on.season)), change: 1, reason: count },
        ];
      });
    },
  };
}
