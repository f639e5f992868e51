import type { Seat, Viewer } from '../../core/game.ts';
import type { Deed, Drone, Resources, RushState } from './state.ts';
import { scoreOf, TICKS, VISION } from './state.ts';
import type { Point } from './terrain.ts';
import { SIZE, span } from './terrain.ts';

export const UNSEEN = -1;

export interface RushView {
  tick: number;
  maxTicks: number;
  mapSize: number;
  vision: number;
  /** `grid[y][x]`, -1 where the viewer sees nothing now. */
  grid: number[][];
  /** By seat; null for a drone that the viewer does not see. */
  positions: (Point | null)[];
  thoughts: (string | null)[];
  /** What each did in the last tick; null at the start and for a drone that the viewer does not see. */
  last: (Deed | null)[];
  /** By seat, for everybody. */
  resources: Resources[];
  scores: number[];
  /** The viewer's own; null for everybody who has no seat. */
  memory: { [key: string]: unknown } | null;
}

/** Where the drones were, and what they had seen by then. */
export interface RushBroadcast {
  tick: number;
  /** By seat. */
  positions: Point[];
  /** A digit for each tile, row by row, as it was when a drone last saw it; a point where none has been. */
  land: string;
}

/** A rectangle of the map, edges included. */
interface Sight {
  west: number;
  east: number;
  north: number;
  south: number;
}

export const seeEachOther = ([a, b]: [Point, Point]): boolean => span(a, b) <= VISION;

const around = ({ x, y }: Point): Sight => ({
  west: Math.max(0, x - VISION),
  east: Math.min(SIZE - 1, x + VISION),
  north: Math.max(0, y - VISION),
  south: Math.min(SIZE - 1, y + VISION),
});

const common = (a: Sight, b: Sight): Sight => ({
  west: Math.max(a.west, b.west),
  east: Math.min(a.east, b.east),
  north: Math.max(a.north, b.north),
  south: Math.min(a.south, b.south),
});

const EVERYTHING: Sight = { west: 0, east: SIZE - 1, north: 0, south: SIZE - 1 };

/**
 * Spectators see what both drones see, and only while the drones see each other: otherwise the outline alone of what
 * both see would tell each side where the other is.
 */
function sightOf({ drones }: RushState, viewer: Viewer): Sight | undefined {
  if (viewer === 'replay') return EVERYTHING;
  if (viewer === 'spectator') return seeEachOther(drones) ? common(around(drones[0]), around(drones[1])) : undefined;
  const own = drones[viewer];
  return own && around(own);
}

const sees = (drones: [Drone, Drone], viewer: Viewer, seat: Seat): boolean =>
  viewer === 'replay' || viewer === seat || seeEachOther(drones);

/** Copied for every row of a view and never given out: a frozen array is many times slower to copy and to write as JSON. */
const DARK_ROW = Array.from({ length: SIZE }, () => UNSEEN);

/** The whole map as it was last shown. Of it a step changes a tile, and all its rows but one are shared with the next. */
let whole: { map: string; rows: number[][] } = { map: '', rows: [] };

function wholeGrid(map: string): number[][] {
  if (map === whole.map) return whole.rows;
  const rows = Array.from({ length: SIZE }, (_, y) => {
    const row = map.slice(y * SIZE, (y + 1) * SIZE);
    const known = whole.map.slice(y * SIZE, (y + 1) * SIZE);
    return row === known ? whole.rows[y]! : Array.from(row, Number);
  });
  whole = { map, rows };
  return rows;
}

function gridOf(map: string, sight: Sight | undefined): number[][] {
  if (sight === EVERYTHING) return wholeGrid(map);
  const rows = Array.from({ length: SIZE }, () => DARK_ROW.slice());
  if (!sight) return rows;
  for (let y = sight.north; y <= sight.south; y++) {
    const row = rows[y]!;
    for (let x = sight.west; x <= sight.east; x++) row[x] = map.charCodeAt(y * SIZE + x) - 48;
  }
  return rows;
}

export function viewOf(state: RushState, viewer: Viewer): RushView {
  const { drones, map, tick } = state;
  const seen = [sees(drones, viewer, 0), sees(drones, viewer, 1)];
  const own = typeof viewer === 'number' ? drones[viewer] : undefined;
  return {
    tick,
    maxTicks: TICKS,
    mapSize: SIZE,
    vision: VISION,
    grid: gridOf(map, sightOf(state, viewer)),
    positions: drones.map(({ x, y }, seat) => (seen[seat] ? { x, y } : null)),
    thoughts: drones.map(({ thought }, seat) => (seen[seat] ? thought : null)),
    last: drones.map(({ last }, seat) => (seen[seat] ? last : null)),
    resources: drones.map(({ resources }) => resources),
    scores: drones.map(scoreOf),
    memory: own ? JSON.parse(own.memory) : null,
  };
}

export const UNKNOWN = '.';
const UNKNOWN_LAND = UNKNOWN.repeat(SIZE * SIZE);

/** What was seen before stays as it was seen then. */
function withSight(land: string, map: string, { west, east, north, south }: Sight): string {
  const rows: string[] = [land.slice(0, north * SIZE)];
  for (let y = north; y <= south; y++) {
    const row = y * SIZE;
    rows.push(
      land.slice(row, row + west),
      map.slice(row + west, row + east + 1),
      land.slice(row + east + 1, row + SIZE),
    );
  }
  return [...rows, land.slice((south + 1) * SIZE)].join('');
}

export function broadcastOf({ tick, map, drones }: RushState, before: RushBroadcast | undefined): RushBroadcast {
  const land = drones.reduce((seen, drone) => withSight(seen, map, around(drone)), before?.land ?? UNKNOWN_LAND);
  return { tick, positions: drones.map(({ x, y }) => ({ x, y })), land };
}
