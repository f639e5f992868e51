import { countBook, ratingBook } from './settle/elo.ts';
import type { Reads } from './storage.ts';

export interface LadderRow {
  rank: number;
  agent: string;
  name: string;
  rating: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Where a page of the ladder ends: its last row, of which this much is enough to go on from there. */
export type LadderPlace = Pick<LadderRow, 'rank' | 'agent' | 'rating'>;

export async function readLadder(
  { figures, agents }: Pick<Reads, 'figures' | 'agents'>,
  game: string,
  limit: number,
  after?: LadderPlace,
): Promise<LadderRow[]> {
  const place = after && { agent: after.agent, value: after.rating };
  const rows = await figures.top(ratingBook(game), limit, place);
  const names = await agents.names(rows.map(({ agent }) => agent));
  const books = (['won', 'drawn', 'lost'] as const).map((count) => countBook(count, game));
  const counts = await figures.read(rows.flatMap(({ agent }) => books.map((book) => ({ agent, book }))));
  const first = (after?.rank ?? 0) + 1;
  return rows.map(({ agent, value }, i) => ({
    rank: first + i,
    agent,
    name: names[agent] ?? agent,
    rating: value,
    won: counts[3 * i] ?? 0,
    drawn: counts[3 * i + 1] ?? 0,
    lost: counts[3 * i + 2] ?? 0,
  }));
}
