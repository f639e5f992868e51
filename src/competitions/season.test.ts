import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archive, checkSeason, type Season, type SeasonRow, seasonAt, seasonTable, softReset } from './season.ts';

const spring: Season = { id: 's1', game: 'chess', name: 'Spring', start: 100, end: 200, keep: 0.5, leastGames: 3 };
const row = (agent: string, rating: number, won: number, drawn = 0, lost = 0): SeasonRow => ({
  agent,
  name: agent,
  rating,
  won,
  drawn,
  lost,
});

describe('a season', () => {
  test('begins with a share of the old rating', () => {
    expect(softReset(1700, 1500, 0.5)).toBe(1600);
    expect(softReset(1300, 1500, 0.25)).toBe(1450);
    expect(softReset(undefined, 1500, 0.5)).toBe(1500);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.double({ min: 0, max: 1, noNaN: true }), (old, keep) => {
        const fresh = softReset(old, 1500, keep);
        expect(fresh).toBeGreaterThanOrEqual(Math.min(old, 1500) - 1e-6);
        expect(fresh).toBeLessThanOrEqual(Math.max(old, 1500) + 1e-6);
      }),
    );
  });

  test('ranks those who played enough; equal is equal', () => {
    const table = seasonTable(
      [row('a', 1600, 1, 1, 1), row('b', 1700, 2), row('c', 1600, 3), row('d', 1500, 0, 0, 9)],
      3,
    );
    expect(table.map(({ agent, rank, played }) => [agent, rank, played])).toEqual([
      ['a', 1, 3],
      ['c', 1, 3],
      ['d', 3, 9],
      ['b', null, 2],
    ]);
  });

  test('keeps its final table and champions, without those who never played', () => {
    const kept = archive(spring, [row('a', 1600, 3), row('b', 1600, 0, 3), row('c', 1900, 1), row('d', 1500, 0)], 205);
    expect(kept).toMatchObject({ season: spring, at: 205, champions: ['a', 'b'] });
    expect(kept.table.map(({ agent }) => agent)).toEqual(['a', 'b', 'c']);
    expect(archive(spring, [row('c', 1900, 1)], 205).champions).toEqual([]);
  });

  test('is one at a time on a ladder', () => {
    expect(seasonAt([spring], 'chess', 100)).toBe(spring);
    expect(seasonAt([spring], 'chess', 200)).toBeUndefined();
    expect(seasonAt([spring], 'go', 150)).toBeUndefined();
    const check = (more: Partial<Season>) => checkSeason({ ...spring, id: 's2', ...more }, [spring]);
    expect(check({ start: 200, end: 300 })).toMatchObject({ id: 's2' });
    expect(check({ game: 'go' })).toMatchObject({ id: 's2' });
    expect(checkSeason({ ...spring, end: 250 }, [spring])).toMatchObject({ end: 250 });
    expect(check({})).toMatchObject({ code: 'overlap' });
    expect(check({ start: 300, end: 300 })).toMatchObject({ code: 'wrong-time' });
    expect(check({ start: 300, end: 300 + 401 * 86_400_000 })).toMatchObject({ code: 'wrong-time' });
    expect(check({ start: 200, end: 300, keep: 1.5 })).toMatchObject({ field: 'keep' });
    expect(check({ start: 200, end: 300, keep: Number.NaN })).toMatchObject({ field: 'keep' });
    expect(check({ start: 200, end: 300, leastGames: -1 })).toMatchObject({ field: 'leastGames' });
    expect(check({ start: 200, end: 300, name: '' })).toMatchObject({ field: 'name' });
  });
});
