import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStart, places, random } from './fixture.ts';
import { CORNERS, stepsTo } from './floor.ts';
import { danceBattle } from './rules.ts';
import type { Tile } from './state.ts';

describe('the floor of a dance battle', () => {
  it('is 17 by 17 with one dancer in each corner and some walls', () => {
    fc.assert(
      fc.property(anyStart, (state) => {
        expect(state.floor).toMatchObject({ width: 17, height: 17 });
        expect(state.floor.walls.length).toBeGreaterThanOrEqual(20);
        expect(places(state)).toBe('0,0 16,0 16,16 0,16');
      }),
      { numRuns: 30 },
    );
  });

  it('looks the same from every corner and can be crossed to every free tile', () => {
    fc.assert(
      fc.property(anyStart, ({ floor }) => {
        const has = (tile: Tile) => floor.walls.some(({ x, y }) => x === tile.x && y === tile.y);
        expect(floor.walls.every(({ x, y }) => has({ x: 16 - y, y: x }))).toBe(true);
        expect(CORNERS.some(has)).toBe(false);
        expect(stepsTo(floor, CORNERS[0]!).filter((steps) => steps >= 0)).toHaveLength(17 * 17 - floor.walls.length);
      }),
      { numRuns: 30 },
    );
  });

  it('has 30 rounds known from the start, most of them move, move, stress and some longer', () => {
    const { rounds } = danceBattle.start({}, 4, random);
    expect(rounds.map(({ round }) => round)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    const usual = rounds.filter(({ beats }) => beats.map(({ kind }) => kind).join() === 'move,move,stress');
    expect(usual.length).toBeGreaterThan(15);
    expect(usual.length).toBeLessThan(30);
    expect(rounds.every(({ beats }) => beats.at(-1)?.kind === 'stress')).toBe(true);
    expect(rounds.every(({ beats }) => beats.every((beat, index) => beat.beatIndex === index))).toBe(true);
  });
});
