import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepRandom } from '../../core/random.ts';
import { drawLand, isOneLand } from './map.ts';
import { AREA, BERRY, BUSH, GOLD, indexOf, MOUNTAIN, pointAt, STATION, STONE, span, WATER } from './terrain.ts';

const lands = fc.integer({ min: 0, max: 2 ** 30 }).map((seed) => drawLand(stepRandom('c3'.repeat(32), seed)));
const inEveryLand = (claim: (land: ReturnType<typeof drawLand>) => void) =>
  fc.assert(fc.property(lands, claim), { numRuns: 8 });

const count = (map: string, tile: number): number => map.split(String(tile)).length - 1;

function veins(map: string): number[] {
  const left = new Set(
    Array.from({ length: AREA }, (_, index) => index).filter((index) => map[index] === String(GOLD)),
  );
  const sizes: number[] = [];
  for (const first of left) {
    const vein = [first];
    left.delete(first);
    for (const index of vein) {
      for (const other of left) {
        if (span(pointAt(index), pointAt(other)) > 1) continue;
        left.delete(other);
        vein.push(other);
      }
    }
    sizes.push(vein.length);
  }
  return sizes;
}

describe('a map', () => {
  test('is 100x100 tiles with one connected land', () => {
    inEveryLand(({ map }) => {
      expect(map).toMatch(/^[0-7]{10000}$/);
      expect(isOneLand([...map].map(Number))).toBe(true);
    });
  });

  test('has more bushes than stones, more stones than berries, and water and mountains', () => {
    inEveryLand(({ map }) => {
      expect(count(map, BUSH)).toBeGreaterThan(count(map, STONE));
      expect(count(map, STONE)).toBeGreaterThan(count(map, BERRY));
      expect(count(map, BERRY)).toBeGreaterThan(count(map, GOLD));
      expect(Math.min(count(map, WATER), count(map, MOUNTAIN))).toBeGreaterThan(50);
    });
  });

  test('has two or three gold veins of several tiles each', () => {
    inEveryLand(({ map }) => {
      const sizes = veins(map);
      expect([2, 3]).toContain(sizes.length);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8);
    });
  });

  test('has its two stations more than 35 apart', () => {
    inEveryLand(({ map, stations }) => {
      expect(span(...stations)).toBeGreaterThan(35);
      expect(stations.map((station) => map[indexOf(station)])).toEqual([String(STATION), String(STATION)]);
      expect(count(map, STATION)).toBe(2);
    });
  });

  test('is the same seen from both stations, so that every way is as long for one as for the other', () => {
    inEveryLand(({ map, stations: [one, other] }) => {
      expect([...map].reverse().join('')).toBe(map);
      expect(other).toEqual({ x: 99 - one.x, y: 99 - one.y });
    });
  });

  test('comes from the seed alone', () => {
    const draw = (step: number) => drawLand(stepRandom('c3'.repeat(32), step));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1).map).not.toBe(draw(2).map);
  });

  test('some maps have two veins and some three', () => {
    const found = Array.from(
      { length: 12 },
      (_, step) => veins(drawLand(stepRandom('e1'.repeat(32), step)).map).length,
    );
    expect(new Set(found)).toEqual(new Set([2, 3]));
  });

  test('land in two pieces is told from land in one', () => {
    const tiles = new Uint8Array(AREA);
    expect(isOneLand(tiles)).toBe(true);
    for (let x = 0; x < 99; x++) tiles[indexOf({ x, y: 40 })] = WATER;
    expect(isOneLand(tiles)).toBe(true);
    tiles[indexOf({ x: 99, y: 40 })] = MOUNTAIN;
    expect(isOneLand(tiles)).toBe(false);
  });
});
