import { highOf, lowOf, PROVISIONAL, sureBook } from './settle/glicko.ts';
import type { Reads } from './storage.ts';

/** A place on a ladder that says how sure it is. */
export interface SureRow {
  rank: number;
  agent: string;
  name: string;
  rating: number;
  deviation: number;
  /** The 95 % interval; `low` is what the ladder is sorted by. */
  low: number;
  high: number;
  provisional: boolean;
}

/** The best by what they surely are. */
export async function readSureLadder(
  { figures, agents }: Pick<Reads, 'figures' | 'agents'>,
  game: string,
  limit: number,
): Promise<SureRow[]> {
  const rows = await figures.top(sureBook('low', game), limit);
  const names = await agents.names(rows.map(({ agent }) => agent));
  const books = [sureBook('rating', game), sureBook('deviation', game)];
  const values = await figures.read(rows.flatMap(({ agent }) => books.map((book) => ({ agent, book }))));
  return rows.map(({ agent }, i) => {
    const sure = { rating: values[2 * i]!, deviation: values[2 * i + 1]! };
    return {
      rank: i + 1,
      agent,
      name: names[agent] ?? agent,
      rating: Math.round(sure.rating),
      deviation: Math.round(sure.deviation),
      low: Math.round(lowOf(sure)),
      high: Math.round(highOf(sure)),
      provisional: sure.deviation > PROVISIONAL,
    };
  });
}
