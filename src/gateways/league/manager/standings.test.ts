import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Pairing } from '../../../competitions/competition.ts';
import { decide } from '../../../competitions/series.ts';
import { standings } from '../../../competitions/standings.ts';
import { samplePlayer } from './fixture.ts';
import { ranksOf } from './pairing-tables.ts';
import { leagueTable, type Result } from './standings.ts';
import { scheduleOf } from './underlying.ts';

type Counted = { a: string; b: string; result: Result };

/** The table of a competition in which these matches were played, one after another. */
function tableOf(ids: string[], counted: Counted[]) {
  const format = { type: 'round-robin' } as const;
  const pairings = counted.map(({ a, b, result }, i): Pairing => {
    const agents = [a, b];
    const game = { match: '', agents, ranks: ranksOf(result, { id: '', round: i, a, b }), reason: '' };
    const outcome = decide(format, { agents, games: [game], absent: [], voids: 0 }, () => 1);
    return { id: `R${i}M1`, round: i, agents, outcome };
  });
  const entrants = ids.map((agent, i) => ({ agent, name: `Agent ${agent}`, seed: i + 1, lot: i + 1, withdrew: false }));
  return leagueTable(standings(format, entrants, pairings, ''));
}
const win = (winner: string): Result => ({ status: 'WIN', winner, reason: '' });
const draw: Result = { status: 'DRAW', winner: null, reason: '' };

test('4.5 a win is 3 points, a draw 1, a loss 0; an absent player loses to the other', () => {
  const rows = tableOf(
    ['P01', 'P02'],
    [
      { a: 'P01', b: 'P02', result: win('P02') },
      { a: 'P01', b: 'P02', result: draw },
      { a: 'P01', b: 'P02', result: { status: 'TECHNICAL_LOSS', winner: 'P01', reason: '' } },
    ],
  );
  expect(rows).toEqual([
    { rank: 1, player_id: 'P01', display_name: 'Agent P01', played: 3, wins: 1, draws: 1, losses: 1, points: 4 },
    { rank: 2, player_id: 'P02', display_name: 'Agent P02', played: 3, wins: 1, draws: 1, losses: 1, points: 4 },
  ]);
});

test('4.5 when both are absent both lose', () => {
  const [first, second] = tableOf(
    ['P01', 'P02'],
    [{ a: 'P01', b: 'P02', result: { status: 'TECHNICAL_LOSS', winner: null, reason: '' } }],
  );
  for (const row of [first, second]) expect(row).toMatchObject({ played: 1, losses: 1, wins: 0, draws: 0, points: 0 });
});

test('4.6 ties go by points, wins, draws, then the number of the id', () => {
  const order = (ids: string[], results: [string, string, Result][]) =>
    tableOf(
      ids,
      results.map(([a, b, result]) => ({ a, b, result })),
    ).map(({ player_id }) => player_id);
  expect(order(['P10', 'P9', 'P100'], [])).toEqual(['P9', 'P10', 'P100']);
  const threeDraws: [string, string, Result][] = [
    ['P01', 'P03', draw],
    ['P01', 'P04', draw],
    ['P01', 'P05', draw],
  ];
  expect(order(['P01', 'P02', 'P03', 'P04', 'P05'], [...threeDraws, ['P02', 'P03', win('P02')]])[0]).toBe('P02');
});

test('4.5 every match hands out two or three points, or none when both were absent', () => {
  const results = fc.constantFrom<'a' | 'b' | 'draw' | 'absent'>('a', 'b', 'draw', 'absent');
  fc.assert(
    fc.property(fc.array(results, { minLength: 28, maxLength: 28 }), (outcomes) => {
      const ids = ['P01', 'P02', 'P03', 'P04', 'P05', 'P06', 'P07', 'P08'];
      const counted = scheduleOf(ids.map(samplePlayer))
        .flat()
        .map(({ a, b }, i) => {
          const outcome = outcomes[i]!;
          const result: Result =
            outcome === 'draw'
              ? draw
              : outcome === 'absent'
                ? { status: 'TECHNICAL_LOSS', winner: null, reason: '' }
                : win(outcome === 'a' ? a : b);
          return { a, b, result, points: outcome === 'draw' ? 2 : outcome === 'absent' ? 0 : 3 };
        });
      const rows = tableOf(ids, counted);
      const sum = (list: number[]) => list.reduce((x, y) => x + y, 0);
      expect(sum(rows.map(({ points }) => points))).toBe(sum(counted.map(({ points }) => points)));
      for (const row of rows) expect(row.played).toBe(row.wins + row.draws + row.losses);
      expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }),
  );
});
