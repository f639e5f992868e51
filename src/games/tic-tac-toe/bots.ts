import type { Bots, Random, Seat } from '../../core/game.ts';
import type { Mark, Move, View } from './rules.ts';
import { freeCells, MARKS, winningLine } from './rules.ts';

const wins = (board: readonly Mark[], cell: number, seat: Seat): boolean =>
  winningLine(board.with(cell, MARKS[seat]!)) !== undefined;

/** A win, else a move after which the other cannot win at once, else any. */
function careful({ board }: View, seat: Seat, random: Random): Move {
  const free = freeCells(board);
  const win = free.find((cell) => wins(board, cell, seat));
  if (win !== undefined) return { cell: win };
  const safe = free.filter((cell) => {
    const next = board.with(cell, MARKS[seat]!);
    return !freeCells(next).some((reply) => wins(next, reply, 1 - seat));
  });
  return { cell: random.pick(safe.length ? safe : free) };
}

const values = new Map<string, number>();

/** What the side to move can reach: 1 a win, 0 a draw, -1 a loss; sooner wins count more. Each board is looked at once. */
function value(board: readonly Mark[], seat: Seat): number {
  const key = `${seat}${board.join('')}`;
  const found = values.get(key) ?? computeValue(board, seat);
  values.set(key, found);
  return found;
}

function computeValue(board: readonly Mark[], seat: Seat): number {
  const free = freeCells(board);
  if (winningLine(board)) return -1 - free.length;
  if (free.length === 0) return 0;
  return Math.max(...free.map((cell) => -value(board.with(cell, MARKS[seat]!), 1 - seat)));
}

function perfect({ board }: View, seat: Seat, random: Random): Move {
  const free = freeCells(board);
  if (free.length === 9) return { cell: random.pick([0, 2, 4, 6, 8]) };
  const reached = free.map((cell) => -value(board.with(cell, MARKS[seat]!), 1 - seat));
  const best = Math.max(...reached);
  return { cell: random.pick(free.filter((_, i) => reached[i] === best)) };
}

export const ticTacToeBots: Bots<View, Move> = [
  { name: 'easy', play: (view, _turn, _seat, random) => ({ cell: random.pick(freeCells(view.board)) }) },
  { name: 'medium', play: (view, _turn, seat, random) => careful(view, seat, random) },
  { name: 'hard', play: (view, _turn, seat, random) => perfect(view, seat, random) },
];
