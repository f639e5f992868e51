import type { Arena } from '../../core/arena.ts';
import type { MatchSummary } from '../../core/storage.ts';
import type { Profile } from './json.ts';

type Win = Profile['bestWins'][number];

/** Of each game the win over the agent that is rated highest today, from these matches. */
export async function bestWinsOf(
  arena: Pick<Arena, 'sureRating'>,
  agent: string,
  matches: MatchSummary[],
): Promise<Profile['bestWins']> {
  const beaten = new Map<string, Omit<Win, 'rating'>>();
  for (const { id, game, seats, result } of matches) {
    const own = seats.findIndex((seat) => seat.agent === agent);
    const outcome = result?.outcome;
    if (outcome?.kind !== 'over' || own < 0) continue;
    for (const [seat, other] of seats.entries()) {
      const key = `${game} ${other.agent}`;
      if (other.kind !== 'agent' || outcome.ranks[own]! >= outcome.ranks[seat]! || beaten.has(key)) continue;
      beaten.set(key, { game, match: id, agent: other.agent, name: other.name });
    }
  }
  const wins = await Promise.all(
    [...beaten.values()].map(async (win) => ({ ...win, rating: await arena.sureRating(win.agent, win.game) })),
  );
  const best = new Map<string, Win>();
  for (const win of wins) if (win.rating > (best.get(win.game)?.rating ?? -Infinity)) best.set(win.game, win);
  return [...best.values()];
}
