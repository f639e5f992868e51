/** A map is a string of 10,000 digits, row by row from the north: one tile each. */

export const SIZE = 100;
export const AREA = SIZE * SIZE;

export const GRASS = 0;
export const BUSH = 1;
export const STONE = 2;
export const GOLD = 3;
export const BERRY = 4;
export const WATER = 5;
export const MOUNTAIN = 6;
export const STATION = 7;

export interface Point {
  x: number;
  y: number;
}

export const DIRECTIONS = {
  north: { x: 0, y: -1 },
  south: { x: 0, y: 1 },
  east: { x: 1, y: 0 },
  west: { x: -1, y: 0 },
} as const;
export type Direction = keyof typeof DIRECTIONS;

export const onMap = ({ x, y }: Point): boolean => x >= 0 && x < SIZE && y >= 0 && y < SIZE;
export const indexOf = ({ x, y }: Point): number => y * SIZE + x;
export const pointAt = (index: number): Point => ({ x: index % SIZE, y: Math.floor(index / SIZE) });
export const isPassable = (tile: number): boolean => tile !== WATER && tile !== MOUNTAIN;
/** Steps as a king walks: the measure of squares, and so of sight. */
export const span = (a: Point, b: Point): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

export function step({ x, y }: Point, direction: Direction): Point {
  const by = DIRECTIONS[direction];
  return { x: x + by.x, y: y + by.y };
}

export const tileAt = (map: string, point: Point): number => map.charCodeAt(indexOf(point)) - 48;

export function withTile(map: string, point: Point, tile: number): string {
  const index = indexOf(point);
  return map.slice(0, index) + tile + map.slice(index + 1);
}
