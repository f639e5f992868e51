import type { Bots, Random, Seat } from '../../core/game.ts';
import type { RushMove } from './state.ts';
import { POINTS, YIELD } from './state.ts';
import { GOLD, span } from './terrain.ts';
import type { RushView } from './view.ts';
import type { Reach } from './walking.ts';
import { CENTRE, reachable } from './walking.ts';

const SCOUTING_TICKS = 120;

function worth(tile: number): number {
  const found = YIELD[tile];
  return found ? found.amount * POINTS[found.resource] : 0;
}

const stepsText = (distance: number): string => (distance === 1 ? '1 step' : `${distance} steps`);

const go = ({ way }: Reach): RushMove => (way ? { action: 'move', direction: way } : { action: 'harvest' });

const best = (reaches: Reach[], value: (reach: Reach) => number): Reach | undefined => {
  let found: Reach | undefined;
  let top = 0;
  for (const reach of reaches) {
    const worthy = value(reach);
    if (worthy > top) [found, top] = [reach, worthy];
  }
  return found;
};

function easy(view: RushView, seat: Seat, random: Random): RushMove {
  const reaches = reachable(view.grid, view.positions[seat]!);
  if (worth(reaches[0]!.tile) > 0) return { action: 'harvest' };
  const steps = reaches.filter(({ distance }) => distance === 1);
  return steps.length ? go(random.pick(steps)) : { action: 'wait' };
}

function medium(view: RushView, seat: Seat): RushMove {
  const reaches = reachable(view.grid, view.positions[seat]!);
  const nearest = reaches.find(({ tile }) => worth(tile) > 0);
  return nearest ? go(nearest) : { action: 'wait' };
}

/** Points within two tiles, so that a vein draws harder than a lone tile. */
function surroundings(grid: RushView['grid'], { x, y }: Reach): number {
  let sum = 0;
  for (let row = y - 2; row <= y + 2; row++) {
    for (let col = x - 2; col <= x + 2; col++) sum += worth(grid[row]?.[col] ?? 0);
  }
  return sum;
}

function hard(view: RushView, seat: Seat): RushMove {
  const { grid, positions, tick } = view;
  const own = positions[seat]!;
  const rival = positions[1 - seat];
  const reaches = reachable(grid, own);
  if (tick < SCOUTING_TICKS && !reaches.some(({ tile }) => tile === GOLD)) {
    const scouting = scout(reaches);
    if (scouting) return scouting;
  }
  const target = best(reaches, (reach) => {
    const value = worth(reach.tile);
    if (value === 0) return 0;
    const contested = rival && span(rival, reach) < span(own, reach);
    return ((value + surroundings(grid, reach) / 2) / (reach.distance + 2)) * (contested ? 0.5 : 1);
  });
  if (target?.tile === GOLD && target.way)
    return { ...go(target), thought: `Gold, ${stepsText(target.distance)} away.` };
  return target ? go(target) : (scout(reaches) ?? { action: 'wait' });
}

/** Towards the centre, from where most of the map is in sight, taking what lies underfoot if it is worth a tick. */
function scout(reaches: Reach[]): RushMove | undefined {
  const here = reaches[0]!;
  if (worth(here.tile) > 1) return { action: 'harvest' };
  const nearer = best(reaches, (reach) => 100 - span(reach, CENTRE));
  return nearer && span(nearer, CENTRE) < span(here, CENTRE) ? go(nearer) : undefined;
}

export const resourceRushBots: Bots<RushView, RushMove> = [
  { name: 'easy', play: (view, _turn, seat, random) => easy(view, seat, random) },
  { name: 'medium', play: (view, _turn, seat) => medium(view, seat) },
  { name: 'hard', play: (view, _turn, seat) => hard(view, seat) },
];
