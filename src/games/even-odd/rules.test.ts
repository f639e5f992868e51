import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { Random } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import type { Parity } from './rules.ts';
import { evenOdd } from './rules.ts';

const drawing = (number: number): Random => ({ ...stepRandom('00'.repeat(32), 0), int: () => number - 1 });

function played(number: number, first: Parity, second: Parity) {
  const state = evenOdd.start({}, 2, drawing(number));
  return evenOdd.play(
    state,
    [
      { seat: 0, move: { choice: first } },
      { seat: 1, move: { choice: second } },
    ],
    drawing(number),
  );
}

describe('even or odd', () => {
  test.each([
    [8, 'even', 'odd', [1, 2], [1, 0]],
    [8, 'odd', 'even', [2, 1], [0, 1]],
    [7, 'even', 'odd', [2, 1], [0, 1]],
    [7, 'odd', 'odd', [1, 1], [1, 1]],
    [7, 'even', 'even', [1, 1], [0, 0]],
    [10, 'even', 'even', [1, 1], [1, 1]],
  ] as const)('with %i drawn, %s against %s ranks %j', (number, first, second, ranks, scores) => {
    expect(evenOdd.status(played(number, first, second))).toEqual({ kind: 'over', ranks, scores, reason: 'drawn' });
  });

  test('both are asked once, in secret', () => {
    const state = evenOdd.start({}, 2, drawing(1));
    expect(evenOdd.status(state)).toEqual({ kind: 'turn', number: 1, must: [0, 1], sealed: true });
  });

  test('there is no number before both have chosen', () => {
    const state = evenOdd.start({}, 2, drawing(1));
    expect(state).toEqual({ draw: null });
    expect(evenOdd.view(state, 0)).toEqual({ highest: 10, number: null, parity: null, choices: null });
  });

  test('afterwards everybody sees number, parity and choices', () => {
    expect(evenOdd.view(played(3, 'even', 'odd'), 'spectator')).toEqual({
      highest: 10,
      number: 3,
      parity: 'odd',
      choices: ['even', 'odd'],
    });
  });

  test('every number from 1 to 10 is drawn, and no other', () => {
    const drawn = Array.from({ length: 400 }, (_, step) => {
      const random = stepRandom('ab'.repeat(32), step);
      const [first, second] = [{ choice: 'even' }, { choice: 'odd' }] as const;
      const state = evenOdd.play(
        { draw: null },
        [
          { seat: 0, move: first },
          { seat: 1, move: second },
        ],
        random,
      );
      return state.draw!.number;
    });
    expect([...new Set(drawn)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('a choice is even or odd, nothing else', () => {
    for (const choice of ['even', 'odd']) expect(Value.Check(evenOdd.move, { choice })).toBe(true);
    for (const choice of ['Even', 'both', 2, null]) expect(Value.Check(evenOdd.move, { choice })).toBe(false);
  });

  test('choices are written as they are', () => {
    const state = evenOdd.start({}, 2, drawing(1));
    expect(evenOdd.text!.parse(state, 0, ' Even ')).toEqual({ choice: 'even' });
    expect(evenOdd.text!.parse(state, 0, '2')).toBeUndefined();
    expect(evenOdd.text!.print(state, { choice: 'odd' })).toBe('odd');
  });
});
