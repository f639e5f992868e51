import type { Bots, Random, Seat } from '../../core/game.ts';
import type { Color, Points } from './board.ts';
import { groupAt, neighboursOn, other, pointName, pointNamed, withStone } from './board.ts';
import { isEye, playOut, quickInts } from './playout.ts';
import type { Move, View } from './rules.ts';

const PLAYOUTS = 600;
const CANDIDATES = 16;
const PASS: Move = { pass: true };

interface Candidate {
  point: number;
  after: Points;
  taken: number[];
}

/** Legal moves that fill no eye of one's own. */
function sensible({ board, size, repeats }: View, color: Color): Candidate[] {
  const points = board.flat();
  const forbidden = repeats.map((name) => pointNamed(name, size));
  return points.flatMap((stone, point) => {
    if (stone !== 0 || forbidden.includes(point) || isEye(points, size, point, color)) return [];
    const result = withStone(points, size, point, color);
    return result ? [{ point, after: result.points, taken: result.taken }] : [];
  });
}

/** The other has passed, and the board as it stands is won: passing too ends it. */
const canEnd = ({ passes, scores }: View, seat: Seat): boolean => passes > 0 && scores[seat]! > scores[1 - seat]!;

/** Captures, rescues and threats first, no stones into capture, and rather the centre than the edge. */
function promise(view: View, color: Color, { point, after, taken }: Candidate): number {
  const { size } = view;
  const points = view.board.flat();
  const own = groupAt(after, size, point);
  const beside = neighboursOn(size)[point]!;
  const rescued = beside
    .filter((near) => points[near] === color && groupAt(points, size, near).liberties.length === 1)
    .reduce((sum, near) => sum + groupAt(points, size, near).stones.length, 0);
  const threatened = beside
    .filter((near) => after[near] === other(color))
    .map((near) => groupAt(after, size, near))
    .filter((group) => group.liberties.length === 1)
    .reduce((sum, group) => sum + group.stones.length, 0);
  const line = Math.min(
    point % size,
    size - 1 - (point % size),
    Math.floor(point / size),
    size - 1 - Math.floor(point / size),
  );
  const safe = own.liberties.length > 1;
  return (
    12 * taken.length +
    (safe ? 10 * rescued + 4 * threatened : -10 * own.stones.length) +
    2 * Math.min(line, 2) +
    Math.min(own.liberties.length, 4)
  );
}

function byPromise(view: View, color: Color, random: Random): Candidate[] {
  return sensible(view, color)
    .map((candidate) => ({ candidate, value: promise(view, color, candidate) + random.int(3) }))
    .sort((a, b) => b.value - a.value)
    .map(({ candidate }) => candidate);
}

const moveTo = (candidate: Candidate | undefined, { size }: View): Move =>
  candidate ? { point: pointName(candidate.point, size) } : PASS;

function easy(view: View, seat: Seat, random: Random): Move {
  const candidates = sensible(view, seat === 0 ? 1 : 2);
  return candidates.length && !canEnd(view, seat) ? moveTo(random.pick(candidates), view) : PASS;
}

function medium(view: View, seat: Seat, random: Random): Move {
  return canEnd(view, seat) ? PASS : moveTo(byPromise(view, seat === 0 ? 1 : 2, random)[0], view);
}

/** Shares a fixed number of playouts among the most promising moves, the better ones getting more of them. */
function hard(view: View, seat: Seat, random: Random): Move {
  if (canEnd(view, seat)) return PASS;
  const color: Color = seat === 0 ? 1 : 2;
  const int = quickInts(random);
  const tries = byPromise(view, color, random)
    .slice(0, CANDIDATES)
    .map((candidate) => ({ candidate, won: 0, played: 0 }));
  if (tries.length === 0) return PASS;
  for (let total = 1; total <= PLAYOUTS; total++) {
    const hope = ({ won, played }: { won: number; played: number }): number =>
      played === 0 ? Number.POSITIVE_INFINITY : won / played + Math.sqrt((0.5 * Math.log(total)) / played);
    const chosen = tries.reduce((a, b) => (hope(b) > hope(a) ? b : a));
    const lead = playOut(chosen.candidate.after, view.size, other(color), int);
    chosen.played++;
    chosen.won += lead === 0 ? 0.5 : lead > 0 === (color === 1) ? 1 : 0;
  }
  return moveTo(tries.reduce((a, b) => (b.played > a.played ? b : a)).candidate, view);
}

export const goBots: Bots<View, Move> = [
  { name: 'easy', play: (view, _turn, seat, random) => easy(view, seat, random) },
  { name: 'medium', play: (view, _turn, seat, random) => medium(view, seat, random) },
  { name: 'hard', play: (view, _turn, seat, random) => hard(view, seat, random), slow: true },
];
