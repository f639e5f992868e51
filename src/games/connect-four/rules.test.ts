import { describe, expect, it } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { connectFourBots } from './bots.ts';
import type { State } from './rules.ts';
import { connectFour } from './rules.ts';

const random = stepRandom('00'.repeat(32), 0);
const start = () => connectFour.start({}, 2, random);
const stateAfter = (columns: string): State =>
  [...columns].reduce(
    (state, column, ply) => connectFour.play(state, [{ seat: ply % 2, move: { column: Number(column) } }], random),
    start(),
  );
const picture = (state: State): string[] => connectFour.view(state, 'spectator').board.map((row) => row.join(''));
const choice = (name: string, state: State): number => {
  const status = connectFour.status(state);
  if (status.kind === 'over') throw new Error('over');
  const seat = status.must[0]!;
  const bot = connectFourBots.find((known) => known.name === name)!;
  return bot.play(connectFour.view(state, seat), status, seat, random).column;
};

describe('connect four', () => {
  it('lets discs fall on the bottom and on each other', () => {
    expect(picture(stateAfter('3323'))).toEqual(['.......', '.......', '.......', '...O...', '...O...', '..XX...']);
  });

  it('shows where the last disc fell and who is next', () => {
    expect(connectFour.view(stateAfter('33'), 0)).toMatchObject({ last: [4, 3], line: null, toMove: 0 });
    expect(connectFour.view(start(), 0)).toMatchObject({ last: null, line: null, toMove: 0 });
  });

  it('refuses a full column and lists the others in ascending order', () => {
    const state = stateAfter('222222');
    expect(connectFour.check(state, { seat: 0, move: { column: 2 } })).toEqual({
      code: 'column-full',
      reason: 'Column 2 is full.',
    });
    expect(connectFour.moves?.(state, 0).map(({ column }) => column)).toEqual([0, 1, 3, 4, 5, 6]);
  });

  it.each([
    [
      'across',
      '0011223',
      [
        [5, 0],
        [5, 1],
        [5, 2],
        [5, 3],
      ],
    ],
    [
      'up',
      '0101010',
      [
        [2, 0],
        [3, 0],
        [4, 0],
        [5, 0],
      ],
    ],
    [
      'rising',
      '01122323363',
      [
        [2, 3],
        [3, 2],
        [4, 1],
        [5, 0],
      ],
    ],
    [
      'falling',
      '65544343303',
      [
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 6],
      ],
    ],
    [
      'in the middle of five',
      '001133442',
      [
        [5, 0],
        [5, 1],
        [5, 2],
        [5, 3],
        [5, 4],
      ],
    ],
  ])('is won by four %s', (_name, columns, line) => {
    const state = stateAfter(columns);
    expect(connectFour.status(state)).toMatchObject({ kind: 'over', ranks: [1, 2], scores: [1, 0] });
    expect(connectFour.view(state, 'spectator').line).toEqual(line);
  });

  it('can be won by the second seat', () => {
    expect(connectFour.status(stateAfter('01010161'))).toMatchObject({ ranks: [2, 1], scores: [0, 1] });
  });

  it('does not connect around the edge', () => {
    expect(connectFour.status(stateAfter('4050616')).kind).toBe('turn');
  });

  it('is drawn when the board is full without a line', () => {
    const state = stateAfter('010101101010232323323232454545545454666666');
    expect(connectFour.status(state)).toMatchObject({ kind: 'over', ranks: [1, 1], scores: [0.5, 0.5] });
    expect(connectFour.moves?.(state, 0)).toEqual([]);
  });

  it.each(['7', '-1', '', '03', ' 3', 'x'])('reads no move in %j', (text) => {
    expect(connectFour.text?.parse(start(), 0, text)).toBeUndefined();
  });
});

describe('the bots of connect four', () => {
  it.each(['medium', 'hard'])('take a win: %s', (name) => {
    expect(choice(name, stateAfter('001122'))).toBe(3);
  });

  it.each(['medium', 'hard'])('stop a win of the other: %s', (name) => {
    expect(choice(name, stateAfter('01010'))).toBe(0);
  });

  it('see a win two moves ahead when they are hard', () => {
    expect([1, 4]).toContain(choice('hard', stateAfter('2636')));
  });
});
