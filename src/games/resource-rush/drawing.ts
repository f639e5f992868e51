import type { RushBroadcast, RushView } from './view.ts';

const TILE = 8;
export const CANVAS = 100 * TILE;

/** By tile: grass, bush, stone, gold, berry, water, mountain, station. Told apart by shape as well as by colour. */
const GROUND = ['#a9c46c', '#a9c46c', '#a9c46c', '#a9c46c', '#a9c46c', '#4a8fc2', '#7b7268', '#a9c46c'];
const SIGNS: { [tile: number]: { color: string; draw(pen: CanvasRenderingContext2D, x: number, y: number): void } } = {
  1: { color: '#3f7a2c', draw: (pen, x, y) => circle(pen, x + 4, y + 4, 2.6) },
  2: { color: '#5c5f66', draw: (pen, x, y) => pen.fillRect(x + 1.5, y + 1.5, 5, 5) },
  3: { color: '#ffd21f', draw: (pen, x, y) => polygon(pen, [x + 4, y, x + 8, y + 4, x + 4, y + 8, x, y + 4]) },
  4: { color: '#b3204d', draw: (pen, x, y) => polygon(pen, [x + 4, y + 1, x + 7.4, y + 7, x + 0.6, y + 7]) },
  6: { color: '#574f46', draw: (pen, x, y) => polygon(pen, [x + 4, y + 1, x + 8, y + 8, x, y + 8]) },
  7: { color: '#ffffff', draw: (pen, x, y) => pen.fillRect(x, y, 8, 8) },
};
const UNSEEN = '#22262c';

function circle(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function polygon(pen: CanvasRenderingContext2D, points: number[]): void {
  pen.beginPath();
  for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i]!, points[i + 1]!);
  pen.fill();
}

/** From its middle to the outside of its rim. */
const RADIUS = 14.5;

/** Seen whole, also at the edge of the map. */
function drone(pen: CanvasRenderingContext2D, seat: number, x: number, y: number, scale: number): void {
  const place = (at: number): number =>
    Math.min(CANVAS - RADIUS * scale, Math.max(RADIUS * scale, at * TILE + TILE / 2));
  pen.save();
  pen.translate(place(x), place(y));
  pen.scale(scale, scale);
  pen.fillStyle = seat ? '#c24f08' : '#1c5cc0';
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = 3.5;
  pen.beginPath();
  if (seat) pen.rect(-11, -11, 22, 22);
  else pen.arc(0, 0, 12.5, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.fillStyle = '#ffffff';
  pen.font = 'bold 16px sans-serif';
  pen.textAlign = 'center';
  pen.fillText(seat ? 'B' : 'A', 0, 6);
  pen.restore();
}

const SIZE = 100;
/** Over what was seen a while ago. */
const HAZE = '#22262c80';

/** @param scale of the drones, which are larger than life */
export function draw(
  pen: CanvasRenderingContext2D,
  view: RushView,
  broadcast: RushBroadcast | undefined,
  scale: number,
): void {
  for (const [y, row] of view.grid.entries()) {
    for (const [x, now] of row.entries()) {
      const old = now < 0 && broadcast ? Number(broadcast.land[y * SIZE + x]) : now;
      tile(pen, x * TILE, y * TILE, old);
      if (old === now || !(old >= 0)) continue;
      pen.fillStyle = HAZE;
      if (!inSight(broadcast!, x, y, view.vision)) pen.fillRect(x * TILE, y * TILE, TILE, TILE);
    }
  }
  for (const [seat, now] of view.positions.entries()) {
    const at = now ?? broadcast?.positions[seat];
    if (at) drone(pen, seat, at.x, at.y, scale);
  }
}

const inSight = ({ positions }: RushBroadcast, x: number, y: number, vision: number): boolean =>
  positions.some((at) => Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) <= vision);

function tile(pen: CanvasRenderingContext2D, x: number, y: number, kind: number): void {
  pen.fillStyle = GROUND[kind] ?? UNSEEN;
  pen.fillRect(x, y, TILE, TILE);
  const sign = SIGNS[kind];
  if (!sign) return;
  pen.fillStyle = sign.color;
  sign.draw(pen, x, y);
}
