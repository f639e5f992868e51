import { ground, token } from '../shared/sketch.ts';
import { SIZE } from './terrain.ts';
import type { RushBroadcast, RushView } from './view.ts';

/** By tile: grass, bush, stone, gold, berry, water, mountain, station. */
const COLORS = ['#a9c46c', '#5f9142', '#7d8087', '#ffd21f', '#b3204d', '#4a8fc2', '#574f46', '#ffffff'];
/** Every second tile is enough for a picture. */
const STEP = 2;

/** Runs of the same tile in a row, as one path for each kind. */
export function land({ grid }: RushView, broadcast?: RushBroadcast): { fill: string; d: string }[] {
  const tileAt = (x: number, y: number): number => {
    const now = grid[y]![x]!;
    const seen = broadcast?.land[y * SIZE + x] ?? '.';
    return now >= 0 || seen === '.' ? now : Number(seen);
  };
  const paths = COLORS.map(() => '');
  for (let y = 0; y < SIZE; y += STEP) {
    for (let x = 0; x < SIZE; ) {
      const kind = tileAt(x, y);
      let end = x + STEP;
      while (end < SIZE && tileAt(end, y) === kind) end += STEP;
      if (kind >= 0) paths[kind] += `M${x} ${y}h${end - x}v${STEP}h-${end - x}z`;
      x = end;
    }
  }
  return paths.flatMap((d, kind) => (d ? [{ fill: COLORS[kind]!, d }] : []));
}

export const drones = ({ positions }: RushView, broadcast?: RushBroadcast): { seat: number; x: number; y: number }[] =>
  positions.flatMap((at, seat) => {
    const where = at ?? broadcast?.positions[seat];
    return where ? [{ seat, x: where.x, y: where.y }] : [];
  });

export function sketch(view: RushView, broadcast?: RushBroadcast): string {
  const paths = land(view, broadcast).map(({ fill, d }) => `<path d="${d}" fill="${fill}"/>`);
  const signs = drones(view, broadcast).map(({ seat, x, y }) => token(seat, x, y, 3.5));
  return [ground('#22262c'), ...paths, ...signs].join('');
}
