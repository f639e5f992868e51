import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Format } from './format.ts';
import { pointsOf } from './points.ts';
import { decide, type Game, MOST_VOIDS, nextSeats, type Series } from './series.ts';

const seedOf = (agent: string): number => 'ABCDEF'.indexOf(agent) + 1;
const swiss = (bestOf?: number): Format => ({ type: 'swiss', ...(bestOf !== undefined && { bestOf }) });
const knockout = (bestOf: number, extraPairs: number): Format => ({ type: 'knockout', bestOf, extraPairs });

/** `1` A wins, `0` B wins, `=` a draw. */
function series(results: string, more: Partial<Series> = {}): Series {
  const agents = ['A', 'B'];
  const games = [...results].map((result, i): Game => {
    const seats = i % 2 ? ['B', 'A'] : agents;
    const ranks = seats.map((agent) => (result === '=' ? 1 : (result === '1') === (agent === 'A') ? 1 : 2));
    return { match: `m${i}`, agents: seats, ranks, reason: 'played' };
  });
  return { agents, games, absent: [], voids: 0, ...more };
}

const ranks = (format: Format, results: string) => decide(format, series(results), seedOf)?.ranks ?? null;

describe('a pairing', () => {
  test('of one game ends as the game did', () => {
    expect(decide(swiss(), series(''), seedOf)).toBeNull();
    expect(decide(swiss(), series('1'), seedOf)).toEqual({ ranks: [1, 2], reason: 'played' });
    expect(decide(swiss(), series('='), seedOf)).toEqual({ ranks: [1, 1], reason: 'played' });
  });

  test('whose game both lost has no winner, and nobody gets a point', () => {
    const game = { match: 'm', agents: ['A', 'B'], ranks: [2, 2], reason: 'absent' };
    const outcome = decide(swiss(), series('', { games: [game] }), seedOf)!;
    expect(outcome).toEqual({ ranks: [2, 2], reason: 'absent' });
    expect([0, 1].map((one) => pointsOf(['A', 'B'], outcome, one))).toEqual([0, 0]);
  });

  test('best of three ends when it is decided, and not before', () => {
    expect(['1', '11', '10', '1=', '10=', '===', '100'].map((results) => ranks(swiss(3), results))).toEqual([
      null,
      [1, 2],
      null,
      null,
      [1, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(decide(swiss(3), series('1=1'), seedOf)).toEqual({ ranks: [1, 2], reason: 'score', scores: [2.5, 0.5] });
  });

  test('where somebody has to win goes to extra pairs, then to the better seed', () => {
    expect(ranks(knockout(1, 1), '=')).toBeNull();
    expect(ranks(knockout(1, 1), '=1')).toBeNull();
    expect(ranks(knockout(1, 1), '=1=')).toEqual([1, 2]);
    expect(decide(knockout(1, 1), series('=10'), seedOf)).toMatchObject({ ranks: [1, 2], reason: 'seed' });
    expect(ranks(knockout(2, 2), '1010')).toBeNull();
    expect(ranks(knockout(2, 2), '101010')).toEqual([1, 2]);
    expect(decide(knockout(1, 0), series('='), (agent) => -seedOf(agent))).toMatchObject({
      ranks: [2, 1],
      reason: 'seed',
    });
  });

  test('always ends, and where somebody has to win somebody does', () => {
    const formats = fc.oneof(
      fc.record({
        type: fc.constant('knockout' as const),
        bestOf: fc.integer({ min: 1, max: 7 }),
        extraPairs: fc.nat(3),
      }),
      fc.record({ type: fc.constant('swiss' as const), bestOf: fc.integer({ min: 1, max: 7 }) }),
    );
    fc.assert(
      fc.property(
        formats,
        fc.array(fc.constantFrom('1', '0', '='), { minLength: 14, maxLength: 14 }),
        (format, all) => {
          let played = 0;
          while (!decide(format, series(all.slice(0, played).join('')), seedOf)) played++;
          expect(played).toBeLessThanOrEqual(format.bestOf + ('extraPairs' in format ? 2 * format.extraPairs : 0));
          const outcome = decide(format, series(all.slice(0, played).join('')), seedOf)!;
          if (format.type === 'knockout') expect([...outcome.ranks].sort()).toEqual([1, 2]);
        },
      ),
    );
  });

  test('has its seats change with each game', () => {
    expect(['', '1', '10'].map((results) => nextSeats(series(results)).join(''))).toEqual(['AB', 'BA', 'AB']);
    const three = {
      agents: ['A', 'B', 'C'],
      absent: [],
      voids: 0,
      games: [{ match: 'm', agents: ['A', 'B', 'C'], ranks: [1, 2, 3], reason: '' }],
    };
    expect(nextSeats(three).join('')).toBe('BCA');
    expect(nextSeats({ ...three, absent: [{ agent: 'B', why: 'no-show' }] }).join('')).toBe('CA');
  });

  test('is lost by who does not come; when nobody comes both lose, and a knockout takes the better seed', () => {
    const absent = (...agents: string[]) => ({ absent: agents.map((agent) => ({ agent, why: 'no-show' as const })) });
    expect(decide(swiss(3), series('11', absent('A')), seedOf)).toMatchObject({
      ranks: [2, 1],
      reason: 'no-show',
      forfeit: ['A'],
    });
    expect(decide(swiss(), series('', absent('A', 'B')), seedOf)).toMatchObject({ ranks: [2, 2], forfeit: ['A', 'B'] });
    expect(decide(knockout(1, 1), series('', absent('A', 'B')), seedOf)).toMatchObject({
      ranks: [1, 2],
      reason: 'no-show',
    });
  });

  test('of more than two goes on without who does not come, while there are enough', () => {
    const format: Format = { type: 'heats', seats: 4, advance: 2 };
    const four: Series = {
      agents: ['A', 'B', 'C', 'D'],
      games: [],
      absent: [{ agent: 'D', why: 'no-show' }],
      voids: 0,
    };
    expect(decide(format, four, seedOf)).toBeNull();
    expect(decide(format, four, seedOf, 4)).toMatchObject({ ranks: [1, 1, 1, 4], forfeit: ['D'] });
    const played = { ...four, games: [{ match: 'm', agents: ['A', 'B', 'C'], ranks: [2, 1, 3], reason: 'played' }] };
    expect(decide(format, played, seedOf)).toMatchObject({ ranks: [2, 1, 3, 4] });
  });

  test('adds up the points of a heat of several games', () => {
    const format: Format = { type: 'heats', seats: 4, advance: 2, bestOf: 2 };
    const agents = ['A', 'B', 'C'];
    const game = (ranks: number[]): Game => ({ match: 'm', agents, ranks, reason: 'played' });
    const of = (...games: Game[]) => decide(format, { agents, games, absent: [], voids: 0 }, seedOf);
    expect(of(game([1, 2, 3]))).toBeNull();
    expect(of(game([1, 2, 3]), game([3, 1, 1]))).toEqual({ ranks: [2, 1, 3], reason: 'score', scores: [2, 2.5, 1.5] });
  });

  test('is decided by what was played when too many of its matches were void', () => {
    expect(decide(swiss(), series('', { voids: MOST_VOIDS - 1 }), seedOf)).toBeNull();
    expect(decide(swiss(), series('', { voids: MOST_VOIDS }), seedOf)).toEqual({ ranks: [1, 1], reason: 'void' });
    expect(decide(swiss(3), series('1', { voids: MOST_VOIDS }), seedOf)).toMatchObject({
      ranks: [1, 2],
      reason: 'score',
    });
  });

  test('of one alone is a bye', () => {
    expect(decide(swiss(), { agents: ['A'], games: [], absent: [], voids: 0 }, seedOf)).toEqual({
      ranks: [1],
      reason: 'bye',
    });
  });
});
