import type { Random } from '../../core/game.ts';
import type { Point } from './terrain.ts';
import {
  AREA,
  BERRY,
  BUSH,
  GOLD,
  GRASS,
  indexOf,
  isPassable,
  MOUNTAIN,
  onMap,
  pointAt,
  SIZE,
  STATION,
  STONE,
  span,
  WATER,
} from './terrain.ts';

/** Tiles come in pairs, each the other turned half around the centre, so both stations have the same map before them. */
const PAIRS = { bushes: 360, stones: 210, berries: 130, lakes: 8, ridges: 8 };
const SPAWN = { nearest: 8, columns: 17 };
const CLEARING = 4;
const GOLD_FROM_STATION = 20;
const GOLD_FROM_CENTRE = 20;
const CENTRE: Point = { x: 49, y: 49 };

type Tiles = Uint8Array;

export interface Land {
  map: string;
  /** The stations, by seat. */
  stations: [Point, Point];
}

export function drawLand(random: Random): Land {
  const tiles = new Uint8Array(AREA);
  const first = {
    x: SPAWN.nearest + random.int(SPAWN.columns),
    y: SPAWN.nearest + random.int(SIZE - 2 * SPAWN.nearest),
  };
  const stations: [Point, Point] = [first, opposite(first)];
  setPair(tiles, indexOf(first), STATION);
  layGold(tiles, stations, random);
  const clear = stations.flatMap((station) => around(station, CLEARING));
  layBlobs(tiles, new Set(clear), random);
  scatter(tiles, BUSH, PAIRS.bushes, random);
  scatter(tiles, STONE, PAIRS.stones, random);
  scatter(tiles, BERRY, PAIRS.berries, random);
  return { map: tiles.join(''), stations: random.int(2) ? [stations[1], stations[0]] : stations };
}

const opposite = ({ x, y }: Point): Point => ({ x: SIZE - 1 - x, y: SIZE - 1 - y });
const twin = (index: number): number => AREA - 1 - index;

function setPair(tiles: Tiles, index: number, tile: number): void {
  tiles[index] = tile;
  tiles[twin(index)] = tile;
}

function around({ x, y }: Point, reach: number): number[] {
  const found: number[] = [];
  for (let row = y - reach; row <= y + reach; row++) {
    for (let col = x - reach; col <= x + reach; col++) {
      if (onMap({ x: col, y: row })) found.push(indexOf({ x: col, y: row }));
    }
  }
  return found;
}

/** A vein and its twin, and in every other map one in the centre. */
function layGold(tiles: Tiles, stations: Point[], random: Random): void {
  const far = Array.from({ length: AREA }, (_, index) => pointAt(index)).filter(
    (point) =>
      span(point, CENTRE) > GOLD_FROM_CENTRE && stations.every((station) => span(point, station) >= GOLD_FROM_STATION),
  );
  growVein(tiles, [indexOf(random.pick(far))], 8 + random.int(5), random);
  if (random.int(2)) growVein(tiles, [indexOf(CENTRE), indexOf({ x: 49, y: 50 })], 4 + random.int(3), random);
}

function growVein(tiles: Tiles, seeds: number[], size: number, random: Random): void {
  const vein = [...seeds];
  for (const index of vein) setPair(tiles, index, GOLD);
  while (vein.length < size) {
    const next = random.pick(vein.flatMap((index) => sides(index)).filter((index) => tiles[index] === GRASS));
    setPair(tiles, next, GOLD);
    vein.push(next);
  }
}

function sides(index: number): number[] {
  const column = index % SIZE;
  const found: number[] = [];
  if (index >= SIZE) found.push(index - SIZE);
  if (index < AREA - SIZE) found.push(index + SIZE);
  if (column > 0) found.push(index - 1);
  if (column < SIZE - 1) found.push(index + 1);
  return found;
}

/** Lakes and ridges; one that would cut the land in pieces is left out. */
function layBlobs(tiles: Tiles, clear: Set<number>, random: Random): void {
  const wanted = [...Array(PAIRS.lakes).fill(WATER), ...Array(PAIRS.ridges).fill(MOUNTAIN)];
  for (const tile of wanted) {
    const blob = drawBlob(random).filter((index) => tiles[index] === GRASS && !clear.has(index));
    for (const index of blob) setPair(tiles, index, tile);
    if (isOneLand(tiles)) continue;
    for (const index of blob) setPair(tiles, index, GRASS);
  }
}

/** A few overlapping discs on a short walk. */
function drawBlob(random: Random): number[] {
  const blob = new Set<number>();
  let centre = pointAt(random.int(AREA));
  for (let discs = 3 + random.int(4); discs > 0; discs--) {
    const radius = 1 + random.int(3);
    for (const index of around(centre, radius)) {
      const { x, y } = pointAt(index);
      if ((x - centre.x) ** 2 + (y - centre.y) ** 2 <= radius * radius + 1) blob.add(index);
    }
    centre = { x: centre.x + random.int(7) - 3, y: centre.y + random.int(7) - 3 };
  }
  return [...blob];
}

/** Whether every tile that can be walked on can be reached from every other. */
export function isOneLand(tiles: ArrayLike<number>): boolean {
  const open: number[] = [];
  const waiting = new Uint8Array(AREA);
  for (let index = 0; index < AREA; index++) waiting[index] = isPassable(tiles[index]!) ? 1 : 0;
  const visit = (index: number) => {
    if (!waiting[index]) return;
    waiting[index] = 0;
    open.push(index);
  };
  visit(waiting.indexOf(1));
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const column = index % SIZE;
    if (index >= SIZE) visit(index - SIZE);
    if (index < AREA - SIZE) visit(index + SIZE);
    if (column > 0) visit(index - 1);
    if (column < SIZE - 1) visit(index + 1);
  }
  return !waiting.includes(1);
}

/** In small groups. */
function scatter(tiles: Tiles, tile: number, pairs: number, random: Random): void {
  for (let left = pairs; left > 0; ) {
    const near = around(pointAt(random.int(AREA)), 2);
    for (let group = 3 + random.int(5); group > 0 && left > 0; group--) {
      const index = random.pick(near);
      if (tiles[index] !== GRASS) continue;
      setPair(tiles, index, tile);
      left--;
    }
  }
}
