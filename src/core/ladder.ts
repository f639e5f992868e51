import { countBook, ratingBook } from './settle/elo.ts';
import type { Storage } from './storage.ts';

export interface LadderRow {
  rank: number;
  agent: string;
  name: string;
  rating: number;
  won: number;
  drawn: number;
  lost: number;
}

export async function readLadder(
  storage: Pick<Storage, 'figures' | 'agents'>,
  game: string,
  limit: number,
  offset = 0,
): Promise<LadderRow[]> {
  const { figures, agents } = storage;
  const rows = await figures.top(ratingBook(game), limit, offset);
  const names = await agents.names(rows.map(({ agent }) => agent));
  const books = (['won', 'drawn', 'lost'] as const).map((count) => countBook(count, game));
  const counts = await figures.read(rows.flatMap(({ agent }) => books.map((book) => ({ agent, book }))));
  return rows.map(({ agent, value }, i) => ({
    rank: offset + i + 1,
    agent,
    name: names[agent] ?? agent,
    rating: value,
    won: counts[3 * i] ?? 0,
    drawn: counts[3 * i + 1] ?? 0,
    lost: counts[3 * i + 2] ?? 0,
  }));
}
