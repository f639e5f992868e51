import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { at, EMPTY_BOARD, put } from './board.ts';
import { cell, fresh, idle, on, played, refusal, rich } from './rules.scene.ts';
import { skillGomoku as game } from './rules.ts';
import type { GomokuState } from './state.ts';

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
