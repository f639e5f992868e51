import { describe, expect, test } from 'vitest';
import type { MatchRecord } from '../record.ts';
import { glicko2, lowOf, NEWCOMER, settleSure, sureAfter, sureBook } from './glicko.ts';

const sure = (rating: number, deviation: number, volatility = 0.06) => ({ rating, deviation, volatility });

describe('Glicko-2', () => {
  test('reproduces the worked example of its paper', () => {
    const games = [
      { opponent: sure(1400, 30), score: 1 },
      { opponent: sure(1550, 100), score: 0 },
      { opponent: sure(1700, 300), score: 0 },
    ];
    const after = glicko2(sure(1500, 200), games);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });

  test('grows less sure without games, as the paper says', () => {
    const after = glicko2(sure(1500, 200), []);
    expect(after.rating).toBe(1500);
    expect(after.deviation).toBeCloseTo(Math.hypot(200, 0.06 * 173.7178), 3);
  });

  test('moves a newcomer far and one who is known little, and the two of a match apart', () => {
    const [known, newcomer] = sureAfter([sure(1500, 50), NEWCOMER], [2, 1]);
    expect(newcomer!.rating - 1500).toBeGreaterThan(5 * (1500 - known!.rating));
    expect(newcomer!.deviation).toBeLessThan(350);
  });

  test('leaves equals equal who draw, and surer', () => {
    const [a, b] = sureAfter([NEWCOMER, NEWCOMER], [1, 1]);
    expect([a!.rating, b!.rating]).toEqual([expect.closeTo(1500, 9), expect.closeTo(1500, 9)]);
    expect(a!.deviation).toBeLessThan(300);
  });

  test('takes a surprise for a change of form', () => {
    const after = glicko2(sure(2200, 40), Array(10).fill({ opponent: sure(1200, 40), score: 0 }));
    expect(after.volatility).toBeGreaterThan(0.06);
    expect(Number.isFinite(after.rating)).toBe(true);
  });

  test('finds strengths apart by hundreds of games at about their distance', () => {
    let [a, b] = [NEWCOMER, NEWCOMER];
    for (let i = 0; i < 600; i++) [a, b] = sureAfter([a!, b!], i % 4 === 3 ? [2, 1] : [1, 2]) as [typeof a, typeof b];
    expect(Math.abs(a.rating - b.rating - 190.8)).toBeLessThan(60);
    expect(a.deviation).toBeLessThan(110);
  });
});

describe('settling', () => {
  const record = (kind: 'agent' | 'bot' = 'agent') =>
    ({
      game: 'ttt',
      terms: { rated: true },
      entries: [],
      seats: [
        { agent: 'a', kind },
        { agent: 'b', kind: 'agent' },
      ],
    }) as unknown as MatchRecord;
  const over = { kind: 'over', ranks: [1, 2], scores: [1, 0], reason: 'test' } as const;
  const none = () => undefined;

  test('posts rating, deviation, volatility and the lower bound of each agent, from where newcomers begin', () => {
    const effects = settleSure.effects(record(), { ...over, ranks: [1, 2], scores: [1, 0] }, none, undefined);
    expect(effects.map(({ agent, book }) => `${agent} ${book}`)).toEqual(
      ['a', 'b'].flatMap((agent) =>
        (['rating', 'deviation', 'volatility', 'low'] as const).map((figure) => `${agent} ${sureBook(figure, 'ttt')}`),
      ),
    );
    const [rating, deviation, , low] = effects;
    expect(rating).toMatchObject({ from: 1500, reason: 'won' });
    const after = { rating: 1500 + rating!.change, deviation: 350 + deviation!.change };
    expect(low!.from! + low!.change).toBeCloseTo(lowOf(after), 9);
  });

  test('posts nothing for what is void, unrated or played with a bot', () => {
    expect(settleSure.effects(record(), { kind: 'void', reason: 'x' }, none, undefined)).toEqual([]);
    expect(settleSure.effects(record('bot'), { ...over, ranks: [1, 2], scores: [1, 0] }, none, undefined)).toEqual([]);
    expect(settleSure.figures(record('bot'))).toEqual([]);
  });

  test('counts practice with a bot of known strength where that was agreed, and leaves the bot as it is', () => {
    const practice = record('bot');
    practice.terms = { ...practice.terms, practice: { rating: 1700, deviation: 20 } };
    expect(new Set(settleSure.figures(practice).map(({ agent }) => agent))).toEqual(new Set(['b']));
    const lost = settleSure.effects(practice, { ...over, ranks: [1, 2], scores: [1, 0] }, none, undefined);
    expect(new Set(lost.map(({ agent }) => agent))).toEqual(new Set(['b']));
    const [after] = sureAfter([NEWCOMER, sure(1700, 20)], [2, 1]);
    expect(lost[0]!.change).toBeCloseTo(after!.rating - 1500, 9);
    practice.seats[0]!.kind = 'human';
    expect(settleSure.effects(practice, { ...over, ranks: [1, 2], scores: [1, 0] }, none, undefined)).toEqual([]);
  });
});
