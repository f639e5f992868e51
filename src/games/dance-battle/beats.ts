import type { Seat } from '../../core/game.ts';
import { isOnFloor, isWall } from './floor.ts';
import type { Action, Direction } from './move.ts';
import type { Clash, Dancer, Floor, Pose, Step, Tile, Trip } from './state.ts';
import { distance, onFloor, sameTile } from './state.ts';

const STRIDES: { [direction in Direction]: Tile } = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  hold: { x: 0, y: 0 },
};

const BEATS: { [action in Action]: Action } = { rock: 'scissors', paper: 'rock', scissors: 'paper' };

export const stride = (from: Tile, direction: Direction): Tile => ({
  x: from.x + STRIDES[direction].x,
  y: from.y + STRIDES[direction].y,
});

interface Walk {
  seat: Seat;
  direction: Direction;
  from: Tile;
  to: Tile;
  trip: Trip | undefined;
}

/** One move beat: everyone at once. Whoever trips stays where they were, stunned. */
export function moveBeat(
  floor: Floor,
  dancers: readonly Dancer[],
  directionOf: (seat: Seat) => Direction,
): { dancers: Dancer[]; steps: Step[] } {
  const walks = onFloor(dancers).map((seat): Walk => {
    const { x, y, stunned } = dancers[seat]!;
    const direction = stunned ? 'hold' : directionOf(seat);
    const from = { x, y };
    return { seat, direction, from, to: stride(from, direction), trip: undefined };
  });
  tripOnFloor(floor, walks);
  tripOnEachOther(walks);
  tripOnStanding(walks);

  const next = dancers.map((dancer) => ({ ...dancer }));
  const steps = walks.map(({ seat, direction, from, to, trip }): Step => {
    const dancer = next[seat]!;
    const end = trip ? from : to;
    Object.assign(dancer, end);
    if (trip) dancer.stunned = true;
    return { seat, direction, from, to: end, stunned: dancer.stunned, ...(trip && { trip }) };
  });
  return { dancers: next, steps };
}

const isWalking = (walk: Walk): boolean => walk.direction !== 'hold' && walk.trip === undefined;

function tripOnFloor(floor: Floor, walks: Walk[]): void {
  for (const walk of walks) {
    if (!isOnFloor(floor, walk.to)) walk.trip = 'edge';
    else if (isWall(floor, walk.to)) walk.trip = 'wall';
  }
}

function tripOnEachOther(walks: Walk[]): void {
  const walking = walks.filter(isWalking);
  for (const a of walking) {
    for (const b of walking) {
      if (a === b) continue;
      if (sameTile(a.to, b.to)) a.trip ??= 'collision';
      else if (sameTile(a.to, b.from) && sameTile(b.to, a.from)) a.trip ??= 'swap';
    }
  }
}

/** Whoever tripped stands too, so one trip may lead to the next. */
function tripOnStanding(walks: Walk[]): void {
  let tripped: Walk | undefined;
  do {
    const standing = walks.filter((walk) => !isWalking(walk));
    tripped = walks.find((walk) => isWalking(walk) && standing.some(({ from }) => sameTile(from, walk.to)));
    if (tripped) tripped.trip = 'blocked';
  } while (tripped);
}

/**
 * One stress beat: all clashes at once, on the places and stuns the beat began with. Every won clash scores, even for
 * a dancer who loses another one in the same beat and is out.
 */
export function stressBeat(
  dancers: readonly Dancer[],
  round: number,
  actionOf: (seat: Seat) => Action,
): { dancers: Dancer[]; poses: Pose[]; clashes: Clash[]; eliminated: Seat[] } {
  const seats = onFloor(dancers);
  const poses = seats.map((seat): Pose => ({ seat, action: dancers[seat]!.stunned ? null : actionOf(seat) }));
  const clashes = poses.flatMap((a, index) => poses.slice(index + 1).flatMap((b) => clash(dancers, a, b)));
  const won = (seat: Seat) => clashes.filter(({ winner }) => winner === seat).length;
  const lost = (seat: Seat) => clashes.some((each) => each.seats.includes(seat) && isLost(each, seat));
  const eliminated = seats.filter(lost);
  return {
    dancers: dancers.map((dancer, seat) => ({
      ...dancer,
      score: dancer.score + won(seat),
      eliminatedRound: eliminated.includes(seat) ? round : dancer.eliminatedRound,
    })),
    poses,
    clashes,
    eliminated,
  };
}

const isLost = ({ winner }: Clash, seat: Seat): boolean => winner !== null && winner !== seat;

function clash(dancers: readonly Dancer[], a: Pose, b: Pose): Clash[] {
  if (distance(dancers[a.seat]!, dancers[b.seat]!) !== 1) return [];
  if (a.action === null && b.action === null) return [];
  return [{ seats: [a.seat, b.seat], winner: winnerOf(a, b) }];
}

function winnerOf(a: Pose, b: Pose): Seat | null {
  if (a.action === null) return b.seat;
  if (b.action === null) return a.seat;
  if (a.action === b.action) return null;
  return BEATS[a.action] === b.action ? a.seat : b.seat;
}
