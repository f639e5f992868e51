import type { Random } from '../../core/game.ts';
import type { BeatKind, Floor, Round, Tile } from './state.ts';
import { distance, sameTile } from './state.ts';

export const SIZE = 17;
export const ROUNDS = 30;

/** Seat by seat, clockwise from the top left. */
export const CORNERS: readonly Tile[] = [
  { x: 0, y: 0 },
  { x: SIZE - 1, y: 0 },
  { x: SIZE - 1, y: SIZE - 1 },
  { x: 0, y: SIZE - 1 },
];

const FEWEST_QUARTER_WALLS = 7;
const MOST_QUARTER_WALLS = 10;
const FREE_AROUND_CORNERS = 2;

/** Walls that look the same from all four corners and never cut the floor in two. */
export function drawFloor(random: Random): Floor {
  const wanted = FEWEST_QUARTER_WALLS + random.int(MOST_QUARTER_WALLS - FEWEST_QUARTER_WALLS + 1);
  const floor: Floor = { width: SIZE, height: SIZE, walls: [] };
  for (const tile of random.shuffle(quarter())) {
    if (floor.walls.length === 4 * wanted) break;
    const walls = [...floor.walls, ...turned(tile)];
    if (isConnected({ ...floor, walls })) floor.walls = walls;
  }
  floor.walls.sort((a, b) => a.y - b.y || a.x - b.x);
  return floor;
}

/** The tiles of which quarter turns make the whole floor but its middle, without those around the corners. */
function quarter(): Tile[] {
  const tiles: Tile[] = [];
  for (let y = 0; y < (SIZE - 1) / 2; y++) {
    for (let x = 0; x <= (SIZE - 1) / 2; x++) {
      if (CORNERS.every((corner) => distance(corner, { x, y }) > FREE_AROUND_CORNERS)) tiles.push({ x, y });
    }
  }
  return tiles;
}

function turned(tile: Tile): Tile[] {
  const tiles = [tile];
  for (let turn = 1; turn < 4; turn++) {
    const { x, y } = tiles.at(-1)!;
    tiles.push({ x: SIZE - 1 - y, y: x });
  }
  return tiles;
}

export const isOnFloor = (floor: Floor, tile: Tile): boolean =>
  tile.x >= 0 && tile.y >= 0 && tile.x < floor.width && tile.y < floor.height;

export const isWall = (floor: Floor, tile: Tile): boolean => floor.walls.some((wall) => sameTile(wall, tile));

export const neighbours = ({ x, y }: Tile): Tile[] => [
  { x, y: y - 1 },
  { x, y: y + 1 },
  { x: x - 1, y },
  { x: x + 1, y },
];

/** How many steps it is from every tile to the given one; -1 where there is no way. Indexed by y × width + x. */
export function stepsTo(floor: Floor, goal: Tile): number[] {
  const steps: number[] = Array(floor.width * floor.height).fill(-1);
  const blocked = new Set(floor.walls.map(({ x, y }) => y * floor.width + x));
  steps[goal.y * floor.width + goal.x] = 0;
  const open = [goal];
  for (const tile of open) {
    for (const next of neighbours(tile)) {
      const index = next.y * floor.width + next.x;
      if (!isOnFloor(floor, next) || blocked.has(index) || steps[index] !== -1) continue;
      steps[index] = steps[tile.y * floor.width + tile.x]! + 1;
      open.push(next);
    }
  }
  return steps;
}

const isConnected = (floor: Floor): boolean =>
  stepsTo(floor, CORNERS[0]!).filter((steps) => steps >= 0).length === floor.width * floor.height - floor.walls.length;

const USUAL: readonly BeatKind[] = ['move', 'move', 'stress'];
const LONGER: readonly (readonly BeatKind[])[] = [
  ['move', 'move', 'move', 'stress'],
  ['move', 'stress', 'move', 'stress'],
  ['move', 'move', 'stress', 'move', 'stress'],
];
/** One round in so many is a longer one. */
const LONGER_EVERY = 4;

export function drawRounds(random: Random): Round[] {
  return Array.from({ length: ROUNDS }, (_, index) => {
    const kinds = random.int(LONGER_EVERY) === 0 ? random.pick(LONGER) : USUAL;
    return { round: index + 1, beats: kinds.map((kind, beatIndex) => ({ beatIndex, kind })) };
  });
}
