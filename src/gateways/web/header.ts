import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Clock } from '../../core/clock.ts';
import { isPractice } from '../../core/settle/glicko.ts';
import { whyUnrated } from '../../core/settle/unrated.ts';
import type { Header } from './frames.ts';

/** What a page shows of a match beside its steps. `seat` is the reader's own, -1 for spectators. */
export async function headerOf(
  parts: { arena: Arena; clock: Clock; scale: number },
  match: MatchHandle,
  seat: number,
): Promise<Header> {
  const { arena, clock, scale } = parts;
  const { id, game, version, options, terms, seats, seedHash, at } = match.header;
  const ratings = await Promise.all(
    seats.map(({ agent, kind }) => (kind === 'agent' ? arena.sureRating(agent, game) : undefined)),
  );
  const record = await arena.record(id);
  const over = typeof record === 'object' ? record : undefined;
  const unrated = whyUnrated(over ?? match.header);
  return {
    type: 'match',
    match: id,
    game,
    title: arena.game(game)?.title ?? game,
    version,
    options,
    clock: terms.clock,
    rated: unrated === undefined,
    ...(unrated && { unrated }),
    ...(isPractice(match.header) && { practice: true }),
    seats: seats.map(({ agent, name, kind, via }, i) => ({ agent, name, kind, via, rating: ratings[i] ?? null })),
    seedHash,
    startedAt: at,
    now: clock.now(),
    scale,
    seat,
    ...(over && { outcome: over.outcome, seed: over.seed }),
  };
}
