import type { Bots } from '../../core/game.ts';
import type { EvenOddMove, EvenOddView } from './rules.ts';

/** Nobody can be good at this; the bots differ only in how easily they are seen through. */
export const evenOddBots: Bots<EvenOddView, EvenOddMove> = [
  { name: 'easy', play: () => ({ choice: 'even' }) },
  { name: 'medium', play: (_view, _turn, seat) => ({ choice: seat === 0 ? 'odd' : 'even' }) },
  { name: 'hard', play: (_view, _turn, _seat, random) => ({ choice: random.pick(['even', 'odd']) }) },
];
