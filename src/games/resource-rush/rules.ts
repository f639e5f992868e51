import { Type } from 'typebox';
import type { Game, Refusal, Seat } from '../../core/game.ts';
import { sealedRounds } from '../shared/two-seats.ts';
import { HARMLESS_AFTER } from './fog.ts';
import { drawLand } from './map.ts';
import type { Drone, RushMove, RushState } from './state.ts';
import { MEMORY_BYTES, Move, scoreOf, TICKS, YIELD } from './state.ts';
import type { Direction, Point } from './terrain.ts';
import { DIRECTIONS, GRASS, isPassable, onMap, step, tileAt, withTile } from './terrain.ts';
import type { RushView } from './view.ts';
import { broadcastOf, viewOf } from './view.ts';

export type RefusalCode = 'over' | 'memory-too-long' | 'memory-no-object' | 'off-map' | 'impassable';

const landed = ({ x, y }: Point): Drone => ({
  x,
  y,
  resources: { wood: 0, stone: 0, gold: 0, food: 0 },
  thought: '',
  memory: '{}',
  last: null,
});

const scores = (state: RushState): number[] => state.drones.map(scoreOf);

function refusal(state: RushState, seat: Seat, move: RushMove): Refusal<RefusalCode> | undefined {
  if (state.tick >= TICKS) return { code: 'over', reason: 'The match is over.' };
  if (move.memory !== undefined) {
    const memory = memoryText(move.memory);
    if (bytesOf(memory) > MEMORY_BYTES) {
      return { code: 'memory-too-long', reason: `A memory has at most ${MEMORY_BYTES} bytes as JSON.` };
    }
    if (!isObject(memory)) return { code: 'memory-no-object', reason: 'A memory is an object.' };
  }
  return move.action === 'move' ? wayRefusal(state, seat, move.direction) : undefined;
}

const memoryText = (memory: NonNullable<RushMove['memory']>): string =>
  typeof memory === 'string' ? memory : JSON.stringify(memory);

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function wayRefusal({ drones, map }: RushState, seat: Seat, direction: Direction): Refusal<RefusalCode> | undefined {
  const there = step(drones[seat]!, direction);
  if (!onMap(there)) return { code: 'off-map', reason: 'That way leads off the map.' };
  if (isPassable(tileAt(map, there))) return undefined;
  return { code: 'impassable', reason: 'Water and mountains cannot be entered.' };
}

/** Where both harvest one tile in one tick, the seats take turns to get it. */
const comesFirst = ({ tick }: RushState): Seat => tick % 2;

function play(state: RushState, moves: [RushMove, RushMove]): RushState {
  const acting: [Drone, Drone] = [...state.drones];
  let map = state.map;
  const first = comesFirst(state);
  for (const seat of [first, 1 - first]) {
    const drone = acting[seat]!;
    acting[seat] = act(drone, moves[seat]!, tileAt(map, drone));
    if (acting[seat].resources !== drone.resources) map = withTile(map, drone, GRASS);
  }
  return { tick: state.tick + 1, map, drones: acting };
}

/** A harvest that brings something brings new resources; otherwise they stay the same object. */
function act(drone: Drone, move: RushMove, tile: number): Drone {
  const spoken = {
    thought: move.thought ?? '',
    memory: move.memory === undefined ? drone.memory : memoryText(move.memory),
  };
  switch (move.action) {
    case 'wait':
      return { ...drone, ...spoken, last: { action: 'wait' } };
    case 'move':
      return {
        ...drone,
        ...spoken,
        ...step(drone, move.direction),
        last: { action: 'move', direction: move.direction },
      };
    case 'harvest': {
      const found = YIELD[tile];
      if (!found) return { ...drone, ...spoken, last: { action: 'harvest', resource: null, amount: 0 } };
      const { resource, amount } = found;
      const resources = { ...drone.resources, [resource]: drone.resources[resource] + amount };
      return { ...drone, ...spoken, resources, last: { action: 'harvest', resource, amount } };
    }
  }
}

function moves(state: RushState, seat: Seat): RushMove[] {
  const ways = Object.keys(DIRECTIONS) as Direction[];
  const all: RushMove[] = ways.map((direction) => ({ action: 'move', direction }));
  all.push({ action: 'harvest' }, { action: 'wait' });
  return all.filter((move) => !refusal(state, seat, move));
}

function parse(text: string): RushMove | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'harvest' || word === 'wait') return { action: word };
  return Object.hasOwn(DIRECTIONS, word) ? { action: 'move', direction: word as Direction } : undefined;
}

export const resourceRush: Game<RushState, RushMove, Record<string, never>, RushView> = {
  id: 'resource-rush',
  title: 'Resource Rush',
  version: 1,
  seats: { min: 2, max: 2 },
  options: Type.Object({}),
  move: Move,
  moveBytes: MEMORY_BYTES + 1024,
  // A text takes a fraction of the room that what it stands for would take.
  kept: (move) => (move.memory === undefined ? move : { ...move, memory: memoryText(move.memory) }),

  start(_options, _seats, random) {
    const { map, stations } = drawLand(random);
    return { tick: 0, map, drones: [landed(stations[0]), landed(stations[1])] };
  },

  status: (state) => sealedRounds(state.tick, TICKS, scores(state), 'ticks'),
  check: (state, { seat, move }) => refusal(state, seat, move),
  play: (state, [first, second]) => play(state, [first.move, second!.move]),
  view: viewOf,
  broadcast: { after: HARMLESS_AFTER, view: broadcastOf },
  scores,
  moves,
  text: {
    parse: (_state, _seat, text) => parse(text),
    print: (_state, move) => (move.action === 'move' ? move.direction : move.action),
  },
};
