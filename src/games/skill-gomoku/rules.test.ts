import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { Random } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { at, EMPTY_BOARD, put } from './board.ts';
import { parseMove, printMove } from './notation.ts';
import { skillGomoku as game } from './rules.ts';
import type { GomokuMove, GomokuState } from './state.ts';

const random = (step = 0): Random => stepRandom('5a'.repeat(32), step);
const move = (text: string): GomokuMove => parseMove(text)!;
const cell = (text: string) => {
  const { row, col } = parseMove(text) as GomokuMove & { type: 'place' };
  return { row, col };
};

/** Plays moves written as text, black first; every one of them has to be legal. */
function on(state: GomokuState, ...texts: string[]): GomokuState {
  return texts.reduce((before, text) => {
    const seat = before.moveCount % 2;
    expect(game.check(before, { seat, move: move(text) })).toBeUndefined();
    return game.play(before, [{ seat, move: move(text) }], random(before.moveCount));
  }, state);
}
const fresh = (): GomokuState => game.start({}, 2, random());
const played = (...texts: string[]): GomokuState => on(fresh(), ...texts);
const refusal = (state: GomokuState, text: string) =>
  game.check(state, { seat: state.moveCount % 2, move: move(text) });
const rich = (state: GomokuState): GomokuState => ({ ...state, energy: [20, 20] });
/** Placements far from everything, for when somebody has to pass the time. */
const idle = ['A1', 'O15', 'C1', 'M15', 'E1', 'K15', 'G1', 'I15', 'I1', 'G15'];

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
    expect(game.check(played('H8'), { seat: 0, move: move('A1') })).toBe('It is not your turn.');
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

describe('stillwater', () => {
  test("needs an own stone: not an empty cell, not the opponent's", () => {
    const state = played('H8', 'A1');
    expect(refusal(state, 'stillwater C3')).toBe('stillwater needs a stone of yours.');
    expect(refusal(state, 'stillwater A1')).toBe('stillwater needs a stone of yours.');
    expect(refusal(state, 'stillwater H8')).toBeUndefined();
  });

  test('cannot seal a sealed stone again', () => {
    expect(refusal(played('H8', 'A1', 'stillwater H8', 'A2'), 'stillwater H8')).toBe('That stone is sealed.');
  });

  test("bars the opponent's next three turns from the four orthogonal neighbours, and no longer", () => {
    let state = played('H8', 'A1', 'stillwater H8');
    for (const [black, white] of [
      ['A15', 'O1'],
      ['C15', 'O3'],
      ['E15', 'O5'],
    ] as const) {
      for (const text of ['H7', 'H9', 'G8', 'I8']) {
        expect(refusal(state, text)).toBe("That cell is in the opponent's quiet zone.");
      }
      expect(refusal(state, 'G7')).toBeUndefined();
      state = on(state, white, black);
    }
    expect(refusal(state, 'H7')).toBeUndefined();
    expect(state.seals).toEqual([]);
  });

  test('the owner may place in the quiet zone', () => {
    expect(refusal(played('H8', 'A1', 'stillwater H8', 'A3'), 'H7')).toBeUndefined();
  });

  test('shows the stone, its owner, its end and the quiet cells, at the edge only those on the board', () => {
    const view = game.view(played('A1', 'H8', 'stillwater A1'), 'spectator');
    expect(view.sealedStones).toEqual([{ row: 0, col: 0, owner: 1, expiresAtMove: 9 }]);
    expect(view.quietZoneCells).toEqual([
      { row: 1, col: 0, owner: 1 },
      { row: 0, col: 1, owner: 1 },
    ]);
  });

  test('a quiet cell of two seals of one owner is listed once', () => {
    const view = game.view(played('G8', 'A1', 'I8', 'A3', 'stillwater G8', 'A5', 'stillwater I8'), 0);
    expect(view.quietZoneCells).toHaveLength(7);
  });
});

describe('sandstorm', () => {
  test("removes a stone of the opponent's", () => {
    const state = played('H8', 'A1', 'sandstorm A1');
    expect(at(state.board, cell('A1'))).toBe(0);
    expect(state.lastSkillEffect).toEqual({
      skill: 'sandstorm',
      caster: 0,
      target: { row: 0, col: 0 },
      affectedCells: [{ row: 0, col: 0, before: 2, after: 0 }],
    });
  });

  test('needs a stone of the opponent', () => {
    const state = played('H8', 'A1');
    for (const text of ['sandstorm H8', 'sandstorm C3']) {
      expect(refusal(state, text)).toBe("sandstorm needs a stone of the opponent's.");
    }
  });

  test('cannot touch a sealed stone', () => {
    expect(refusal(played('H8', 'A1', 'stillwater H8'), 'sandstorm H8')).toBe('That stone is sealed.');
  });

  test('cannot be used on two turns of the same player in a row', () => {
    const state = rich(played('H8', 'A1', 'H10', 'A3'));
    const stormed = on(state, 'sandstorm A1', 'C1');
    expect(refusal(stormed, 'sandstorm A3')).toBe('sandstorm cannot be used on two of your turns in a row.');
    expect(refusal(on(stormed, 'H12', 'C3'), 'sandstorm A3')).toBeUndefined();
  });

  test("may answer the opponent's sandstorm", () => {
    expect(refusal(rich(played('H8', 'A1', 'sandstorm A1')), 'sandstorm H8')).toBeUndefined();
  });
});

describe('rewind', () => {
  test('brings back the board of four moves ago', () => {
    const state = played('H8', 'A1', 'H10', 'A3', 'H12', 'A5');
    const rewound = on(state, 'rewind');
    expect(rewound.board).toBe(played('H8', 'A1').board);
    expect(rewound.moveCount).toBe(7);
    expect(game.status(rewound)).toMatchObject({ must: [1], number: 8 });
  });

  test('needs four moves to go back', () => {
    expect(refusal(played('H8', 'A1'), 'rewind')).toBe('rewind needs 4 moves to go back.');
    expect(refusal(played('H8', 'A1', 'H10'), 'rewind')).toBe('rewind needs 4 moves to go back.');
    expect(on(played('H8', 'A1', 'H10', 'A3'), 'rewind').board).toBe(EMPTY_BOARD);
  });

  test('is allowed once per player', () => {
    const state = rich(played(...idle.slice(0, 4)));
    const later = on(state, 'rewind', 'H8', 'H9', 'J8', 'J9', 'L8');
    expect(refusal(later, 'rewind')).toBe('rewind can be used once in a match.');
    expect(refusal(on(state, 'rewind', 'H8', 'H9'), 'rewind')).toBeUndefined();
  });

  test("cannot answer the opponent's rewind directly", () => {
    expect(refusal(rich(on(rich(played(...idle.slice(0, 4))), 'rewind')), 'rewind')).toBe(
      "rewind cannot answer the opponent's rewind.",
    );
  });

  test('gives no energy back', () => {
    const state = played(...idle.slice(0, 4), 'stillwater A1', 'sandstorm C1');
    expect(on(rich(state), 'rewind').energy).toEqual([17, 20]);
  });

  test('lets the seals lapse whose stone is gone, and keeps the others', () => {
    const state = rich(played('H8', 'A1', 'stillwater H8', 'A3'));
    const gone = on(state, 'J8', 'O1', 'stillwater J8', 'O3');
    expect(on(gone, 'rewind').seals.map(({ row, col }) => ({ row, col }))).toEqual([]);
    const kept = on(rich(played('H8', 'A1', 'H10', 'A3')), 'stillwater H8', 'A5', 'H12', 'A7', 'rewind');
    expect(kept.seals).toEqual([{ ...cell('H8'), owner: 1, expiresAtMove: 11 }]);
  });

  test('takes any coordinate, or none', () => {
    const rewind = { type: 'skill', skill: 'rewind' };
    for (const extra of [{}, { target: { row: 3, col: 3 } }, { target: { row: -1, col: 99 } }]) {
      expect(Value.Check(game.move, { ...rewind, ...extra })).toBe(true);
    }
    expect(on(played(...idle.slice(0, 4)), 'rewind').lastSkillEffect).toEqual({
      skill: 'rewind',
      caster: 0,
      target: { row: 0, col: 0 },
    });
  });
});

describe('uproot', () => {
  test('spreads the stones of the 3x3 anew and says which cells changed', () => {
    const state = played('H8', 'H9', 'G7', 'I7');
    const uprooted = on(state, 'uproot H8');
    expect([...uprooted.board].sort()).toEqual([...state.board].sort());
    expect(uprooted.board).not.toBe(state.board);
    const { affectedCells } = uprooted.lastSkillEffect!;
    expect(affectedCells!.length).toBeGreaterThan(0);
    for (const { before, after, ...changed } of affectedCells!) {
      expect([at(state.board, changed), at(uprooted.board, changed)]).toEqual([before, after]);
    }
  });

  test('may aim at any cell, empty corners too', () => {
    const state = on(played('H8', 'H9'), 'uproot A1');
    expect(state.board).toBe(played('H8', 'H9').board);
    expect(state.lastSkillEffect).toMatchObject({ skill: 'uproot', affectedCells: [] });
    expect(state.energy).toEqual([1, 3]);
  });

  test('leaves the board as it is, for its price, where every other arrangement makes five', () => {
    const black = ['B1', 'C1', 'D1', 'E1'];
    const sealed = ['B1', 'A2'];
    const board = [...black, 'B2'].reduce((made, text) => put(made, cell(text), 1), put(EMPTY_BOARD, cell('A2'), 1));
    const state: GomokuState = {
      ...fresh(),
      board,
      moveCount: 20,
      seals: sealed.map((text) => ({ ...cell(text), owner: 1, expiresAtMove: 25 })),
    };
    const after = on(state, 'uproot A1');
    expect(after.board).toBe(board);
    expect(after.energy).toEqual([1, 3]);
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
