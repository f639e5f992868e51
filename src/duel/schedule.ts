import type { Random } from '../core/game.ts';

/** Who meets whom: two, one against all others, or everyone against everyone. */
export interface Schedule {
  kind: 'duel' | 'gauntlet' | 'round-robin';
  players: number;
  seats: number;
  /** For each pairing, rounded up to whole rounds. */
  games: number;
}

/** The players who meet in a round: two, or as many as there are seats. */
function meetings({ kind, players, seats }: Schedule): number[][] {
  const everyone = Array.from({ length: players }, (_, player) => player);
  const all = combinations(everyone, Math.min(players, seats));
  return kind === 'gauntlet' ? all.filter((group) => group.includes(0)) : all;
}

export interface Rounds {
  count: number;
  gamesPerRound: number;
  /** How many rounds of other players lie between two of the same. */
  meetings: number;
  /** A round's games, each as the player in every seat. They share opening and seed, and are fair as a whole. */
  seatings(round: number, random: Random): number[][];
}

export function roundsOf(schedule: Schedule): Rounds {
  const { players, seats, games } = schedule;
  const groups = meetings(schedule);
  const gamesPerRound = Math.min(players, seats) === 2 ? 2 : seats;
  return {
    count: groups.length * Math.ceil(games / gamesPerRound),
    gamesPerRound,
    meetings: groups.length,
    seatings(round, random) {
      const group = groups[round % groups.length]!;
      return group.length === 2 ? swapped(group, seats, random) : rotated(random.shuffle(group), seats);
    },
  };
}

/** Two players: seats shared out evenly, then the other way round. */
function swapped([a, b]: number[], seats: number, random: Random): number[][] {
  const [first, ...rest] = Array.from({ length: seats }, (_, seat) => seat);
  const withFirst = seats === 2 ? [first!] : [first!, ...random.shuffle(rest).slice(0, Math.ceil(seats / 2) - 1)];
  const seating = (inside: number, outside: number): number[] =>
    Array.from({ length: seats }, (_, seat) => (withFirst.includes(seat) ? inside : outside));
  return [seating(a!, b!), seating(b!, a!)];
}

/** Every player once in every seat. */
const rotated = (group: number[], seats: number): number[][] =>
  Array.from({ length: seats }, (_, turn) =>
    Array.from({ length: seats }, (__, seat) => group[(seat + turn) % group.length]!),
  );

function combinations(list: number[], size: number): number[][] {
  if (size === 0) return [[]];
  return list.flatMap((first, i) => combinations(list.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}
