import { describe, expect, test } from 'vitest';
import { stepRandom } from '../core/random.ts';
import { roundsOf, type Schedule } from './schedule.ts';

const random = (round: number) => stepRandom('11'.repeat(32), round);
const all = (schedule: Schedule): number[][][] => {
  const rounds = roundsOf(schedule);
  return Array.from({ length: rounds.count }, (_, round) => rounds.seatings(round, random(round)));
};
const timesInSeat = (games: number[][], player: number, seat: number): number =>
  games.filter((seating) => seating[seat] === player).length;

test('two players meet in pairs with swapped seats, an odd game more than asked', () => {
  expect(all({ kind: 'duel', players: 2, seats: 2, games: 3 })).toEqual([
    [
      [0, 1],
      [1, 0],
    ],
    [
      [0, 1],
      [1, 0],
    ],
  ]);
});

test('two players share out the seats of a larger game evenly, and swap them all', () => {
  for (const seats of [3, 4, 6]) {
    for (const [first, second] of all({ kind: 'duel', players: 2, seats, games: 20 })) {
      expect(first!.map((player) => 1 - player)).toEqual(second);
      expect(Math.abs(first!.filter((player) => player === 0).length - seats / 2)).toBeLessThan(1);
    }
  }
});

describe('everyone against everyone', () => {
  test('meets in pairs, taking turns, each pairing as often', () => {
    const rounds = all({ kind: 'round-robin', players: 3, seats: 2, games: 4 });
    expect(rounds.map(([seating]) => seating)).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
  });

  test.each([
    [5, 4],
    [4, 4],
    [3, 4],
  ])('of %i players at %i seats is in every seat equally often', (players, seats) => {
    const games = all({ kind: 'round-robin', players, seats, games: seats }).flat();
    for (let seat = 0; seat < seats; seat++) {
      const counts = Array.from({ length: players }, (_, player) => timesInSeat(games, player, seat));
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(players < seats ? 1 : 0);
    }
  });
});

test('in a gauntlet the first plays every game, and the others do not meet', () => {
  const rounds = all({ kind: 'gauntlet', players: 4, seats: 2, games: 2 });
  expect(rounds.map(([seating]) => seating)).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
});
