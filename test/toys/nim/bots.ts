import type { Bots } from '../../core/game.ts';
import type { Move, View } from './rules.ts';

const moves = ({ heaps }: View): Move[] =>
  heaps.flatMap((stones, heap) => Array.from({ length: stones }, (_, i) => ({ heap, take: i + 1 })));

/** Leaves heaps whose sum without carrying is nothing, where that can be done. */
const winning = (view: View): Move | undefined =>
  moves(view).find(({ heap, take }) => view.heaps.with(heap, view.heaps[heap]! - take).reduce((a, b) => a ^ b) === 0);

export const nimBots: Bots<View, Move> = [
  { name: 'easy', play: (view, _turn, _seat, random) => random.pick(moves(view)) },
  {
    name: 'medium',
    play: (view, _turn, _seat, random) => (random.int(2) && winning(view)) || random.pick(moves(view)),
  },
  { name: 'hard', play: (view, _turn, _seat, random) => winning(view) ?? random.pick(moves(view)) },
];
