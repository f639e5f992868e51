import type { Random } from '../../core/game.ts';
import type { Color, Points } from './board.ts';
import { areas, neighboursOn, other } from './board.ts';
import { KOMI } from './rules.ts';

/** A quick stream of numbers from one draw of the match's own randomness: a playout needs hundreds. */
export function quickInts(random: Random): (below: number) => number {
  let state = random.int(2 ** 32 - 1) + 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** All neighbours are of that colour: filling it would throw away an eye, more often than not. */
export const isEye = (points: Points, size: number, point: number, color: Color): boolean =>
  neighboursOn(size)[point]!.every((near) => points[near] === color);

const marks = new Int32Array(19 * 19);
const stack = new Int32Array(19 * 19);
let mark = 0;

/** True: the group has a liberty. Else how many stones it has; they are then on the stack. */
function breathes(points: Points, neighbours: readonly (readonly number[])[], start: number): number | true {
  const color = points[start];
  mark++;
  marks[start] = mark;
  stack[0] = start;
  let count = 1;
  for (let i = 0; i < count; i++) {
    for (const near of neighbours[stack[i]!]!) {
      if (points[near] === 0) return true;
      if (points[near] !== color || marks[near] === mark) continue;
      marks[near] = mark;
      stack[count++] = near;
    }
  }
  return count;
}

/** Puts the stone on the board itself. False: it would have no liberty, and nothing was changed. */
function place(points: Points, size: number, point: number, color: Color, empty: number[]): boolean {
  const neighbours = neighboursOn(size);
  points[point] = color;
  let captured = false;
  for (const near of neighbours[point]!) {
    if (points[near] !== other(color)) continue;
    const stones = breathes(points, neighbours, near);
    if (stones === true) continue;
    captured = true;
    for (let i = 0; i < stones; i++) {
      points[stack[i]!] = 0;
      empty.push(stack[i]!);
    }
  }
  if (captured || breathes(points, neighbours, point) === true) return true;
  points[point] = 0;
  return false;
}

/** Both sides play anywhere but into their own eyes until neither can. Black's lead at the end, komi counted. */
export function playOut(start: Points, size: number, first: Color, int: (below: number) => number): number {
  const points = start.slice();
  const empty = points.flatMap((stone, point) => (stone === 0 ? [point] : []));
  let color = first;
  let passes = 0;
  for (let left = 2 * points.length; left > 0 && passes < 2; left--) {
    passes = playAnywhere(points, size, color, empty, int) ? 0 : passes + 1;
    color = other(color);
  }
  const [black, white] = areas(points, size);
  return black - white - KOMI;
}

/** Tries the empty points in random order. Each one that is tried leaves the list or goes to its end. */
function playAnywhere(
  points: Points,
  size: number,
  color: Color,
  empty: number[],
  int: (below: number) => number,
): boolean {
  for (let untried = empty.length; untried > 0; untried--) {
    const drawn = int(untried);
    const point = empty[drawn]!;
    empty[drawn] = empty[untried - 1]!;
    empty[untried - 1] = point;
    if (isEye(points, size, point, color) || !place(points, size, point, color, empty)) continue;
    empty[untried - 1] = empty.at(-1)!;
    empty.pop();
    return true;
  }
  return false;
}
