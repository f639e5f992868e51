import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplePlayer } from './fixture.ts';
import { dealReferees } from './schedule.ts';
import { scheduleOf } from './underlying.ts';

const players = (count: number) => Array.from({ length: count }, (_, i) => `P${String(i + 1).padStart(2, '0')}`);
const entered = (count: number) => players(count).map((id) => samplePlayer(id));

describe('the schedule', () => {
  test('4.1 everyone meets everyone once, nobody twice in a round, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), (count) => {
        const rounds = scheduleOf(entered(count));
        expect(rounds).toHaveLength(count % 2 ? count : count - 1);
        const met = new Set<string>();
        for (const round of rounds) {
          const seated = round.flatMap(({ a, b }) => [a, b]);
          expect(new Set(seated).size).toBe(seated.length);
          expect(round).toHaveLength(Math.floor(count / 2));
          for (const { a, b } of round) met.add([a, b].sort().join());
        }
        expect(met.size).toBe((count * (count - 1)) / 2);
      }),
    );
  });

  test('4.2 with an odd number everyone has one free round', () => {
    const rounds = scheduleOf(entered(5));
    for (const player of players(5)) {
      expect(rounds.filter((round) => round.every(({ a, b }) => a !== player && b !== player))).toHaveLength(1);
    }
  });

  test('4.1 matches are called R1M1, R1M2, …, and nobody is A much more often than B', () => {
    const rounds = scheduleOf(entered(8));
    expect(rounds[1]!.map(({ id, round }) => `${round} ${id}`)).toEqual(['2 R2M1', '2 R2M2', '2 R2M3', '2 R2M4']);
    for (const player of players(8)) {
      const asA = rounds.flat().filter(({ a }) => a === player).length;
      expect(Math.abs(asA - 3.5)).toBeLessThanOrEqual(1.5);
    }
  });
});

test('5.1 referees get matches in turn, each up to its most, and the house takes the rest', () => {
  const referees = [
    { id: 'REF01', most: 1 },
    { id: 'REF02', most: 2 },
  ];
  expect(dealReferees(5, referees)).toEqual(['REF01', 'REF02', 'REF02', null, null]);
  expect(dealReferees(2, referees)).toEqual(['REF01', 'REF02']);
  expect(dealReferees(2, [])).toEqual([null, null]);
});
