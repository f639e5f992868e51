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
    const legal = game.moves!(state, seat);
    const close = legal.filter(isClose);
    const move = chosen(close.length ? close : legal, choice);
    const after = game.play(state, [{ seat, move }], stepRandom('77'.repeat(32), choice % 1000));
    steps.push({ before: state, move, seat, after });
    state = after;
  }
  return steps;
});

/** Every fourth choice is a skill where one is allowed, each skill as often as the other. */
function chosen(legal: GomokuMove[], choice: number): GomokuMove {
  const kindOf = (move: GomokuMove) => (move.type === 'skill' ? move.skill : 'place');
  const skills = [...new Set(legal.map(kindOf))].filter((kind) => kind !== 'place');
  const kind = choice % 4 === 0 && skills.length ? skills[Math.floor(choice / 4) % skills.length] : 'place';
  const fitting = legal.filter((move) => kindOf(move) === kind);
  const pool = fitting.length ? fitting : legal;
  return pool[Math.floor(choice / 16) % pool.length]!;
}

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
  test('(the matches played here use every skill many times)', () => {
    const steps = fc.sample(matches, { numRuns: 60, seed: 1 }).flat();
    for (const skill of Object.keys(COST)) expect(uses(steps, skill).length).toBeGreaterThan(20);
  });

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
