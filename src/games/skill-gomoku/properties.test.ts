import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import type { Cell } from './board.ts';
import { at, cellAt, fiveThrough, put, square } from './board.ts';
import { skillGomoku as game } from './rules.ts';
import { isSealed } from './seals.ts';
import type { GomokuMove, GomokuState } from './state.ts';
import { COST } from './state.ts';

interface Step {
  before: GomokuState;
  move: GomokuMove;
  seat: number;
  after: GomokuState;
}

/** Matches of random legal moves on a crowded corner of the board, with plenty of skills. */
const matches = fc.array(fc.nat(), { minLength: 20, maxLength: 60 }).map((choices) => {
  const steps: Step[] = [];
  let state = game.start({}, 2, stepRandom('00'.repeat(32), 0));
  for (const choice of choices) {
    if (state.result) break;
    const seat = state.moveCount % 2;
    const legal = game.moves!(state, seat).filter(isClose);
    const skills = legal.filter((move) => move.type === 'skill');
    const pool = choice % 3 === 0 && skills.length ? skills : legal;
    const move = pool[Math.floor(choice / 3) % pool.length]!;
    const after = game.play(state, [{ seat, move }], stepRandom('77'.repeat(32), choice % 1000));
    steps.push({ before: state, move, seat, after });
    state = after;
  }
  return steps;
});

function isClose(move: GomokuMove): boolean {
  const cell = move.type === 'place' ? move : (move.target ?? { row: 0, col: 0 });
  return cell.row < 6 && cell.col < 6;
}

const fives = ({ board }: GomokuState): boolean =>
  Array.from(board, (_, index) => cellAt(index)).some((cell) => fiveThrough(board, cell));

const uses = (steps: Step[], skill: string): Step[] =>
  steps.filter(({ move }) => move.type === 'skill' && move.skill === skill);

const always = (claim: (steps: Step[]) => void, numRuns = 60) => fc.assert(fc.property(matches, claim), { numRuns });

describe('in any match', () => {
  test('an uproot makes no five, keeps the stones, and changes nothing outside its 3x3', () => {
    always((steps) => {
      for (const { before, after, move } of uses(steps, 'uproot')) {
        expect(fives(after)).toBe(false);
        expect([...after.board].sort().join('')).toBe([...before.board].sort().join(''));
        const area = square((move as { target: Cell }).target);
        const cleared = (board: string) => area.reduce((made, cell) => put(made, cell, 0), board);
        expect(cleared(after.board)).toBe(cleared(before.board));
      }
    });
  });

  test('no skill but rewind moves or removes a sealed stone', () => {
    always((steps) => {
      for (const { before, after, move } of steps) {
        if (move.type === 'skill' && move.skill === 'rewind') continue;
        for (const seal of before.seals) expect(at(after.board, seal)).toBe(seal.owner);
      }
    });
  });

  test('energy is 3, plus 1 for every eight moves, less what was spent', () => {
    always((steps) => {
      const spent = [0, 0];
      for (const { after, move, seat } of steps) {
        if (move.type === 'skill') spent[seat]! += COST[move.skill];
        expect(after.energy).toEqual(spent.map((cost) => 3 + Math.floor(after.moveCount / 8) - cost));
        expect(Math.min(...after.energy)).toBeGreaterThanOrEqual(0);
      }
    });
  });

  test('a rewind brings back exactly the board of four moves ago', () => {
    always((steps) => {
      const boards = [
        game.start({}, 2, stepRandom('00'.repeat(32), 0)).board,
        ...steps.map(({ after }) => after.board),
      ];
      for (const { before, after } of uses(steps, 'rewind')) {
        expect(after.board).toBe(boards[before.moveCount - 4]);
        for (const seal of after.seals) expect(at(after.board, seal)).toBe(seal.owner);
      }
    });
  });

  test('the match goes on exactly while there is no five, and only a placement ends it so', () => {
    always((steps) => {
      for (const { after, move } of steps) {
        expect(fives(after)).toBe(after.result?.reason === 'five');
        if (fives(after)) expect(move.type).toBe('place');
      }
    });
  });

  test('every seal stands on a stone of its owner and is listed with its quiet cells', () => {
    always((steps) => {
      for (const { after } of steps) {
        const view = game.view(after, 'spectator');
        for (const seal of view.sealedStones) {
          expect(view.board[seal.row]![seal.col]).toBe(seal.owner);
          expect(seal.expiresAtMove).toBeGreaterThan(after.moveCount);
          expect(isSealed(after.seals, seal)).toBe(true);
        }
      }
    }, 20);
  });
});
