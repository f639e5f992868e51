import type { Seat } from '../../core/game.ts';
import type { Dancer, Result } from './state.ts';

/**
 * Those on the floor come first, then whoever was eliminated in a later round, then the higher score.
 * @param together seats that all left as the last ones: they share the first place
 */
export function conclude(dancers: readonly Dancer[], reason: Result['reason'], together: readonly Seat[] = []): Result {
  const lasted = (seat: Seat) =>
    together.includes(seat) ? Number.POSITIVE_INFINITY : (dancers[seat]!.eliminatedRound ?? Number.POSITIVE_INFINITY);
  const score = (seat: Seat) => (together.includes(seat) ? 0 : dancers[seat]!.score);
  const isBetter = (a: Seat, b: Seat) => lasted(a) > lasted(b) || (lasted(a) === lasted(b) && score(a) > score(b));

  const seats = dancers.map((_, seat) => seat);
  const ranks = seats.map((seat) => 1 + seats.filter((other) => isBetter(other, seat)).length);
  const first = seats.filter((seat) => ranks[seat] === 1);
  const rankings = [...seats]
    .sort((a, b) => ranks[a]! - ranks[b]! || a - b)
    .map((seat) => ({ seat, score: dancers[seat]!.score, eliminatedRound: dancers[seat]!.eliminatedRound }));
  return { rankings, ranks, winner: first.length === 1 ? first[0]! : null, reason };
}
