import type { Arena } from './arena.ts';
import { ratingBook } from './settle/elo.ts';
import type { FigureStore } from './storage.ts';

export interface AgentRecord {
  /** By game. */
  ratings: { [game: string]: number };
  /** Whom the agent met in matches of two, the most met first. */
  opponents: { id: string; name: string; wins: number; losses: number; draws: number }[];
  /** Oldest first. */
  rating_history: { game: string; rating: number; change: number; at: number; match_id: string | null }[];
}

/** So many of the agent's latest matches count for the opponents. */
const MATCHES = 1000;
const CHANGES_PER_GAME = 500;

const RATING = ratingBook('');

/** What an agent has played so far. */
export async function agentRecord(arena: Pick<Arena, 'list'>, figures: FigureStore, id: string): Promise<AgentRecord> {
  const [books, opponents] = await Promise.all([figures.of(id), readOpponents(arena, id)]);
  const rated = Object.keys(books).filter((book) => book.startsWith(RATING));
  const histories = await Promise.all(
    rated.map(async (book) => {
      const changes = await figures.history({ agent: id, book }, CHANGES_PER_GAME);
      return changes.map(({ after, change, at, match }) => {
        return { game: book.slice(RATING.length), rating: after, change, at, match_id: match ?? null };
      });
    }),
  );
  return {
    ratings: Object.fromEntries(rated.map((book) => [book.slice(RATING.length), books[book]!])),
    opponents,
    rating_history: histories.flat().sort((a, b) => a.at - b.at),
  };
}

async function readOpponents(arena: Pick<Arena, 'list'>, id: string): Promise<AgentRecord['opponents']> {
  const met = new Map<string, AgentRecord['opponents'][number]>();
  for (const { seats, result } of await arena.list({ agent: id, over: true, limit: MATCHES })) {
    const outcome = result?.outcome;
    const mine = seats.findIndex(({ agent }) => agent === id);
    const other = seats[1 - mine];
    if (seats.length !== 2 || !other || outcome?.kind !== 'over') continue;
    const row = met.get(other.agent) ?? { id: other.agent, name: other.name, wins: 0, losses: 0, draws: 0 };
    met.set(other.agent, row);
    const difference = outcome.ranks[mine]! - outcome.ranks[1 - mine]!;
    row[difference < 0 ? 'wins' : difference > 0 ? 'losses' : 'draws']++;
  }
  const games = ({ wins, losses, draws }: AgentRecord['opponents'][number]) => wins + losses + draws;
  return [...met.values()].sort((a, b) => games(b) - games(a));
}
