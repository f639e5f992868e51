import type { Bots, Random, Seat } from '../../core/game.ts';
import type { Move, View } from './rules.ts';
import { drop, freeColumns } from './rules.ts';
import { bestColumns } from './search.ts';

const MOVES_AHEAD = 6;

/** A win, else a move after which the other cannot win at once, else any. */
function careful({ board }: View, seat: Seat, random: Random): Move {
  const open = freeColumns(board);
  const tried = open.map((column) => ({ column, after: drop({ board, count: 0 }, column, seat) }));
  const win = tried.find(({ after }) => after.line);
  if (win) return { column: win.column };
  const safe = tried.filter(({ after }) =>
    freeColumns(after.board).every((reply) => drop(after, reply, 1 - seat).line === null),
  );
  return { column: random.pick(safe.length ? safe.map(({ column }) => column) : open) };
}

const farsighted = ({ board }: View, seat: Seat, random: Random): Move => ({
  column: random.pick(bestColumns(board, seat, MOVES_AHEAD)),
});

export const connectFourBots: Bots<View, Move> = [
  { name: 'easy', play: (view, _turn, _seat, random) => ({ column: random.pick(freeColumns(view.board)) }) },
  { name: 'medium', play: (view, _turn, seat, random) => careful(view, seat, random) },
  { name: 'hard', play: (view, _turn, seat, random) => farsighted(view, seat, random), slow: true },
];
