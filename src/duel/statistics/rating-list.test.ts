import { describe, expect, test } from 'vitest';
import { bradleyTerry, type Meeting } from './bradley-terry.ts';
import { ELO_PER_LOGIT } from './elo.ts';
import { chance, drawn } from './fixture-chance.ts';
import { plackettLuce, type Ranking } from './plackett-luce.ts';
import type { Rating } from './rating-list.ts';

const PLANTED = [180, 40, -60, -160];
const strengths = PLANTED.map((elo) => Math.exp(elo / ELO_PER_LOGIT));
const within = (ratings: Rating[]): number =>
  ratings.filter(({ low, high }, i) => low <= PLANTED[i]! && PLANTED[i]! <= high).length;

describe('Bradley and Terry, with draws', () => {
  const meet = (first: number, second: number, games: number, random: () => number): Meeting => {
    const [a, b] = [strengths[first]!, strengths[second]!];
    const counts = [0, 0, 0];
    for (let game = 0; game < games; game++) counts[drawn([a, 0.8 * Math.sqrt(a * b), b], random)]!++;
    return { first, second, wins: counts[0]!, draws: counts[1]!, losses: counts[2]! };
  };
  const pairings = PLANTED.flatMap((_, i) => PLANTED.slice(i + 1).map((__, j) => [i, i + 1 + j] as const));

  test('recovers planted strengths within its intervals in 95 ± 2 % of 1,000 simulations', () => {
    const random = chance(7);
    let held = 0;
    for (let run = 0; run < 1000; run++) {
      held += within(
        bradleyTerry(
          4,
          pairings.map(([i, j]) => meet(i, j, 40, random)),
        ),
      );
    }
    expect(held / 4000).toBeGreaterThan(0.93);
    expect(held / 4000).toBeLessThan(0.97);
  });

  test('puts two players as far apart as their score says, where there are no draws', () => {
    const [a, b] = bradleyTerry(2, [{ first: 0, second: 1, wins: 7500, draws: 0, losses: 2500 }]);
    expect(a!.elo - b!.elo).toBeCloseTo(190.85, 1);
    const error = (ELO_PER_LOGIT * 1.96) / Math.sqrt(10_000 * 0.75 * 0.25);
    expect(a!.high - a!.low).toBeCloseTo(error, 1);
  });

  test('finds the likeliest strengths: no step aside is likelier, by a likelihood written out anew', () => {
    const meetings = [
      { first: 0, second: 1, wins: 18, draws: 9, losses: 3 },
      { first: 1, second: 2, wins: 18, draws: 9, losses: 3 },
      { first: 0, second: 2, wins: 24, draws: 6, losses: 0 },
    ];
    const found = bradleyTerry(3, meetings).map(({ elo }) => elo);
    const likelihood = (elos: number[], nu: number): number =>
      meetings.reduce((sum, { first, second, wins, draws, losses }) => {
        const [a, b] = [10 ** (elos[first]! / 400), 10 ** (elos[second]! / 400)];
        const total = a + b + nu * Math.sqrt(a * b);
        return (
          sum +
          wins * Math.log(a / total) +
          losses * Math.log(b / total) +
          draws * Math.log((nu * Math.sqrt(a * b)) / total)
        );
      }, 0);
    const best = (elos: number[]): number =>
      Math.max(...Array.from({ length: 400 }, (_, i) => likelihood(elos, 0.01 * (i + 1))));
    const here = best(found);
    for (const aside of [-8, 8]) {
      for (let i = 0; i < 3; i++) expect(best(found.with(i, found[i]! + aside))).toBeLessThan(here);
    }
    expect(found[0]).toBeCloseTo(-found[2]!, 6);
  });

  test('gives a finite place with a wide interval to one who won everything, and the same to those who never played', () => {
    const [winner, loser, idle] = bradleyTerry(3, [{ first: 0, second: 1, wins: 10, draws: 0, losses: 0 }]);
    expect(winner!.elo).toBeGreaterThan(300);
    expect(winner!.high - winner!.low).toBeGreaterThan(800);
    expect(loser!.elo).toBeLessThan(-300);
    expect(Math.abs(idle!.elo)).toBeLessThan(1);
    expect(bradleyTerry(2, []).map(({ elo }) => elo)).toEqual([0, 0]);
  });

  test('finds all draws level', () => {
    const [a, b] = bradleyTerry(2, [{ first: 0, second: 1, wins: 0, draws: 50, losses: 0 }]);
    expect([a!.elo, b!.elo]).toEqual([0, 0].map((zero) => expect.closeTo(zero, 9)));
  });
});

describe('Plackett and Luce', () => {
  const play = (random: () => number): Ranking => {
    const left = [0, 1, 2, 3];
    const ranks = [0, 0, 0, 0];
    for (let rank = 1; left.length; rank++) {
      const [player] = left.splice(
        drawn(
          left.map((one) => strengths[one]!),
          random,
        ),
        1,
      );
      ranks[player!] = rank;
    }
    return { players: [0, 1, 2, 3], ranks };
  };

  test('recovers planted strengths within its intervals in 95 ± 2 % of 1,000 simulations', () => {
    const random = chance(11);
    let held = 0;
    for (let run = 0; run < 1000; run++)
      held += within(
        plackettLuce(
          4,
          Array.from({ length: 40 }, () => play(random)),
        ),
      );
    expect(held / 4000).toBeGreaterThan(0.93);
    expect(held / 4000).toBeLessThan(0.97);
  });

  test('of two seats is Bradley and Terry', () => {
    const rankings = Array.from({ length: 40 }, (_, i) => ({ players: [0, 1], ranks: i < 30 ? [1, 2] : [2, 1] }));
    const [a, b] = plackettLuce(2, rankings);
    const [c, d] = bradleyTerry(2, [{ first: 0, second: 1, wins: 30, draws: 0, losses: 10 }]);
    expect([a!.elo, b!.low]).toEqual([expect.closeTo(c!.elo, 6), expect.closeTo(d!.low, 6)]);
  });

  test('finds those level who tie, and tells nothing of a player from its own other seat', () => {
    expect(plackettLuce(3, [{ players: [0, 1, 2], ranks: [1, 1, 1] }]).map(({ elo }) => Math.round(elo) + 0)).toEqual([
      0, 0, 0,
    ]);
    const [a, b] = plackettLuce(2, [
      { players: [0, 0, 1, 1], ranks: [1, 4, 2, 3] },
      { players: [1, 1, 0, 0], ranks: [1, 4, 2, 3] },
    ]);
    expect(a!.elo).toBeCloseTo(b!.elo, 6);
  });
});
