// Longer than most files: the rules one by one, on a map that is built up along the way.
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { resourceRush as game } from './rules.ts';
import type { Drone, RushMove, RushState } from './state.ts';
import { BERRY, BUSH, GOLD, GRASS, MOUNTAIN, STATION, STONE, tileAt, WATER, withTile } from './terrain.ts';
import { type RushBroadcast, UNKNOWN, viewOf } from './view.ts';

const random = stepRandom('9d'.repeat(32), 0);
const MEADOW = '0'.repeat(10_000);
const WAIT: RushMove = { action: 'wait' };
const HARVEST: RushMove = { action: 'harvest' };
const go = (direction: 'north' | 'south' | 'east' | 'west'): RushMove => ({ action: 'move', direction });

const drone = (x: number, y: number, more: Partial<Drone> = {}): Drone => ({
  x,
  y,
  resources: { wood: 0, stone: 0, gold: 0, food: 0 },
  thought: '',
  memory: '{}',
  last: null,
  ...more,
});

/** Two drones on a meadow, with some tiles on it. */
function meadow(first: Drone, second: Drone, ...tiles: [x: number, y: number, tile: number][]): RushState {
  const map = tiles.reduce((made, [x, y, tile]) => withTile(made, { x, y }, tile), MEADOW);
  return { tick: 0, map, drones: [first, second] };
}

const tick = (state: RushState, first: RushMove, second: RushMove = WAIT): RushState =>
  game.play(
    state,
    [
      { seat: 0, move: first },
      { seat: 1, move: second },
    ],
    random,
  );
const check = (state: RushState, move: RushMove, seat = 0) => game.check(state, { seat, move });

describe('a tick', () => {
  test('both are asked in secret, 500 times', () => {
    const state = game.start({}, 2, random);
    expect(game.status(state)).toEqual({ kind: 'turn', number: 1, must: [0, 1], sealed: true });
    expect(game.status({ ...state, tick: 499 })).toMatchObject({ number: 500 });
    expect(game.status({ ...state, tick: 500 }).kind).toBe('over');
  });

  test('drones begin at the stations with nothing', () => {
    const { drones, map } = game.start({}, 2, random);
    expect(drones.map((placed) => tileAt(map, placed))).toEqual([STATION, STATION]);
    expect(game.view(game.start({}, 2, random), 'replay').scores).toEqual([0, 0]);
  });

  test.each([
    ['north', 50, 49],
    ['south', 50, 51],
    ['east', 51, 50],
    ['west', 49, 50],
  ] as const)('%s leads to %i/%i', (direction, x, y) => {
    expect(tick(meadow(drone(50, 50), drone(9, 9)), go(direction)).drones[0]).toMatchObject({ x, y });
  });

  test('the edge of the map, water and mountains are refused; grass, resources and stations are not', () => {
    const corner = meadow(drone(0, 0), drone(99, 99));
    for (const direction of ['north', 'west'] as const) expect(check(corner, go(direction))?.code).toBe('off-map');
    for (const direction of ['south', 'east'] as const) expect(check(corner, go(direction), 1)?.code).toBe('off-map');
    for (const tile of [WATER, MOUNTAIN]) {
      expect(check(meadow(drone(5, 5), drone(9, 9), [6, 5, tile]), go('east'))?.code).toBe('impassable');
    }
    for (const tile of [GRASS, BUSH, STONE, GOLD, BERRY, STATION]) {
      expect(check(meadow(drone(5, 5), drone(9, 9), [6, 5, tile]), go('east'))).toBeUndefined();
    }
  });

  test('both drones may stand on one tile', () => {
    const state = meadow(drone(5, 5), drone(6, 5));
    expect(check(state, go('east'))).toBeUndefined();
    expect(tick(state, go('east')).drones[0]).toMatchObject({ x: 6, y: 5 });
  });

  test.each([
    ['bush', BUSH, { wood: 1 }, 1],
    ['stone', STONE, { stone: 2 }, 4],
    ['gold', GOLD, { gold: 5 }, 25],
    ['berry', BERRY, { food: 3 }, 9],
  ] as const)('harvesting a %s empties the tile, gives its amount and counts for the score', (_, tile, gain, score) => {
    const state = tick(meadow(drone(5, 5), drone(9, 9), [5, 5, tile]), HARVEST);
    expect(state.drones[0].resources).toEqual({ wood: 0, stone: 0, gold: 0, food: 0, ...gain });
    expect(tileAt(state.map, { x: 5, y: 5 })).toBe(GRASS);
    expect(game.scores!(state)).toEqual([score, 0]);
    const [[resource, amount]] = Object.entries(gain) as [[string, number]];
    expect(state.drones[0].last).toEqual({ action: 'harvest', resource, amount });
  });

  test.each([
    ['grass', GRASS],
    ['a station', STATION],
  ])('harvesting %s is allowed, gives nothing and leaves it', (_, tile) => {
    const state = meadow(drone(5, 5), drone(9, 9), [5, 5, tile]);
    expect(check(state, HARVEST)).toBeUndefined();
    const after = tick(state, HARVEST);
    expect(after.map).toBe(state.map);
    expect(after.drones[0].last).toEqual({ action: 'harvest', resource: null, amount: 0 });
    expect(game.scores!(after)).toEqual([0, 0]);
  });

  test('when both harvest one tile in one tick, the seats take turns by tick', () => {
    const state = meadow(drone(5, 5), drone(5, 5), [5, 5, GOLD]);
    const even = tick(state, HARVEST, HARVEST);
    expect(even.drones.map(({ resources }) => resources.gold)).toEqual([5, 0]);
    expect(even.drones[1].last).toEqual({ action: 'harvest', resource: null, amount: 0 });
    const odd = tick({ ...state, tick: 1 }, HARVEST, HARVEST);
    expect(odd.drones.map(({ resources }) => resources.gold)).toEqual([0, 5]);
  });

  test('a tile can be left in the tick in which the other harvests it', () => {
    const state = tick(meadow(drone(5, 5), drone(5, 5), [5, 5, BUSH]), go('east'), HARVEST);
    expect(state.drones[0]).toMatchObject({ x: 6, y: 5 });
    expect(state.drones[1].resources.wood).toBe(1);
  });

  test('the map is shared from tick to tick until somebody harvests', () => {
    const state = meadow(drone(5, 5), drone(9, 9), [5, 5, BUSH]);
    expect(tick(state, WAIT, go('east')).map).toBe(state.map);
  });
});

describe('the end', () => {
  const rich = { wood: 1, stone: 1, gold: 1, food: 1 };
  test('the higher score wins', () => {
    const state = { ...meadow(drone(5, 5), drone(9, 9, { resources: rich })), tick: 500 };
    expect(game.status(state)).toEqual({ kind: 'over', ranks: [2, 1], scores: [0, 11], reason: 'ticks' });
  });

  test('equal scores are a draw', () => {
    const wooden = { wood: 11, stone: 0, gold: 0, food: 0 };
    const state = { ...meadow(drone(5, 5, { resources: wooden }), drone(9, 9, { resources: rich })), tick: 500 };
    expect(game.status(state)).toMatchObject({ ranks: [1, 1], scores: [11, 11] });
  });
});

describe('thoughts and memory', () => {
  const state = meadow(drone(5, 5), drone(9, 9));

  test('a thought has at most 100 characters, however many bytes they take', () => {
    const fits = (thought: string) => Value.Check(game.move, { ...WAIT, thought });
    expect(['x'.repeat(100), '🌿'.repeat(100), 'x'.repeat(101), '🌿'.repeat(101)].map(fits)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('a memory has at most 10 KB as JSON', () => {
    const memory = (length: number) => ({ m: 'x'.repeat(length - '{"m":""}'.length) });
    expect(check(state, { ...WAIT, memory: memory(10_240) })).toBeUndefined();
    expect(check(state, { ...WAIT, memory: memory(10_241) })?.reason).toMatch('10240 bytes');
    expect(check(state, { ...WAIT, memory: { m: 'ü'.repeat(6_000) } })?.reason).toMatch('10240 bytes');
  });

  test('a memory is an object', () => {
    for (const memory of [{}, { visited: [[1, 2]] }]) {
      expect(Value.Check(game.move, { action: 'harvest', memory })).toBe(true);
    }
    expect(check(state, { ...WAIT, memory: 'text' })).toMatchObject({ code: 'memory-no-object' });
    expect(check(state, { ...WAIT, memory: '[1]' })).toMatchObject({ code: 'memory-no-object' });
    for (const memory of [[1], 7, null]) {
      expect(Value.Check(game.move, { action: 'harvest', memory })).toBe(false);
    }
  });

  test('a memory stays until it is replaced; a thought lasts one tick', () => {
    const told = tick(state, { ...WAIT, thought: 'gold?', memory: { a: 1 } });
    expect(viewOf(told, 0)).toMatchObject({ memory: { a: 1 }, thoughts: ['gold?', ''] });
    const silent = tick(told, go('east'));
    expect(viewOf(silent, 0)).toMatchObject({ memory: { a: 1 }, thoughts: ['', ''] });
    expect(viewOf(tick(silent, { ...WAIT, memory: {} }), 0).memory).toEqual({});
  });

  test('a memory is seen by its owner and by nobody else, the replay included', () => {
    const told = tick(state, { ...WAIT, memory: { marker: 'MARKER' } });
    const shows = (viewer: Viewer) => JSON.stringify(viewOf(told, viewer)).includes('MARKER');
    expect(([0, 1, 'spectator', 'replay'] as const).map(shows)).toEqual([true, false, false, false]);
  });
});

describe('sight', () => {
  const seen = (state: RushState, viewer: Viewer) =>
    viewOf(state, viewer)
      .grid.flat()
      .filter((tile) => tile >= 0).length;
  const far = meadow(
    drone(40, 40, { thought: 'one', last: { action: 'wait' } }),
    drone(76, 40, { thought: 'two', last: { action: 'move', direction: 'north' } }),
    [0, 0, GOLD],
    [5, 5, STONE],
    [75, 75, BERRY],
  );
  const near: RushState = { ...far, drones: [far.drones[0], { ...far.drones[1], x: 75 }] };

  test('is a square of 35 tiles to each side, cut off at the edge; the rest is -1', () => {
    const { grid } = viewOf(far, 0);
    expect(grid.map((row) => row.length)).toEqual(Array(100).fill(100));
    expect(seen(far, 0)).toBe(71 * 71);
    expect([grid[5]![5], grid[75]![75], grid[4]![5], grid[0]![0], grid[40]![76]]).toEqual([STONE, BERRY, -1, -1, -1]);
    expect(seen(meadow(drone(0, 0), drone(99, 99)), 0)).toBe(36 * 36);
  });

  test('the grid is read as grid[y][x]', () => {
    expect(viewOf(meadow(drone(10, 10), drone(9, 9), [12, 20, GOLD]), 0).grid[20]![12]).toBe(GOLD);
  });

  test('an unseen opponent shows neither place, thought nor action', () => {
    expect(viewOf(far, 0)).toMatchObject({
      positions: [{ x: 40, y: 40 }, null],
      thoughts: ['one', null],
      last: [{ action: 'wait' }, null],
    });
    expect(viewOf(far, 1)).toMatchObject({ positions: [null, { x: 76, y: 40 }], thoughts: [null, 'two'] });
  });

  test('an opponent at 35 tiles is seen', () => {
    expect(viewOf(near, 0)).toMatchObject({
      positions: [
        { x: 40, y: 40 },
        { x: 75, y: 40 },
      ],
      thoughts: ['one', 'two'],
      last: [{ action: 'wait' }, { action: 'move', direction: 'north' }],
    });
  });

  test('spectators see what both see, while the drones see each other', () => {
    expect(seen(near, 'spectator')).toBe(36 * 71);
    expect(viewOf(near, 'spectator').positions).toEqual(viewOf(near, 0).positions);
  });

  test('spectators see no tile and no drone while the drones are apart', () => {
    expect(seen(far, 'spectator')).toBe(0);
    expect(viewOf(far, 'spectator')).toMatchObject({
      positions: [null, null],
      thoughts: [null, null],
      last: [null, null],
    });
  });

  test('resources and scores are public', () => {
    const state = tick(meadow(drone(5, 5), drone(90, 90), [5, 5, GOLD]), HARVEST);
    for (const viewer of [0, 1, 'spectator', 'replay'] as const) {
      expect(viewOf(state, viewer)).toMatchObject({ scores: [25, 0], resources: [{ gold: 5 }, { gold: 0 }], tick: 1 });
    }
  });

  test('the replay shows the whole map and both drones', () => {
    expect(seen(far, 'replay')).toBe(10_000);
    expect(viewOf(far, 'replay')).toMatchObject({
      thoughts: ['one', 'two'],
      memory: null,
      maxTicks: 500,
      mapSize: 100,
    });
  });
});

describe('moves as JSON and as text', () => {
  test('only the three actions and four directions fit', () => {
    for (const good of [go('north'), HARVEST, WAIT, { ...WAIT, thought: 'hm', memory: {} }]) {
      expect(Value.Check(game.move, good)).toBe(true);
    }
    for (const bad of [
      { action: 'move' },
      { action: 'move', direction: 'up' },
      { action: 'dig' },
      { direction: 'north' },
    ]) {
      expect(Value.Check(game.move, bad)).toBe(false);
    }
  });

  test('are written as a word', () => {
    const state = meadow(drone(5, 5), drone(9, 9));
    expect(game.text!.parse(state, 0, 'North')).toEqual(go('north'));
    expect(game.text!.parse(state, 0, 'harvest')).toEqual(HARVEST);
    expect(game.text!.parse(state, 0, 'toString')).toBeUndefined();
    expect(game.text!.print(state, go('west'))).toBe('west');
    expect(game.text!.print(state, WAIT)).toBe('wait');
  });

  test('the listed ones leave out ways that are barred', () => {
    const state = meadow(drone(0, 0), drone(9, 9), [1, 0, WATER]);
    expect(game.moves!(state, 0)).toEqual([go('south'), HARVEST, WAIT]);
  });
});

describe('what is broadcast', () => {
  const shown = (state: RushState, before?: RushBroadcast): RushBroadcast => game.broadcast!.view(state, before);
  const tileOf = ({ land }: RushBroadcast, x: number, y: number): string => land[y * 100 + x]!;

  test('is where the drones were and the land that one of them has seen', () => {
    const state = meadow(
      drone(10, 10),
      drone(90, 90),
      [45, 10, GOLD],
      [46, 10, STONE],
      [55, 90, BUSH],
      [54, 90, BERRY],
    );
    const broadcast = shown(state);
    expect(broadcast.positions).toEqual([
      { x: 10, y: 10 },
      { x: 90, y: 90 },
    ]);
    expect(tileOf(broadcast, 45, 10)).toBe(String(GOLD));
    expect(tileOf(broadcast, 55, 90)).toBe(String(BUSH));
    expect(tileOf(broadcast, 46, 10)).toBe(UNKNOWN);
    expect(tileOf(broadcast, 54, 90)).toBe(UNKNOWN);
    expect(broadcast.land).toHaveLength(10_000);
  });

  test('stays as it was seen where nobody looks any more', () => {
    const first = shown(meadow(drone(10, 10), drone(90, 90), [0, 0, GOLD], [0, 99, STONE]));
    const later = shown(meadow(drone(60, 10), drone(90, 90), [0, 99, STONE]), first);
    expect(tileOf(later, 0, 0)).toBe(String(GOLD));
    expect(tileOf(later, 95, 10)).toBe(String(GRASS));
    expect(tileOf(later, 0, 99)).toBe(UNKNOWN);
  });

  test('holds no thought, no memory and nothing that no drone has seen', () => {
    const hidden = { thought: 'gold at home', memory: '{"plan":"east"}' };
    const plain = shown(meadow(drone(10, 10), drone(90, 90)));
    expect(shown(meadow(drone(10, 10, hidden), drone(90, 90, hidden), [50, 50, GOLD]))).toEqual(plain);
  });
});
