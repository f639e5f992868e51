import { Type } from 'typebox';
import type { Game, Refusal, Seat } from '../../core/game.ts';
import { won } from '../shared/two-seats.ts';

const HEAPS = [3, 4, 5];

export interface State {
  heaps: number[];
  last: Move | null;
  count: number;
}

export interface Move {
  heap: number;
  take: number;
}

export interface View {
  heaps: number[];
  last: Move | null;
  toMove: Seat | null;
}

export type RefusalCode = 'too-many';

const isOver = ({ heaps }: State): boolean => heaps.every((stones) => stones === 0);

export const nim: Game<State, Move, Record<string, never>, View> = {
  id: 'nim',
  title: 'Nim',
  version: 2,
  open: true,
  seats: { min: 2, max: 2 },
  options: Type.Object({}, { additionalProperties: false }),
  move: Type.Object(
    {
      heap: Type.Integer({ minimum: 0, maximum: HEAPS.length - 1 }),
      take: Type.Integer({ minimum: 1, maximum: Math.max(...HEAPS) }),
    },
    { additionalProperties: false },
  ),
  start: () => ({ heaps: HEAPS, last: null, count: 0 }),
  status: (state) =>
    isOver(state)
      ? won((state.count - 1) % 2, 'took the last stone')
      : { kind: 'turn', number: state.count, must: [state.count % 2] },
  check: ({ heaps }, { move: { heap, take } }): Refusal<RefusalCode> | undefined =>
    take <= heaps[heap]! ? undefined : { code: 'too-many', reason: `Heap ${heap} has only ${heaps[heap]} stones.` },
  play: ({ heaps, count }, [{ move }]) => ({
    heaps: heaps.with(move.heap, heaps[move.heap]! - move.take),
    last: move,
    count: count + 1,
  }),
  view: (state) => ({ heaps: state.heaps, last: state.last, toMove: isOver(state) ? null : state.count % 2 }),
  moves: ({ heaps }) =>
    heaps.flatMap((stones, heap) => Array.from({ length: stones }, (_, i) => ({ heap, take: i + 1 }))),
  text: {
    parse(_state, _seat, text) {
      const [, heap, take] = /^([0-2])-([1-5])$/.exec(text) ?? [];
      return heap && take ? { heap: Number(heap), take: Number(take) } : undefined;
    },
    print: (_state, { heap, take }) => `${heap}-${take}`,
  },
};
