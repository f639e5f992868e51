import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { goBots } from './bots.ts';
import type { Move, State } from './rules.ts';
import { go } from './rules.ts';

const random = stepRandom('00'.repeat(32), 0);
const start = (size = 9) => go.start({ size }, 2, random);

const moveOf = (text: string): Move => go.text!.parse(start(), 0, text)!;

function playText(from: State, texts: string): State {
  return texts.split(' ').reduce((state, text) => {
    const seat = state.count % 2;
    const move = moveOf(text);
    const refused = go.check(state, { seat, move });
    if (refused) throw new Error(refused.reason);
    return go.play(state, [{ seat, move }], random);
  }, from);
}

/** A position drawn with X for black and O for white, as if nothing had happened before. */
function drawn(rows: string[], count = 0): State {
  const points = [...rows.join('')].map((sign) => '.XO'.indexOf(sign));
  return { ...start(), points, seen: [points.join('')], count };
}

const refusal = (state: State, text: string): string | undefined =>
  go.check(state, { seat: state.count % 2, move: moveOf(text) })?.reason;

const picture = (state: State): string[] =>
  go.view(state, 'spectator').board.map((row) => row.map((point) => '.XO'[point]).join(''));

describe('go', () => {
  it('starts on an empty 9x9 board with black, seat 0, to move', () => {
    expect(go.view(go.start({}, 2, random), 'spectator')).toEqual({
      size: 9,
      komi: 7,
      board: Array(9).fill(Array(9).fill(0)),
      toMove: 0,
      captures: { black: 0, white: 0 },
      last: null,
      passes: 0,
      moveCount: 0,
      moveLimit: 324,
      repeats: [],
      scores: [0, 7],
    });
  });

  it('has line 9 on top, column A on the left, and no column I', () => {
    const { board, last, toMove } = go.view(playText(start(), 'A9 J1 D4'), 0);
    expect(board[0]![0]).toBe(1);
    expect(board[8]![8]).toBe(2);
    expect(board[5]![3]).toBe(1);
    expect(last).toEqual({ point: 'D4' });
    expect(toMove).toBe(1);
  });

  it.each([9, 13, 19])('can be played on a board of %i lines', (size) => {
    expect(Value.Check(go.options, { size })).toBe(true);
    expect(go.moves!(start(size), 0)).toHaveLength(size * size + 1);
  });

  it('knows no other sizes', () => {
    expect(Value.Check(go.options, { size: 10 })).toBe(false);
  });

  it('takes stones without a liberty and counts them for the taker', () => {
    const state = playText(start(), 'A8 A9 B9');
    expect(picture(state)[0]).toBe('.X.......');
    expect(go.view(state, 0).captures).toEqual({ black: 1, white: 0 });
    const other = playText(start(), 'A9 A8 E5 B9');
    expect(go.view(other, 0).captures).toEqual({ black: 0, white: 1 });
  });

  it('takes several groups with one stone', () => {
    const rows = ['.OX......', 'OX.......', 'X........', ...Array(6).fill('.........')];
    const state = playText(drawn(rows), 'A9');
    expect(picture(state).slice(0, 2)).toEqual(['X.X......', '.X.......']);
    expect(state.captures.black).toBe(2);
  });

  it('refuses suicide of a stone and of a group', () => {
    const one = drawn(['.O.......', 'O........', ...Array(7).fill('.........')]);
    expect(refusal(one, 'A9')).toBe('A9 would leave the stone without a liberty.');
    const group = drawn(['.XO......', 'OO.......', ...Array(7).fill('.........')]);
    expect(refusal(group, 'A9')).toBe('A9 would leave the stone without a liberty.');
  });

  it('allows a stone without a liberty that makes one by taking', () => {
    expect(
      refusal(drawn(['.OX......', 'OX.......', 'X........', ...Array(6).fill('.........')]), 'A9'),
    ).toBeUndefined();
  });

  it('refuses taken points and points off the board', () => {
    const state = playText(start(), 'D4');
    expect(refusal(state, 'D4')).toBe('D4 is taken.');
    expect(refusal(state, 'K10')).toBe('K10 is not on this 9x9 board.');
    expect(refusal(state, 'A10')).toBe('A10 is not on this 9x9 board.');
  });

  const KO = ['.XO......', 'XO.O.....', '.XO......', ...Array(6).fill('.........')];

  it('refuses to retake a ko at once, and allows it after a move elsewhere', () => {
    const taken = playText(drawn(KO), 'C8');
    expect(picture(taken)[1]).toBe('X.XO.....');
    expect(refusal(taken, 'B8')).toBe('B8 would bring back an earlier board (superko).');
    expect(go.view(taken, 1).repeats).toEqual(['B8']);
    const later = playText(taken, 'J1 H1');
    expect(refusal(later, 'B8')).toBeUndefined();
  });

  it('refuses to bring back a board of three moves ago', () => {
    const rows = ['.X.X.....', 'OOX......', ...Array(7).fill('.........')];
    const state = playText(drawn(rows), 'A9 C9');
    expect(picture(state)[0]).toBe('..OX.....');
    expect(refusal(state, 'B9')).toBe('B9 would bring back an earlier board (superko).');
  });

  it('refuses to bring back an earlier board by a stone that takes nothing', () => {
    const rows = ['XX.X.....', 'OOX......', ...Array(7).fill('.........')];
    const state = playText(drawn(rows, 1), 'C9 B9 pass');
    expect(picture(state)[0]).toBe('.X.X.....');
    expect(refusal(state, 'A9')).toBe('A9 would bring back an earlier board (superko).');
  });

  it('ends after two passes in a row, and not after two that are not', () => {
    expect(go.status(playText(start(), 'pass D4 pass')).kind).toBe('turn');
    const state = playText(start(), 'D4 pass pass');
    expect(go.status(state)).toMatchObject({ kind: 'over', ranks: [1, 2], scores: [81, 7], reason: 'go_score' });
    expect(go.view(state, 0)).toMatchObject({ toMove: null, passes: 2, last: { pass: true } });
  });

  it('is scored as it stands at the limit of moves', () => {
    const state = { ...start(), count: 324 };
    expect(go.status(state)).toMatchObject({ kind: 'over', ranks: [2, 1], scores: [0, 7], reason: 'go_score' });
  });

  it('counts stones and points that only one colour reaches, and komi for white', () => {
    const rows = [...Array(4).fill('...XO....'), ...Array(5).fill('...X.O...')];
    expect(go.scores!(drawn(rows))).toEqual([36, 7 + 4 * 5 + 5 * 4]);
  });

  it('is drawn when komi makes the areas equal', () => {
    const rows = [...Array(4).fill('XXXXXXXXX'), 'XXXXXXXXO', ...Array(4).fill('OOOOOOOOO')];
    expect(go.status({ ...drawn(rows), passes: 2 })).toMatchObject({ ranks: [1, 1], scores: [44, 44] });
  });

  it('reads points in either case and pass, and nothing else', () => {
    expect(go.text?.parse(start(), 0, 'd4')).toEqual({ point: 'D4' });
    expect(go.text?.parse(start(), 0, 'Pass')).toEqual({ pass: true });
    for (const text of ['', 'I5', 'D', '4', 'D0', 'D44', 'D04', 'resign', 'DD4', ' D4']) {
      expect(go.text?.parse(start(), 0, text)).toBeUndefined();
    }
  });

  it('has no move but points and the pass', () => {
    expect(Value.Check(go.move, { point: 'D4' })).toBe(true);
    expect(Value.Check(go.move, { pass: true })).toBe(true);
    for (const move of [{ pass: false }, { point: 'I4' }, { resign: true }, { point: 'D4', pass: true }, {}]) {
      expect(Value.Check(go.move, move)).toBe(false);
    }
  });
});

describe('the bots of go', () => {
  const choice = (name: string, state: State): Move => {
    const status = go.status(state);
    if (status.kind === 'over') throw new Error('over');
    const seat = status.must[0]!;
    return goBots.find((known) => known.name === name)!.play(go.view(state, seat), status, seat, random);
  };

  it('take stones that can be taken: medium', () => {
    const rows = ['XOOO.....', 'XXXX.....', ...Array(7).fill('.........')];
    expect(choice('medium', drawn(rows))).toEqual({ point: 'E9' });
  });

  it('save their own stones: medium', () => {
    const rows = ['.........', '..OOO....', '.OXXX....', '..OOO....', ...Array(5).fill('.........')];
    expect(choice('medium', drawn(rows))).toEqual({ point: 'F7' });
  });

  it.each(['easy', 'medium', 'hard'])('pass when the other has passed and the board is won: %s', (name) => {
    expect(choice(name, playText(start(), 'D4 pass'))).toEqual({ pass: true });
  });

  it.each(['easy', 'medium', 'hard'])('fill no eye of their own: %s', (name) => {
    const rows = ['.X.XXXXXX', ...Array(8).fill('XXXXXXXXX')];
    expect(choice(name, drawn(rows))).toEqual({ pass: true });
  });
});
