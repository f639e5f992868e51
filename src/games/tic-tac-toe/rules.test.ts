import { describe, expect, it } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { ticTacToeBots } from './bots.ts';
import type { Mark, State } from './rules.ts';
import { LINES, ticTacToe } from './rules.ts';

const random = stepRandom('00'.repeat(32), 0);
const start = () => ticTacToe.start({}, 2, random);
const stateAfter = (...cells: number[]): State =>
  cells.reduce((state, cell, ply) => ticTacToe.play(state, [{ seat: ply % 2, move: { cell } }], random), start());
const bot = (name: string) => ticTacToeBots.find((known) => known.name === name)!;

describe('tic-tac-toe', () => {
  it('starts with an empty board and X to move', () => {
    expect(ticTacToe.view(start(), 0)).toEqual({ board: Array(9).fill('.'), toMove: 0, last: null, line: null });
  });

  it('lets X and O move in turn', () => {
    const state = stateAfter(4, 0);
    expect(ticTacToe.status(state)).toEqual({ kind: 'turn', number: 2, must: [0] });
    expect(ticTacToe.view(state, 'spectator').board.join('')).toBe('O...X....');
    expect(ticTacToe.view(state, 1).last).toBe(0);
  });

  it('refuses a taken cell', () => {
    expect(ticTacToe.check(stateAfter(4), { seat: 1, move: { cell: 4 } })).toEqual({
      code: 'taken',
      reason: 'Cell 4 is taken.',
    });
    expect(ticTacToe.check(stateAfter(4), { seat: 1, move: { cell: 3 } })).toBeUndefined();
  });

  it('lists the free cells in ascending order', () => {
    expect(ticTacToe.moves?.(stateAfter(4, 0, 8), 1).map(({ cell }) => cell)).toEqual([1, 2, 3, 5, 6, 7]);
  });

  it.each(LINES.map((line) => [line.join(' '), line] as const))('is won by three on %s', (_name, line) => {
    const others = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => !line.includes(cell));
    const state = stateAfter(line[0], others[0]!, line[1], others[1]!, line[2]);
    expect(ticTacToe.status(state)).toMatchObject({ kind: 'over', ranks: [1, 2], scores: [1, 0] });
    expect(ticTacToe.view(state, 'spectator')).toMatchObject({ line, toMove: null, last: line[2] });
  });

  it('can be won by O', () => {
    expect(ticTacToe.status(stateAfter(0, 3, 1, 4, 8, 5))).toMatchObject({
      kind: 'over',
      ranks: [2, 1],
      scores: [0, 1],
    });
  });

  it('is drawn when the board is full without a line', () => {
    expect(ticTacToe.status(stateAfter(0, 1, 2, 4, 3, 5, 7, 6, 8))).toMatchObject({
      kind: 'over',
      ranks: [1, 1],
      scores: [0.5, 0.5],
    });
  });

  it('is won, not drawn, by a line that fills the board', () => {
    expect(ticTacToe.status(stateAfter(0, 1, 2, 3, 4, 5, 7, 6, 8))).toMatchObject({ ranks: [1, 2] });
  });

  it.each(['9', '-1', '', '04', ' 4', '4.0', 'a'])('reads no move in %j', (text) => {
    expect(ticTacToe.text?.parse(start(), 0, text)).toBeUndefined();
  });
});

describe('the bots of tic-tac-toe', () => {
  const asView = (board: string) => ({ board: [...board] as Mark[], toMove: 0, last: null, line: null });
  const turn = { kind: 'turn', number: 0, must: [0] } as const;

  it.each(['medium', 'hard'])('take a win: %s', (name) => {
    expect(bot(name).play(asView('XX.OO....'), { ...turn, must: [0] }, 0, random)).toEqual({ cell: 2 });
  });

  it.each(['medium', 'hard'])('stop a win of the other: %s', (name) => {
    expect(bot(name).play(asView('X..OO....'), { ...turn, must: [0] }, 0, random)).toEqual({ cell: 5 });
  });

  it('never lose when they are hard, whatever the other does', () => {
    const explore = (state: State, hard: number): void => {
      const status = ticTacToe.status(state);
      if (status.kind === 'over') return expect(status.ranks[hard]).toBe(1);
      const seat = status.must[0]!;
      const moves =
        seat === hard
          ? [bot('hard').play(ticTacToe.view(state, seat), status, seat, random)]
          : ticTacToe.moves!(state, seat);
      for (const move of moves) explore(ticTacToe.play(state, [{ seat, move }], random), hard);
    };
    explore(start(), 0);
    for (const move of ticTacToe.moves!(start(), 0)) explore(ticTacToe.play(start(), [{ seat: 0, move }], random), 1);
  });
});
