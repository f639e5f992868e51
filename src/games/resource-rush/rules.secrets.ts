import fc from 'fast-check';
import type { Seat, Viewer } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { drawLand } from './map.ts';
import type { Deed, Drone, RushState } from './state.ts';
import { VISION } from './state.ts';
import { SIZE, span, withTile } from './terrain.ts';

const maps = ['01', '02', '03'].map((byte) => drawLand(stepRandom(byte.repeat(32), 0)).map);

const coordinate = fc.nat({ max: SIZE - 1 });
const point = fc.record({ x: coordinate, y: coordinate });
const amount = fc.nat({ max: 50 });
const deed: fc.Arbitrary<Deed> = fc.constantFrom(
  { action: 'move', direction: 'north' },
  { action: 'move', direction: 'east' },
  { action: 'harvest', resource: 'gold', amount: 5 },
  { action: 'harvest', resource: null, amount: 0 },
  { action: 'wait' },
);
const memory = fc.nat().map((note) => JSON.stringify({ note }));
const secret = fc.record({
  thought: fc.string({ maxLength: 8 }),
  memory,
  last: deed,
});
const resources = fc.record({ wood: amount, stone: amount, gold: amount, food: amount });
const drone: fc.Arbitrary<Drone> = fc
  .record({ at: point, secret, resources })
  .map(({ at, secret, resources }) => ({ ...at, ...secret, resources }));

const pair = (own: Drone, other: Drone, seat: Seat): [Drone, Drone] => (seat === 0 ? [own, other] : [other, own]);

/**
 * Two states that one seat cannot tell apart: they differ in tiles out of its sight, in the other's memory, and, while
 * the other is out of sight, in all that the other is about. Spectators must not be able to tell them apart either, or
 * they could tell the seat; nor may they know anybody's memory.
 */
export const secretPairs: fc.Arbitrary<{ a: RushState; b: RushState; viewer: Viewer }> = fc
  .record({
    seat: fc.constantFrom(0, 1),
    spectating: fc.boolean(),
    tick: fc.nat({ max: 500 }),
    map: fc.constantFrom(...maps),
    own: drone,
    other: drone,
    elsewhere: point,
    changed: secret,
    ownMemory: memory,
    tiles: fc.array(fc.record({ at: point, tile: fc.nat({ max: 7 }) }), { maxLength: 6 }),
  })
  .map(({ seat, spectating, tick, map, own, other, elsewhere, changed, ownMemory, tiles }) => {
    const isHidden = (at: { x: number; y: number }) => span(own, at) > VISION;
    const changedMap = tiles
      .filter(({ at }) => isHidden(at))
      .reduce((made, { at, tile }) => withTile(made, at, tile), map);
    const moved = isHidden(elsewhere) ? elsewhere : {};
    const otherToo = isHidden(other) ? { ...other, ...changed, ...moved } : { ...other, memory: changed.memory };
    const ownToo = spectating ? { ...own, memory: ownMemory } : own;
    return {
      a: { tick, map, drones: pair(own, other, seat) },
      b: { tick, map: changedMap, drones: pair(ownToo, otherToo, seat) },
      viewer: spectating ? 'spectator' : seat,
    };
  });
