import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import type { BlottoState } from './rules.ts';
import { ALLOCATIONS, blotto } from './rules.ts';

const random = stepRandom('00'.repeat(32), 0);

function played(...rounds: [number[], number[]][]): BlottoState {
  let state = blotto.start({}, 2, random);
  for (const [a, b] of rounds) {
    state = blotto.play(
      state,
      [
        { seat: 0, move: { allocation: a } },
        { seat: 1, move: { allocation: b } },
      ],
      random,
    );
  }
  return state;
}
const check = (allocation: number[]) => blotto.check(played(), { seat: 0, move: { allocation } });

const EVEN = [2, 2, 2, 2, 2];
const THREE = [4, 3, 3, 0, 0];

describe('blotto', () => {
  test('more soldiers take a battlefield and three battlefields take the round', () => {
    expect(played([THREE, EVEN])).toEqual({
      history: [{ round: 1, allocations: [THREE, EVEN], battlefieldWinners: [0, 0, 0, 1, 1], winner: 0 }],
      scores: [1, 0],
    });
    expect(played([EVEN, THREE]).scores).toEqual([0, 1]);
  });

  test('equal soldiers on a battlefield are a tie there', () => {
    expect(played([EVEN, [2, 2, 2, 4, 0]]).history[0]!.battlefieldWinners).toEqual([null, null, null, 1, 0]);
  });

  test('two battlefields against one win nothing', () => {
    expect(
      played([
        [3, 3, 2, 2, 0],
        [2, 2, 2, 2, 2],
      ]),
    ).toMatchObject({ history: [{ winner: null }], scores: [0, 0] });
  });

  test('an allocation has five whole, non-negative parts', () => {
    for (const allocation of [EVEN, [10, 0, 0, 0, 0]]) expect(Value.Check(blotto.move, { allocation })).toBe(true);
    for (const allocation of [[5, 5], [2, 2, 2, 2, 1, 1], [-1, 5, 3, 2, 1], [2.5, 2.5, 5, 0, 0], '22222']) {
      expect(Value.Check(blotto.move, { allocation })).toBe(false);
    }
  });

  test('an allocation sums to exactly ten', () => {
    expect(check(EVEN)).toBeUndefined();
    expect(check([2, 2, 2, 2, 1])?.reason).toMatch('exactly 10');
    expect(check([3, 2, 2, 2, 2])?.reason).toMatch('exactly 10');
  });

  test('both seats are asked in secret for five rounds, then more points win', () => {
    expect(blotto.status(played())).toEqual({ kind: 'turn', number: 1, must: [0, 1], sealed: true });
    const lost: [number[], number[]] = [EVEN, THREE];
    const won: [number[], number[]] = [THREE, EVEN];
    expect(blotto.status(played(won, lost, won, [EVEN, EVEN], won))).toEqual({
      kind: 'over',
      ranks: [1, 2],
      scores: [3, 1],
      reason: 'rounds',
    });
    expect(blotto.status(played(won, lost, won, lost, [EVEN, EVEN]))).toMatchObject({ ranks: [1, 1], scores: [2, 2] });
  });

  test('allocations are written with dashes and read with any separator', () => {
    expect(blotto.text!.print(played(), { allocation: [3, 3, 2, 1, 1] })).toBe('3-3-2-1-1');
    for (const text of ['3-3-2-1-1', '3 3 2 1 1', '3, 3, 2, 1, 1']) {
      expect(blotto.text!.parse(played(), 0, text)).toEqual({ allocation: [3, 3, 2, 1, 1] });
    }
    for (const text of ['', '3 3 2', 'a b c d e']) expect(blotto.text!.parse(played(), 0, text)).toBeUndefined();
  });

  test('there are 1001 allocations, all of them legal', () => {
    expect(new Set(ALLOCATIONS.map(String)).size).toBe(1001);
    expect(ALLOCATIONS.every((allocation) => check([...allocation]) === undefined)).toBe(true);
  });

  test('a view tells the figures of the game and the whole history', () => {
    const state = played([THREE, EVEN]);
    expect(blotto.view(state, 1)).toEqual({
      currentRound: 2,
      maxRounds: 5,
      battlefields: 5,
      soldiers: 10,
      scores: [1, 0],
      last: state.history[0],
      history: state.history,
    });
  });

  test('swapping the seats swaps the winners', () => {
    const allocation = fc.constantFrom(...ALLOCATIONS).map((list) => [...list]);
    const swapped = (winner: number | null) => (winner === null ? null : 1 - winner);
    fc.assert(
      fc.property(allocation, allocation, (a, b) => {
        const one = played([a, b]).history[0]!;
        const other = played([b, a]).history[0]!;
        expect(other.battlefieldWinners).toEqual(one.battlefieldWinners.map(swapped));
        expect(other.winner).toBe(swapped(one.winner));
      }),
    );
  });
});
