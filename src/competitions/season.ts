import { type Refused, refuse } from './competition.ts';

/** A stretch of time of a ladder with ratings of its own. */
export interface Season {
  id: string;
  game: string;
  name: string;
  start: number;
  end: number;
  /** How much of the distance to the start rating is kept from the season before: 0 all begin anew, 1 nothing changes. */
  keep: number;
  /** Who played fewer has no rank. */
  leastGames: number;
}

export interface SeasonRow {
  agent: string;
  name: string;
  rating: number;
  won: number;
  drawn: number;
  lost: number;
}

/** A line of a season's table. Equal ratings share a rank. */
export interface RankedRow extends SeasonRow {
  /** Null: too few games. */
  rank: number | null;
  played: number;
}

/** What stays of a season when it is over. */
export interface ArchivedSeason {
  season: Season;
  at: number;
  table: RankedRow[];
  /** Whoever has the first rank. */
  champions: string[];
}

const LONGEST = 400 * 86_400_000;

/** @param others of the same ladder */
export function checkSeason(season: Season, others: Season[]): Season | Refused {
  const { start, end, keep, leastGames, game, id } = season;
  if (season.name.trim() === '') return refuse('invalid', 'A season needs a name.', 'name');
  if (!(end > start)) return refuse('wrong-time', 'A season ends after it begins.', 'end');
  if (end - start > LONGEST) return refuse('wrong-time', 'A season lasts at most 400 days.', 'end');
  if (!(keep >= 0 && keep <= 1)) return refuse('invalid', 'keep is a share from 0 to 1.', 'keep');
  if (!Number.isInteger(leastGames) || leastGames < 0)
    return refuse('invalid', 'leastGames is a number of games.', 'leastGames');
  const meets = others.find(
    (other) => other.game === game && other.id !== id && other.start < end && start < other.end,
  );
  return meets ? refuse('overlap', `It would meet the season ${meets.name}.`, 'start') : season;
}

export const seasonAt = (seasons: Season[], game: string, now: number): Season | undefined =>
  seasons.find((season) => season.game === game && season.start <= now && now < season.end);

/** The rating with which an agent begins a season: a share of how far the old one was from the ladder's start. */
export function softReset(old: number | undefined, startRating: number, keep: number): number {
  return old === undefined ? startRating : startRating + keep * (old - startRating);
}

/** By rating; who played too little comes after, without a rank. */
export function seasonTable(rows: SeasonRow[], leastGames: number): RankedRow[] {
  const counted = rows.map((row) => ({ ...row, played: row.won + row.drawn + row.lost }));
  const order = (a: SeasonRow, b: SeasonRow) => b.rating - a.rating || (a.agent < b.agent ? -1 : 1);
  const ranked = counted.filter(({ played }) => played >= leastGames).sort(order);
  const others = counted.filter(({ played }) => played < leastGames).sort(order);
  return [
    ...ranked.map((row) => ({ ...row, rank: 1 + ranked.filter(({ rating }) => rating > row.rating).length })),
    ...others.map((row) => ({ ...row, rank: null })),
  ];
}

export function archive(season: Season, rows: SeasonRow[], at: number): ArchivedSeason {
  const table = seasonTable(
    rows.filter(({ won, drawn, lost }) => won + drawn + lost > 0),
    season.leastGames,
  );
  return { season, at, table, champions: table.filter(({ rank }) => rank === 1).map(({ agent }) => agent) };
}
