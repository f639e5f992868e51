import type { LadderRow } from './ladder.ts';
import { countBook, ratingBook } from './settle/elo.ts';
import { highOf, lowOf, PROVISIONAL, type Sure, sureBook } from './settle/glicko.ts';
import type { FigureReads, Reads } from './storage.ts';

/** A rating and how sure it is, in whole numbers. */
export interface SureRating {
  rating: number;
  deviation: number;
  /** The 95 % interval. */
  low: number;
  high: number;
  provisional: boolean;
}

/** A place on a ladder that says how sure it is, and is sorted by `low`. */
export interface SureRow extends SureRating {
  rank: number;
  agent: string;
  name: string;
  /** That of the wire, in whole points; null for who has only practised. */
  elo: number | null;
  won: number;
  drawn: number;
  lost: number;
}

/** Where a page of the ladder ends. */
export interface SurePlace {
  rank: number;
  agent: string;
  low: number;
}

export interface SurePage {
  rows: SureRow[];
  /** Null: these are the last. */
  next: SurePlace | null;
}

export interface SureWish {
  limit: number;
  after?: SurePlace;
  /** Provisional ratings are left out, and rank nobody. */
  established?: boolean;
}

/** So many rows are looked through for one page of those that are not provisional. */
const LOOKED_THROUGH = 2000;

export const roundSure = (sure: Pick<Sure, 'rating' | 'deviation'>): SureRating => ({
  rating: Math.round(sure.rating),
  deviation: Math.round(sure.deviation),
  low: Math.round(lowOf(sure)),
  high: Math.round(highOf(sure)),
  provisional: sure.deviation > PROVISIONAL,
});

/** The best by what they surely are. A page may be short of rows and still have a next one. */
export async function readSureLadder(
  { figures, agents }: Pick<Reads, 'figures' | 'agents'>,
  game: string,
  { limit, after, established = false }: SureWish,
): Promise<SurePage> {
  const rows: SureRow[] = [];
  let place = after;
  for (let looked = 0; rows.length < limit && looked < LOOKED_THROUGH; looked += limit) {
    const top = await figures.top(sureBook('low', game), limit, place && { agent: place.agent, value: place.low });
    const found = await rowsOf({ figures, agents }, game, top);
    for (const [i, { agent, value: low }] of top.entries()) {
      if (rows.length === limit) break;
      let rank = place?.rank ?? 0;
      if (!established || !found[i]!.provisional) rows.push({ ...found[i]!, rank: ++rank });
      place = { rank, agent, low };
    }
    if (top.length < limit) return { rows, next: null };
  }
  return { rows, next: place ?? null };
}

/** A place on the ladder of the wire, beside what is surely known; null for who was rated before that was kept. */
export interface KnownRow extends LadderRow {
  sure: SureRating | null;
}

export async function addSure(figures: FigureReads, game: string, rows: LadderRow[]): Promise<KnownRow[]> {
  const books = [sureBook('rating', game), sureBook('deviation', game)];
  const values = await figures.read(rows.flatMap(({ agent }) => books.map((book) => ({ agent, book }))));
  return rows.map((row, i) => {
    const [rating, deviation] = values.slice(2 * i);
    const isKnown = rating !== undefined && deviation !== undefined;
    return { ...row, sure: isKnown ? roundSure({ rating, deviation }) : null };
  });
}

async function rowsOf(
  { figures, agents }: Pick<Reads, 'figures' | 'agents'>,
  game: string,
  top: { agent: string }[],
): Promise<Omit<SureRow, 'rank'>[]> {
  const names = await agents.names(top.map(({ agent }) => agent));
  const counts = (['won', 'drawn', 'lost'] as const).map((count) => countBook(count, game));
  const books = [sureBook('rating', game), sureBook('deviation', game), ratingBook(game), ...counts];
  const values = await figures.read(top.flatMap(({ agent }) => books.map((book) => ({ agent, book }))));
  return top.map(({ agent }, i) => {
    const [rating, deviation, elo, won, drawn, lost] = values.slice(i * books.length);
    return {
      agent,
      name: names[agent] ?? agent,
      ...roundSure({ rating: rating!, deviation: deviation! }),
      elo: elo === undefined ? null : Math.round(elo),
      won: won ?? 0,
      drawn: drawn ?? 0,
      lost: lost ?? 0,
    };
  });
}
