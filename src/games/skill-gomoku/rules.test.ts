import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { at, EMPTY_BOARD, put } from './board.ts';
import { parseMove, printMove } from './notation.ts';
import { cell, fresh, idle, move, on, played, refusal } from './rules.scene.ts';
import { skillGomoku as game } from './rules.ts';
import type { GomokuMove, GomokuState } from './state.ts';

/** A full board without five in a row. */
const FULL = Array.from({ length: 225 }, (_, i) => (((Math.floor(i / 15) >> 1) + i) % 2 ? '1' : '2')).join('');

describe('placing', () => {
  test('seat 0 is black and begins; the turns alternate', () => {
    expect(game.status(fresh())).toEqual({ kind: 'turn', number: 1, must: [0] });
    const state = played('H8');
    expect(at(state.board, cell('H8'))).toBe(1);
    expect(game.status(state)).toEqual({ kind: 'turn', number: 2, must: [1] });
    expect(at(on(state, 'H9').board, cell('H9'))).toBe(2);
  });

  test('a taken cell, the wrong turn and a finished match are refused', () => {
    expect(refusal(played('H8'), 'H8')).toBe('That cell is taken.');
    expect(game.check(played('H8'), { seat: 0, move: move('A1') })?.code).toBe('not-your-turn');
    const over = game.leave!(fresh(), [0], 'left')!;
    expect(refusal(over, 'A1')).toBe('The match is over.');
  });

  test.each([
    ['a row', ['A1', 'A9', 'B1', 'B9', 'C1', 'C9', 'D1', 'D9', 'E1']],
    ['a column', ['A1', 'O1', 'A2', 'O2', 'A3', 'O3', 'A4', 'O4', 'A5']],
    ['a falling diagonal', ['A1', 'O1', 'B2', 'O2', 'C3', 'O3', 'D4', 'O4', 'E5']],
    ['a rising diagonal', ['A5', 'O1', 'B4', 'O2', 'C3', 'O3', 'D2', 'O4', 'E1']],
  ])('five in %s win, with a score of 1', (_, texts) => {
    const state = played(...texts);
    expect(game.status(state)).toEqual({ kind: 'over', ranks: [1, 2], scores: [1, 0], reason: 'five' });
    expect(state.result!.line).toHaveLength(5);
  });

  test('white wins the same way, and four are not enough', () => {
    const state = played('A1', 'A9', 'C1', 'B9', 'E1', 'C9', 'G1', 'D9');
    expect(game.status(state).kind).toBe('turn');
    expect(game.status(on(state, 'O15', 'E9'))).toMatchObject({ ranks: [2, 1], scores: [0, 1] });
  });

  test('more than five in a row win too', () => {
    const state = played('A1', 'A9', 'B1', 'C9', 'C1', 'E9', 'E1', 'G9', 'F1', 'I9', 'D1');
    expect(state.result).toMatchObject({ winner: 0, reason: 'five' });
    expect(state.result!.line).toHaveLength(6);
  });

  test('a line does not run on around the edge', () => {
    expect(played('M1', 'A9', 'N1', 'C9', 'O1', 'E9', 'A2', 'G9', 'B2').result).toBeNull();
  });

  test('a full board without five is a draw', () => {
    const state = { ...fresh(), board: put(FULL, cell('A1'), 0) };
    expect(game.status(on(state, 'A1'))).toMatchObject({ ranks: [1, 1], scores: [0, 0], reason: 'full_board' });
  });

  test('the 300th move without a winner is a draw', () => {
    const state = { ...fresh(), moveCount: 298 };
    expect(game.status(on(state, 'A1')).kind).toBe('turn');
    expect(game.status(on(state, 'A1', 'O15'))).toMatchObject({ ranks: [1, 1], reason: 'move_limit' });
  });

  test('five with the 300th move still win', () => {
    const board = ['A1', 'B1', 'C1', 'D1'].reduce((made, text) => put(made, cell(text), 2), EMPTY_BOARD);
    expect(on({ ...fresh(), board, moveCount: 299 }, 'E1').result).toMatchObject({ winner: 1, reason: 'five' });
  });

  test('a side that can neither place nor use a skill makes it a draw', () => {
    const holes = put(put(FULL, cell('A1'), 0), cell('O15'), 0);
    const state: GomokuState = {
      ...fresh(),
      board: put(holes, cell('O14'), 1),
      energy: [0, 0],
      seals: [{ ...cell('O14'), owner: 1, expiresAtMove: 9 }],
    };
    expect(game.status(on(state, 'A1'))).toMatchObject({ ranks: [1, 1], reason: 'no_move' });
  });

  test('whoever leaves loses, and the other has the score of 1; if both leave it is a draw', () => {
    expect(game.status(game.leave!(played('H8'), [0], 'late')!)).toMatchObject({ ranks: [2, 1], scores: [0, 1] });
    expect(game.status(game.leave!(played('H8'), [0, 1], 'late')!)).toMatchObject({ ranks: [1, 1], scores: [0, 0] });
  });
});

describe('energy', () => {
  test('both begin with 3 and gain 1 with every eighth move of both', () => {
    expect(fresh().energy).toEqual([3, 3]);
    expect(played(...idle.slice(0, 7)).energy).toEqual([3, 3]);
    expect(played(...idle.slice(0, 8)).energy).toEqual([4, 4]);
  });

  test('skills count as moves for it', () => {
    expect(played(...idle.slice(0, 6), 'stillwater A1', 'stillwater O15').energy).toEqual([3, 3]);
  });

  test.each([
    ['uproot H8', 2],
    ['stillwater A1', 1],
    ['sandstorm O15', 2],
    ['rewind', 3],
  ])('%s costs %i, and is refused with less', (text, cost) => {
    const state = played(...idle.slice(0, 4));
    expect(on(state, text).energy).toEqual([3 - cost, 3]);
    expect(refusal({ ...state, energy: [cost - 1, 3] }, text)).toBe(
      `${text.split(' ')[0]} costs ${cost} energy; you have ${cost - 1}.`,
    );
  });

  test('a skill takes the turn and places no stone', () => {
    const state = played('H8', 'H9', 'stillwater H8');
    expect(state.board).toBe(played('H8', 'H9').board);
    expect(game.status(state)).toMatchObject({ must: [1] });
  });
});

describe('the view', () => {
  test('tells the last placement, or the last skill, never both', () => {
    const placed = game.view(played('H8'), 1);
    expect(placed).toMatchObject({ lastMove: { row: 7, col: 7 }, lastSkillEffect: null, toMove: 1, moveCount: 1 });
    const skilled = game.view(played('H8', 'A1', 'stillwater H8'), 1);
    expect(skilled).toMatchObject({
      lastMove: null,
      lastSkillEffect: { skill: 'stillwater', caster: 0, target: { row: 7, col: 7 } },
    });
  });

  test('shows the board as 15 rows of 15', () => {
    const { board } = game.view(played('C1', 'A2'), 'replay');
    expect(board).toHaveLength(15);
    expect(board[0]).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(board[1]![0]).toBe(2);
  });

  test('names nobody to move once the match is over', () => {
    expect(game.view(game.leave!(fresh(), [1], 'left')!, 0)).toMatchObject({ toMove: null, result: { winner: 0 } });
  });
});

describe('moves as JSON and as text', () => {
  test('coordinates are whole numbers on the board and skills are the four', () => {
    const target = { row: 7, col: 7 };
    for (const good of [
      { type: 'place', row: 0, col: 14 },
      { type: 'skill', skill: 'uproot', target },
    ]) {
      expect(Value.Check(game.move, good)).toBe(true);
    }
    for (const bad of [
      { type: 'place', row: -1, col: 0 },
      { type: 'place', row: 0, col: 15 },
      { type: 'place', row: 0.5, col: 1 },
      { type: 'place', row: '1', col: 1 },
      { type: 'skill', skill: 'uproot' },
      { type: 'skill', skill: 'sandstorm', target: { row: 15, col: 0 } },
      { type: 'skill', skill: 'earthquake', target },
    ]) {
      expect(Value.Check(game.move, bad)).toBe(false);
    }
  });

  test.each([
    ['H8', { type: 'place', row: 7, col: 7 }],
    ['A1', { type: 'place', row: 0, col: 0 }],
    ['O15', { type: 'place', row: 14, col: 14 }],
    ['uproot H8', { type: 'skill', skill: 'uproot', target: { row: 7, col: 7 } }],
    ['rewind', { type: 'skill', skill: 'rewind' }],
  ] as [string, GomokuMove][])('%s is written and read', (text, written) => {
    expect(parseMove(text.toLowerCase())).toEqual(written);
    expect(printMove(written)).toBe(text);
  });

  test('anything else is not a move', () => {
    for (const text of ['', 'P1', 'A0', 'A16', 'H', '8H', 'uproot', 'uproot P1', 'toString A1', 'place H8 now']) {
      expect(parseMove(text)).toBeUndefined();
    }
  });
});
