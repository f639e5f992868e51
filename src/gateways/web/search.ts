import type { Arena } from '../../core/arena.ts';
import type { AgentReads, MatchFilter } from '../../core/storage.ts';
import { type Fits, fitting, isSought, WRONG_RESULT } from './finding.ts';

/** What a list of matches is asked for: what storage finds by itself, and what is sifted from that. */
export interface Search {
  filter: Omit<MatchFilter, 'limit' | 'after'>;
  fits: Fits | undefined;
}

export interface WrongSearch {
  code: 400 | 404;
  error: string;
}

export async function readSearch(
  arena: Arena,
  agents: AgentReads,
  query: { [name: string]: string | undefined },
): Promise<Search | WrongSearch> {
  const { game: id, status, player, opponent, protocol, result } = query;
  const game = id === undefined ? undefined : arena.game(id);
  if (id !== undefined && !game) return { code: 404, error: unknownGame(arena, id) };
  if (status !== undefined && status !== 'live' && status !== 'over') {
    return { code: 400, error: 'status is "live" or "over".' };
  }
  if (result !== undefined && !isSought(result)) return { code: 400, error: WRONG_RESULT };
  if (result !== undefined && result !== 'drawn' && player === undefined) {
    return { code: 400, error: 'Whoever won or lost is to be named: player.' };
  }
  const named = player === undefined ? undefined : await agents.byName(player.trim());
  const agent = query.agent ?? named?.id;
  return {
    filter: {
      ...(game && { game: game.id }),
      ...(agent !== undefined && { agent }),
      ...(status !== undefined && { over: status === 'over' }),
    },
    fits: fitting({ agent, player: agent === undefined ? player : undefined, opponent, protocol, result }),
  };
}

export const unknownGame = (arena: Arena, id: string): string =>
  `No game "${id.slice(0, 40)}". Games: ${arena.games.map((game) => game.id).join(', ')}.`;
