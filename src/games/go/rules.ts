import { Type } from 'typebox';
import type { Game, Over, Refusal, Seat, Turn } from '../../core/game.ts';
import { scored } from '../shared/two-seats.ts';
import type { Color, Points } from './board.ts';
import { areas, neighboursOn, other, pointName, pointNamed, withStone } from './board.ts';

export const KOMI = 7;

export interface Options {
  size?: number;
}

export type Move = { point: string } | { pass: true };

export interface State {
  size: number;
  points: Points;
  /** Every board there was, the present one too, a digit per point. */
  seen: string[];
  /** Points where the side to move would bring back an earlier board. */
  repeats: number[];
  count: number;
  /** How many passes in a row. */
  passes: number;
  /** Stones taken by black and by white. */
  captures: { black: number; white: number };
  last: Move | null;
}

export interface View {
  size: number;
  komi: number;
  /** Rows from the top, each from the A column: 0 empty, 1 black, 2 white. */
  board: number[][];
  toMove: Seat | null;
  captures: { black: number; white: number };
  last: Move | null;
  passes: number;
  moveCount: number;
  moveLimit: number;
  /** Points that are forbidden now because they would bring back an earlier board. */
  repeats: string[];
  /** Area of black, and of white with komi, as the board stands. */
  scores: [number, number];
}

export type RefusalCode = 'off-board' | 'taken' | 'superko' | 'no-liberty';

/** Long enough for any match that gets somewhere; then the board is scored as it stands. */
const moveLimit = (size: number): number => 4 * size * size;

const seatToMove = ({ count }: State): Seat => count % 2;
const colorOf = (seat: Seat): Color => (seat === 0 ? 1 : 2);

/**
 * Where a stone would bring back an earlier board. Such a board differs from the present one by a stone of the mover on an
 * empty point and by stones of the other that are gone, so few boards of the past need a closer look.
 */
function repeatsFor(points: Points, size: number, seen: string[], color: Color): number[] {
  const found = new Set<number>();
  for (const board of seen) {
    const point = onlyPointAdded(points, board, color);
    if (point !== undefined && withStone(points, size, point, color)?.points.join('') === board) found.add(point);
  }
  return [...found];
}

function onlyPointAdded(points: Points, board: string, color: Color): number | undefined {
  let added: number | undefined;
  for (let point = 0; point < points.length; point++) {
    const now = points[point]!;
    const then = board.charCodeAt(point) - 48;
    if (now === then || (now === other(color) && then === 0)) continue;
    if (now !== 0 || then !== color || added !== undefined) return undefined;
    added = point;
  }
  return added;
}

function play(state: State, seat: Seat, move: Move): State {
  const color = colorOf(seat);
  const { size, captures } = state;
  const count = state.count + 1;
  if ('pass' in move) {
    const repeats = repeatsFor(state.points, size, state.seen, other(color));
    return { ...state, repeats, count, passes: state.passes + 1, last: { pass: true } };
  }
  const { points, taken } = withStone(state.points, size, pointNamed(move.point, size)!, color)!;
  const seen = [...state.seen, points.join('')];
  return {
    size,
    points,
    seen,
    repeats: repeatsFor(points, size, seen, other(color)),
    count,
    passes: 0,
    captures:
      color === 1
        ? { ...captures, black: captures.black + taken.length }
        : { ...captures, white: captures.white + taken.length },
    last: { point: move.point },
  };
}

function check(state: State, seat: Seat, move: Move): Refusal<RefusalCode> | undefined {
  if ('pass' in move) return undefined;
  const { size, points, repeats } = state;
  const name = move.point;
  const point = pointNamed(name, size);
  if (point === undefined) return { code: 'off-board', reason: `${name} is not on this ${size}x${size} board.` };
  if (points[point] !== 0) return { code: 'taken', reason: `${name} is taken.` };
  if (repeats.includes(point)) {
    return { code: 'superko', reason: `${name} would bring back an earlier board (superko).` };
  }
  const breathes = neighboursOn(size)[point]!.some((near) => points[near] === 0);
  if (breathes || withStone(points, size, point, colorOf(seat))) return undefined;
  return { code: 'no-liberty', reason: `${name} would leave the stone without a liberty.` };
}

function scores({ points, size }: State): [number, number] {
  const [black, white] = areas(points, size);
  return [black, white + KOMI];
}

function status(state: State): Turn | Over {
  if (state.passes < 2 && state.count < moveLimit(state.size)) {
    return { kind: 'turn', number: state.count, must: [seatToMove(state)] };
  }
  return scored(scores(state), 'go_score');
}

function moves(state: State, seat: Seat): Move[] {
  const { size, points } = state;
  const legal = points
    .map((_, point): Move => ({ point: pointName(point, size) }))
    .filter((move) => check(state, seat, move) === undefined);
  return [...legal, { pass: true }];
}

export const go: Game<State, Move, Options, View> = {
  id: 'go',
  title: 'Go',
  version: 1,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object(
    { size: Type.Optional(Type.Union([Type.Literal(9), Type.Literal(13), Type.Literal(19)], { default: 9 })) },
    { additionalProperties: false },
  ),
  move: Type.Union([
    Type.Object({ point: Type.String({ pattern: '^[A-HJ-T](1[0-9]|[1-9])$' }) }, { additionalProperties: false }),
    Type.Object({ pass: Type.Literal(true) }, { additionalProperties: false }),
  ]),
  start({ size = 9 }) {
    const points: Points = Array(size * size).fill(0);
    return {
      size,
      points,
      seen: [points.join('')],
      repeats: [],
      count: 0,
      passes: 0,
      captures: { black: 0, white: 0 },
      last: null,
    };
  },
  status,
  check: (state, { seat, move }) => check(state, seat, move),
  play: (state, [{ seat, move }]) => play(state, seat, move),
  view: (state) => ({
    size: state.size,
    komi: KOMI,
    board: Array.from({ length: state.size }, (_, row) => state.points.slice(row * state.size, (row + 1) * state.size)),
    toMove: status(state).kind === 'turn' ? seatToMove(state) : null,
    captures: { black: state.captures.black, white: state.captures.white },
    last: state.last,
    passes: state.passes,
    moveCount: state.count,
    moveLimit: moveLimit(state.size),
    repeats: state.repeats.map((point) => pointName(point, state.size)),
    scores: scores(state),
  }),
  scores,
  moves,
  text: {
    parse(_state, _seat, text) {
      const name = text.toUpperCase();
      if (name === 'PASS') return { pass: true };
      return /^[A-HJ-T](1[0-9]|[1-9])$/.test(name) ? { point: name } : undefined;
    },
    print: (_state, move) => ('pass' in move ? 'pass' : move.point),
  },
};
