import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import type { EchoState } from './rules.ts';
import { echo } from './rules.ts';

const random = stepRandom('00'.repeat(32), 0);

function played(...rounds: [number, number][]): EchoState {
  let state = echo.start({}, 2, random);
  for (const [a, b] of rounds) {
    state = echo.play(
      state,
      [
        { seat: 0, move: { number: a } },
        { seat: 1, move: { number: b } },
      ],
      random,
    );
  }
  return state;
}

describe('echo', () => {
  test('the higher number takes the round and one point', () => {
    expect(played([7, 3])).toEqual({ rounds: [{ numbers: [7, 3], counted: [7, 3], winner: 0 }], scores: [1, 0] });
    expect(played([3, 7]).scores).toEqual([0, 1]);
  });

  test('equal numbers give nobody a point', () => {
    expect(played([5, 5])).toMatchObject({ scores: [0, 0], rounds: [{ winner: null }] });
  });

  test("a number that repeats one's previous number counts as 0", () => {
    const state = played([10, 9], [10, 1]);
    expect(state.rounds[1]).toEqual({ numbers: [10, 1], counted: [0, 1], winner: 1 });
    expect(state.scores).toEqual([1, 1]);
  });

  test('two repeated numbers tie', () => {
    expect(played([10, 9], [10, 9]).rounds[1]).toEqual({ numbers: [10, 9], counted: [0, 0], winner: null });
  });

  test("the opponent's previous number and one's own older numbers carry no penalty", () => {
    expect(played([10, 9], [9, 10], [10, 9]).rounds.map((round) => round.counted)).toEqual([
      [10, 9],
      [9, 10],
      [10, 9],
    ]);
  });

  test('both seats are asked in secret for five rounds, then more points win', () => {
    expect(echo.status(played())).toEqual({ kind: 'turn', number: 1, must: [0, 1], sealed: true });
    const over = echo.status(played([2, 1], [3, 2], [1, 5], [2, 1], [9, 4]));
    expect(over).toEqual({ kind: 'over', ranks: [1, 2], scores: [4, 1], reason: 'rounds' });
  });

  test('equal points after five rounds are a draw', () => {
    expect(echo.status(played([2, 1], [1, 2], [3, 3], [4, 4], [5, 5]))).toMatchObject({
      ranks: [1, 1],
      scores: [1, 1],
    });
  });

  test('only whole numbers from 1 to 10 fit the move', () => {
    for (const number of [1, 10]) expect(Value.Check(echo.move, { number })).toBe(true);
    for (const number of [0, 11, 2.5, '7', null]) expect(Value.Check(echo.move, { number })).toBe(false);
  });

  test('numbers are written as text', () => {
    expect(echo.text!.parse(played(), 0, '7')).toEqual({ number: 7 });
    expect(echo.text!.print(played(), { number: 10 })).toBe('10');
    for (const text of ['0', '11', '07', 'x', '']) expect(echo.text!.parse(played(), 0, text)).toBeUndefined();
  });

  test('a view tells the round to decide and what the last one brought', () => {
    expect(echo.view(played(), 0)).toEqual({ currentRound: 1, maxRounds: 5, scores: [0, 0], last: null, history: [] });
    const view = echo.view(played([7, 3]), 'spectator');
    expect(view).toMatchObject({ currentRound: 2, scores: [1, 0], last: { numbers: [7, 3] } });
    expect(view.history).toHaveLength(1);
  });

  test('scores count the rounds won', () => {
    const pair = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), (rounds) => {
        const state = played(...rounds);
        for (const seat of [0, 1]) {
          expect(state.scores[seat]).toBe(state.rounds.filter((round) => round.winner === seat).length);
        }
      }),
    );
  });
});
