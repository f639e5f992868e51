import type { Direction, Point } from './terrain.ts';
import { AREA, DIRECTIONS, isPassable, SIZE } from './terrain.ts';
import { UNSEEN } from './view.ts';

const WAYS = Object.keys(DIRECTIONS) as Direction[];

/** A tile that can be reached over land in sight. */
export interface Reach extends Point {
  tile: number;
  distance: number;
  /** The first step there; null for the tile one stands on. */
  way: Direction | null;
}

/** Every tile in sight that can be walked to, nearest first. */
export function reachable(grid: readonly (readonly number[])[], from: Point): Reach[] {
  const seen = new Uint8Array(AREA);
  seen[from.y * SIZE + from.x] = 1;
  const found: Reach[] = [{ ...from, tile: grid[from.y]![from.x]!, distance: 0, way: null }];
  for (let next = 0; next < found.length; next++) {
    const here = found[next]!;
    for (const way of WAYS) {
      const x = here.x + DIRECTIONS[way].x;
      const y = here.y + DIRECTIONS[way].y;
      const tile = grid[y]?.[x];
      if (tile === undefined || tile === UNSEEN || !isPassable(tile) || seen[y * SIZE + x]) continue;
      seen[y * SIZE + x] = 1;
      found.push({ x, y, tile, distance: here.distance + 1, way: here.way ?? way });
    }
  }
  return found;
}

export const CENTRE: Point = { x: SIZE / 2, y: SIZE / 2 };
