import type { AnyGame, Bots, Turn } from '../src/core/game.ts';
import { AUDIENCE } from '../src/core/game.ts';
import type { Position } from '../src/core/record.ts';
import { waitingFor } from '../src/core/record.ts';
import { chooseAtRandom, lateEntry, type Played, playMatch, seedOf } from './play.ts';

const MATCHES_PER_SEAT_COUNT = 2;

export function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

export const seatCounts = (game: AnyGame): number[] =>
  Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, more) => game.seats.min + more);

export interface Sight extends Position {
  status: Turn;
}

interface Disturbance {
  leaves?: boolean;
  late?: boolean;
}

export interface Contender {
  game: AnyGame;
  bots: Bots;
}

export interface RandomMatch extends Played {
  seats: number;
  turns: Sight[];
}

/** A random match; every state in it is frozen before anything else touches it. */
export function randomMatch(
  { game, bots }: Contender,
  seats: number,
  name: string,
  more: Disturbance = {},
): RandomMatch {
  const turns: Sight[] = [];
  let absent = false;
  const played = playMatch(game, {
    seats,
    seed: seedOf(`${game.id} ${seats} ${name}`),
    choose: chooseAtRandom(bots),
    seen(position) {
      freeze(position);
      if (position.status.kind === 'turn') turns.push(position as Sight);
    },
    disturb(position, turn, random) {
      const waiting = waitingFor(turn, position.held).filter((seat) => seat !== AUDIENCE);
      if (more.leaves && !absent && waiting.length && position.step > 2 && random.int(6) === 0) {
        absent = true;
        return { kind: 'forfeit', seats: [random.pick(waiting)], why: 'left' };
      }
      if (more.late && game.fallback && waiting.length && random.int(5) === 0) {
        return lateEntry(game, position, [random.pick(waiting)]);
      }
      return undefined;
    },
  });
  return { ...played, seats, turns };
}

export const randomMatches = (contender: Contender): RandomMatch[] =>
  seatCounts(contender.game).flatMap((seats) =>
    Array.from({ length: MATCHES_PER_SEAT_COUNT }, (_, i) => randomMatch(contender, seats, `match ${i}`)),
  );

/** About so many of a list, evenly spread, its first and last among them. */
export const spread = <T>(list: T[], count: number): T[] =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))]!);
