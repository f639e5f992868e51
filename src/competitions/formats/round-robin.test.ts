import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Seeded } from '../competition.ts';
import { pairKey, playOut, roundsOf } from './fixture.ts';
import { bergerRound, roundRobinSchedule } from './round-robin.ts';

const players = (count: number): Seeded[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ agent: `A${i + 1}`, name: `A${i + 1}`, seed: i + 1, lot: i + 1 },
    withdrew: false,
  }));

describe('a round robin', () => {
  test('is paired as in the tables of Berger', () => {
    const written = (count: number) =>
      Array.from({ length: count - 1 }, (_, r) =>
        bergerRound(count, r + 1)
          .map(([a, b]) => `${a + 1}-${b + 1}`)
          .join(' '),
      );
    expect(written(4)).toEqual(['1-4 2-3', '4-3 1-2', '2-4 3-1']);
    expect(written(6)).toEqual(['1-6 2-5 3-4', '6-4 5-3 1-2', '2-6 3-1 4-5', '6-5 1-4 2-3', '3-6 4-2 5-1']);
  });

  test('may go by the circle: the first stays in place, the others walk around', () => {
    const rounds = roundRobinSchedule({ type: 'round-robin', order: 'circle' }, players(5));
    expect(rounds.map((round) => round.map(({ id, agents }) => `${id} ${agents.join('-')}`))).toEqual([
      ['R1M1 A5-A2', 'R1M2 A3-A4'],
      ['R2M1 A5-A1', 'R2M2 A2-A3'],
      ['R3M1 A1-A4', 'R3M2 A3-A5'],
      ['R4M1 A3-A1', 'R4M2 A2-A4'],
      ['R5M1 A1-A2', 'R5M2 A4-A5'],
    ]);
  });

  test.each(['berger', 'circle'] as const)(
    'has everybody meet everybody (%s) as often as it has cycles, each time from the other seat',
    (order) => {
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 3 }), (count, cycles) => {
          const { pairings } = playOut({ type: 'round-robin', cycles, order, seeding: 'entry' }, count, `${count}`);
          const met = Map.groupBy(pairings, ({ agents }) => pairKey(agents));
          expect(met.size).toBe((count * (count - 1)) / 2);
          for (const round of roundsOf(pairings)) {
            const seated = round.flatMap(({ agents }) => agents);
            expect(new Set(seated).size).toBe(seated.length);
          }
          for (const list of met.values()) {
            expect(list).toHaveLength(cycles);
            expect(new Set(list.map(({ agents }) => agents[0])).size).toBe(Math.min(2, cycles));
          }
        }),
        { numRuns: 40 },
      );
    },
  );

  test('nobody sits first more than once oftener than second in a cycle', () => {
    for (let count = 2; count <= 33; count++) {
      const balance = new Map<string, number>();
      for (const { agents } of playOut({ type: 'round-robin' }, count, 'x').pairings) {
        const [first, second] = agents as [string, string];
        balance.set(first, (balance.get(first) ?? 0) + 1);
        balance.set(second, (balance.get(second) ?? 0) - 1);
      }
      expect(Math.max(...[...balance.values()].map(Math.abs))).toBeLessThanOrEqual(1);
    }
  });

  test('with an odd number everybody is free once in a cycle', () => {
    const { pairings } = playOut({ type: 'round-robin', cycles: 2 }, 7, 'x');
    const rounds = roundsOf(pairings);
    expect(rounds).toHaveLength(14);
    for (let i = 1; i <= 7; i++) {
      expect(rounds.filter((round) => round.every(({ agents }) => !agents.includes(`A${i}`)))).toHaveLength(2);
    }
  });

  test('goes on without those who withdrew: who would have met one has won', () => {
    const { pairings } = playOut({ type: 'round-robin', seeding: 'entry' }, 4, 'x', {
      withdraw: (round) => (round === 1 ? ['A1', 'A2'] : []),
      ranks: () => [1, 1],
    });
    const later = pairings.filter(({ round }) => round > 1);
    expect(later.every(({ agents }) => agents.includes('A3') || agents.includes('A4'))).toBe(true);
    const walkovers = later.filter(({ outcome }) => outcome!.forfeit);
    expect(walkovers.every(({ agents, outcome }) => outcome!.ranks[agents.findIndex((a) => a > 'A2')] === 1)).toBe(
      true,
    );
    expect(pairings.some(({ round, agents }) => round > 1 && pairKey(agents) === 'A1 A2')).toBe(false);
  });
});
