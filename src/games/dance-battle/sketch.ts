import { ground, rect, token } from '../shared/sketch.ts';
import type { View } from './rules.ts';

export function sketch({ map, players }: View): string {
  const side = 100 / map.width;
  const walls = map.walls.map(({ x, y }) => rect(x * side, y * side, side, side, '#0f0a1c'));
  const dancers = players
    .filter(({ eliminated }) => !eliminated)
    .map(({ seat, x, y }) => token(seat, (x + 0.5) * side, (y + 0.5) * side, side * 0.6));
  return ground('#33274f') + walls.join('') + dancers.join('');
}
