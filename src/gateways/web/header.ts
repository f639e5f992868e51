import type { Clock } from '../../core/clock.ts';
import type { LocalArena as Arena } from '../../core/local-arena.ts';
import type { Match } from '../../core/match.ts';
import { isRated } from '../../core/settle/elo.ts';

/** What a page shows of a match beside its steps. `seat` is the reader's own, -1 for spectators. */
export async function headerOf(parts: { arena: Arena; clock: Clock; scale: number }, match: Match, seat: number) {
  const { arena, clock, scale } = parts;
  const { id, game, version, options, terms, seats, seedHash, seed, at } = match.record;
  const ratings = await Promise.all(
    seats.map(({ agent, kind }) => (kind === 'agent' ? arena.rating(agent, game) : undefined)),
  );
  const result = match.outcome && (await arena.result(id));
  return {
    match: id,
    game,
    title: match.game.title,
    version,
    options,
    clock: terms.clock,
    rated: isRated(match.record),
    seats: seats.map(({ agent, name, kind, via }, i) => ({ agent, name, kind, via, rating: ratings[i] ?? null })),
    seedHash,
    startedAt: at,
    now: clock.now(),
    /** Real milliseconds per millisecond of match time. */
    scale,
    seat,
    ...(match.outcome && { outcome: result?.outcome ?? match.outcome, seed }),
  };
}
