import { ratingBook } from './settle/elo.ts';
import type { AgentsPast } from './storage.ts';

export interface AgentRecord {
  /** By game. */
  ratings: { [game: string]: number };
  /** Whom the agent met in the latest of its matches of two, the most met first. */
  opponents: { id: string; name: string; wins: number; losses: number; draws: number }[];
  /** Oldest first. */
  rating_history: { game: string; rating: number; change: number; at: number; match_id: string | null }[];
}

/** Shared by all games that the agent is rated in. */
const MOST_CHANGES = 500;

const RATING = ratingBook('');

/** What an agent has played so far. */
export async function agentRecord({ matches, figures }: AgentsPast, id: string): Promise<AgentRecord> {
  const [books, opponents] = await Promise.all([figures.of(id), matches.opponents(id)]);
  const rated = Object.keys(books).filter((book) => book.startsWith(RATING));
  const histories = await Promise.all(
    rated.map(async (book) => {
      const changes = await figures.history({ agent: id, book }, Math.ceil(MOST_CHANGES / rated.length));
      return changes.map(({ after, change, at, match }) => {
        return { game: book.slice(RATING.length), rating: after, change, at, match_id: match ?? null };
      });
    }),
  );
  return {
    ratings: Object.fromEntries(rated.map((book) => [book.slice(RATING.length), books[book]!])),
    opponents: opponents.map(({ agent, name, won, lost, drawn }) => {
      return { id: agent, name, wins: won, losses: lost, draws: drawn };
    }),
    rating_history: histories.flat().sort((a, b) => a.at - b.at),
  };
}
