import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pairing, Seeded } from './competition.ts';
import type { Format } from './format.ts';
import { entrants, playOut, seedFrom } from './formats/fixture.ts';
import { seedEntrants } from './seeds.ts';
import { type Standing, standings } from './standings.ts';

const seed = seedFrom('standings');
const roundRobin: Format = { type: 'round-robin' };

const players = (names: string): Seeded[] =>
  [...names].map((agent, i) => ({ agent, name: agent, seed: i + 1, lot: names.length - i, withdrew: false }));

/** `AB1`: A beat B; `AB=` drew; `AB0` lost; `A` a bye. One word a pairing, all in a round of their own. */
const results = (text: string): Pairing[] =>
  text.split(' ').map((word, i): Pairing => {
    const agents = [...word].filter((letter) => /[A-Z]/.test(letter));
    const sign = word.at(-1);
    const ranks = agents.length === 1 ? [1] : sign === '1' ? [1, 2] : sign === '0' ? [2, 1] : [1, 1];
    return {
      id: `R${i + 1}M1`,
      round: i + 1,
      agents,
      outcome: { ranks, reason: agents.length === 1 ? 'bye' : 'played' },
    };
  });

const column = (rows: Standing[], of: (row: Standing) => unknown) =>
  Object.fromEntries(rows.map((row) => [row.agent, of(row)]));

describe('the table', () => {
  test('counts points 1, ½ and 0, and 1 for a bye, which is not played', () => {
    const rows = standings(roundRobin, players('ABC'), results('AB1 BC= C A'), seed);
    expect(rows.map(({ tieBreaks: _, name: __, ...row }) => row)).toEqual([
      { rank: 1, agent: 'A', points: 2, played: 1, wins: 1, draws: 0, losses: 0 },
      { rank: 2, agent: 'C', points: 1.5, played: 1, wins: 0, draws: 1, losses: 0 },
      { rank: 3, agent: 'B', points: 0.5, played: 2, wins: 0, draws: 1, losses: 1 },
    ]);
  });

  test('has the Sonneborn-Berger scores of a published double round robin of four', () => {
    // A and B have four wins each of six; 4 + 3 + 3 + 1 = 11 against 4 + 3 + 1 + 1 = 9.
    const rows = standings(
      { type: 'round-robin', cycles: 2 },
      players('ABCD'),
      results('AB1 AC1 AD1 BC1 BD1 CD1 AB0 AC1 AD0 BC0 BD1 CD1'),
      seed,
    );
    expect(column(rows, ({ points }) => points)).toEqual({ A: 4, B: 4, C: 3, D: 1 });
    expect(column(rows, ({ tieBreaks }) => tieBreaks.sonnebornBerger)).toEqual({ A: 11, B: 9, C: 6, D: 4 });
    expect(column(rows, ({ tieBreaks }) => tieBreaks.headToHead)).toEqual({ A: 1, B: 1, C: 0, D: 0 });
    expect(column(rows, ({ rank }) => rank)).toEqual({ A: 1, B: 2, C: 3, D: 4 });
  });

  test('has the Buchholz and Sonneborn-Berger scores of a Swiss of five, worked by hand', () => {
    // Round 1: A beats C, B draws D, E has a bye. Round 2: A draws E, B beats C, D a bye. Round 3: A beats B, E loses to D, C a bye.
    const rows = standings(
      { type: 'swiss', rounds: 3 },
      players('ABCDE'),
      results('AC1 BD= E AE= BC1 D AB1 ED0 C'),
      seed,
    );
    expect(column(rows, ({ points }) => points)).toEqual({ A: 2.5, B: 1.5, C: 1, D: 2.5, E: 1.5 });
    // A met C, E, B: 1 + 1½ + 1½. B met D, C, A: 2½ + 1 + 2½. C met A, B and had a bye: 2½ + 1½ + 1.
    // D met B, E and had a bye: 1½ + 1½ + 2½. E met A, D and had a bye: 2½ + 2½ + 1½.
    expect(column(rows, ({ tieBreaks }) => tieBreaks.buchholz)).toEqual({ A: 4, B: 6, C: 5, D: 5.5, E: 6.5 });
    // A: 1 + ½ of 1½ + 1½. B: ½ of 2½ + 1. C: its bye 1. D: ½ of 1½ + 1½ + its bye 2½. E: ½ of 2½ + its bye 1½.
    expect(column(rows, ({ tieBreaks }) => tieBreaks.sonnebornBerger)).toEqual({
      A: 3.25,
      B: 2.25,
      C: 1,
      D: 4.75,
      E: 2.75,
    });
    // A and D have not met, nor have B and E: Buchholz decides.
    expect(rows.map(({ agent, rank }) => `${rank}${agent}`)).toEqual(['1D', '2A', '3E', '4B', '5C']);
  });

  test('puts who won between two before Buchholz, but only where all that are tied have met', () => {
    const met = standings({ type: 'swiss', rounds: 2 }, players('ABCD'), results('AB1 CD1 AC0 BD1 BC1 AD1'), seed);
    // A, B and C have two points each, and beat one another in a circle.
    expect(met.slice(0, 3).map(({ tieBreaks }) => tieBreaks.headToHead)).toEqual([1, 1, 1]);
    const apart = standings({ type: 'swiss', rounds: 1 }, players('ABCD'), results('AC1 BD1'), seed);
    expect(apart.slice(0, 2).map(({ tieBreaks }) => tieBreaks.headToHead)).toEqual([0, 0]);
    const two = standings({ type: 'swiss', rounds: 2 }, players('ABCD'), results('AB0 AC1 BD0 CD0'), seed);
    expect(two.map(({ agent, points, tieBreaks }) => [agent, points, tieBreaks.headToHead])).toEqual([
      ['D', 2, 0],
      ['B', 1, 1],
      ['A', 1, 0],
      ['C', 0, 0],
    ]);
  });

  test('shows equal as equal, in the order of the lots', () => {
    const rows = standings(roundRobin, players('ABC'), results('AB= BC= AC='), seed);
    expect(rows.map(({ agent, rank, tieBreaks }) => [agent, rank, tieBreaks.lot])).toEqual([
      ['C', 1, 1],
      ['B', 1, 2],
      ['A', 1, 3],
    ]);
    expect(standings(roundRobin, players('AB'), [], seed).map(({ rank }) => rank)).toEqual([1, 1]);
  });

  test('gives nothing to those who forfeit, even to both', () => {
    const both: Pairing[] = [
      { id: 'R1M1', round: 1, agents: ['A', 'B'], outcome: { ranks: [2, 2], reason: 'no-show', forfeit: ['A', 'B'] } },
    ];
    for (const row of standings(roundRobin, players('AB'), both, seed))
      expect(row).toMatchObject({ points: 0, losses: 1, played: 1 });
  });

  test('of a knockout is by how far each came: the losers of the semi-finals share the third place', () => {
    const ranksOf = (format: Format) => {
      const { entrants: all, pairings } = playOut(format, 8, 'x', {
        ranks: ({ agents }) => (Number(agents[0]!.slice(1)) < Number(agents[1]!.slice(1)) ? [1, 2] : [2, 1]),
      });
      return standings(format, all, pairings, seed).map(({ rank, agent }) => `${rank} ${agent}`);
    };
    expect(ranksOf({ type: 'knockout' })).toEqual(['1 A1', '2 A2', '3 A3', '3 A4', '5 A5', '5 A6', '5 A7', '5 A8']);
    expect(ranksOf({ type: 'knockout', thirdPlace: true }).slice(2, 4)).toEqual(['3 A3', '4 A4']);
    expect(ranksOf({ type: 'double-knockout' })).toEqual([
      '1 A1',
      '2 A2',
      '3 A3',
      '4 A4',
      '5 A5',
      '5 A6',
      '7 A7',
      '7 A8',
    ]);
  });

  test('of an arena counts streaks', () => {
    const format: Format = { type: 'arena', minutes: 10, streaks: true };
    const rows = standings(format, players('AB'), results('AB1 AB1 AB1 AB0'), seed);
    expect(column(rows, ({ points }) => points)).toEqual({ A: 4, B: 1 });
    expect(rows[0]).toMatchObject({ played: 4, wins: 3, losses: 1 });
  });

  test('adds up whatever the format, and does not depend on the order in which results came', () => {
    const formats: Format[] = [
      { type: 'round-robin' },
      { type: 'swiss' },
      { type: 'knockout' },
      { type: 'double-knockout' },
      { type: 'arena', minutes: 5 },
      { type: 'gauntlet' },
      { type: 'heats', seats: 4, advance: 2 },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.integer({ min: 2, max: 12 }), fc.string(), (format, count, text) => {
        const run = playOut(format, count, text, { waves: 12 });
        const rows = standings(format, run.entrants, run.pairings, run.seed);
        const sum = (of: (row: Standing) => number) => rows.reduce((total, row) => total + of(row), 0);
        expect(rows.map(({ agent }) => agent).sort()).toEqual(run.entrants.map(({ agent }) => agent).sort());
        expect(sum(({ points }) => points)).toBe(
          run.pairings.reduce((total, { agents }) => total + Math.max(1, (agents.length * (agents.length - 1)) / 2), 0),
        );
        for (const row of rows) expect(row.wins + row.draws + row.losses).toBe(row.played);
        for (const [i, row] of rows.entries()) expect(row.rank).toBeLessThanOrEqual(i + 1);
        const turned = [...run.pairings].reverse().sort((a, b) => a.round - b.round);
        expect(standings(format, run.entrants, turned, run.seed)).toEqual(rows);
      }),
    );
  });
});

describe('seeds', () => {
  const list = (seeding: 'rating' | 'drawn' | 'entry') =>
    seedEntrants(
      entrants(6).map(({ rating: _, ...entrant }, i) => (i < 4 ? { ...entrant, rating: 1500 + (i % 2) } : entrant)),
      { type: 'swiss', seeding },
      seed,
    );

  test('go by rating, between equals by lot, and those without a rating come last', () => {
    const seeded = list('rating');
    expect(seeded.map(({ rating }) => rating)).toEqual([1501, 1501, 1500, 1500, undefined, undefined]);
    for (const i of [0, 2, 4]) expect(seeded[i]!.lot).toBeLessThan(seeded[i + 1]!.lot);
    expect(seeded.map((entrant) => entrant.seed)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('are the lots when they are drawn, and the order of entry when that is asked for', () => {
    for (const entrant of list('drawn')) expect(entrant.seed).toBe(entrant.lot);
    expect(list('entry').map(({ agent }) => agent)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6']);
    expect(list('drawn')).toEqual(list('drawn'));
  });
});
