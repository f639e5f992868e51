import { expect, test } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { COLUMNS, connectFour, DIRECTIONS, drop, freeColumns, MARKS, ROWS, type State } from './rules.ts';
import { bestColumns } from './search.ts';

const WIN = 100_000;

/** What the fours are worth that only one of both has discs in. */
function worth({ board }: State, seat: number): number {
  const value = (discs: number): number => [0, 1, 4, 16][discs]!;
  let sum = 0;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      for (const [down, right] of DIRECTIONS) {
        const four = [0, 1, 2, 3].map((step) => board[row + step * down]?.[column + step * right]);
        if (four.includes(undefined)) continue;
        const [mine, theirs] = [seat, 1 - seat].map((one) => four.filter((mark) => mark === MARKS[one]).length);
        if (theirs === 0) sum += value(mine!);
        else if (mine === 0) sum -= value(theirs!);
      }
    }
  }
  return sum;
}

/** Every line to its end, without a short cut. A win counts with the moves that are left when it is on the board. */
function plain(state: State, seat: number, depth: number): number {
  const columns = freeColumns(state.board);
  const after = columns.map((column) => drop(state, column, seat));
  if (after.some(({ line }) => line)) return WIN + depth;
  if (columns.length === 0) return 0;
  if (depth === 0) return worth(state, seat);
  return Math.max(...after.map((next) => -plain(next, 1 - seat, depth - 1)));
}

function plainBest(state: State, seat: number, depth: number): number[] {
  const tried = freeColumns(state.board).map((column) => ({ column, next: drop(state, column, seat) }));
  const wins = tried.filter(({ next }) => next.line);
  if (wins.length) return wins.map(({ column }) => column);
  const valued = tried.map(({ column, next }) => ({ column, value: -plain(next, 1 - seat, depth - 1) }));
  const best = Math.max(...valued.map(({ value }) => value));
  return valued.filter(({ value }) => value === best).map(({ column }) => column);
}

test.each([1, 3, 5, 6])('chooses as a search without short cuts does, in random game %i', (game) => {
  const random = stepRandom(game.toString(16).padStart(64, '0'), 0);
  let state = connectFour.start({}, 2, random);
  for (let seat = 0; connectFour.status(state).kind === 'turn'; seat = 1 - seat) {
    for (const depth of [1, 2, 3]) {
      expect(bestColumns(state.board, seat, depth).toSorted()).toEqual(plainBest(state, seat, depth));
    }
    state = drop(state, random.pick(freeColumns(state.board)), seat);
  }
});
