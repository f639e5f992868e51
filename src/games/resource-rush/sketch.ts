import { ground, token } from '../shared/sketch.ts';
import { SIZE } from './terrain.ts';
import type { RushBroadcast, RushView } from './view.ts';

/** By tile: grass, bush, stone, gold, berry, water, mountain, station. */
const COLORS = ['#a9c46c', '#5f9142', '#7d8087', '#ffd21f', '#b3204d', '#4a8fc2', '#574f46', '#ffffff'];
/** Every second tile is enough for a picture. */
const STEP = 2;

/** Runs of the same tile in a row, as one path for each kind. */
function land(tileAt: (x: number, y: number) => number): string {
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
  return paths.map((d, kind) => (d ? `<path d="${d}" fill="${COLORS[kind]}"/>` : '')).join('');
}

export function sketch({ grid, positions }: RushView, broadcast?: RushBroadcast): string {
  const tileAt = (x: number, y: number): number => {
    const now = grid[y]![x]!;
    const seen = broadcast?.land[y * SIZE + x] ?? '.';
    return now >= 0 || seen === '.' ? now : Number(seen);
  };
  const drones = positions.map((at, seat) => {
    const where = at ?? broadcast?.positions[seat];
    return where ? token(seat, where.x, where.y, 3.5) : '';
  });
  return ground('#22262c') + land(tileAt) + drones.join('');
}
