import { describe, expect, it } from 'vitest';
import { buildableProperties, sellableBuildings } from './building.ts';
import { refuse } from './refuse.ts';
import { eventsOf, having, inPhase, moneyOf, newGame, owning, play } from './rules.scene.ts';
import type { State } from './state.ts';
import { withSquare } from './state.ts';

const reef = inPhase(owning(newGame(), 0, [6, 8, 9]), 'build');
const outpost = (squareIndex: number) => ({ type: 'build', squareIndex, building: 'outpost' }) as const;
const fortress = (squareIndex: number) => ({ type: 'build', squareIndex, building: 'fortress' }) as const;
const sell = (squareIndex: number) => ({ type: 'sell_building', squareIndex }) as const;
const levels = (state: State, ...outposts: number[]) =>
  [6, 8, 9].reduce((next, index, i) => withSquare(next, index, { outposts: outposts[i]! }), state);
const code = (state: State, move: Parameters<typeof play>[2]) => refuse(state, { seat: 0, move })?.code;

describe('building', () => {
  it('raises an outpost for its cost and asks again', () => {
    const next = play(reef, 0, outpost(6));
    expect(next.squares[6]).toMatchObject({ outposts: 1, fortress: false });
    expect(moneyOf(next)[0]).toBe(1400);
    expect(eventsOf(next, 'outpost_built')[0]!.data).toEqual({ squareIndex: 6, cost: 100 });
    expect([next.phase, next.decision]).toEqual(['build', reef.decision + 1]);
  });

  it('goes evenly over the group', () => {
    expect(code(levels(reef, 1, 0, 0), outpost(6))).toBe('build-evenly');
    expect(code(levels(reef, 1, 0, 0), outpost(8))).toBeUndefined();
    expect(code(levels(reef, 1, 1, 1), outpost(6))).toBeUndefined();
  });

  it('needs the whole group, with no square mortgaged', () => {
    expect(code(owning(reef, 1, [9]), outpost(6))).toBe('group-not-owned');
    expect(code(withSquare(reef, 9, { mortgaged: true }), outpost(6))).toBe('group-mortgaged');
  });

  it('takes four outposts on every square before a fortress, and then they vanish', () => {
    expect(code(levels(reef, 4, 4, 3), fortress(6))).toBe('build-evenly');
    expect(code(levels(reef, 3, 3, 3), fortress(6))).toBe('needs-four-outposts');
    expect(code(levels(reef, 4, 4, 4), outpost(6))).toBe('has-four-outposts');
    const next = play(levels(reef, 4, 4, 4), 0, fortress(6));
    expect(next.squares[6]).toMatchObject({ outposts: 0, fortress: true });
    expect(moneyOf(next)[0]).toBe(1000);
    expect(eventsOf(next, 'fortress_built')[0]!.data).toEqual({ squareIndex: 6, cost: 500 });
    expect(code(next, fortress(8))).toBeUndefined();
    expect(code(next, fortress(6))).toBe('has-fortress');
  });

  it('costs money that has to be there', () => {
    expect(code(having(reef, 0, { money: 99 }), outpost(6))).toBe('unaffordable');
  });

  it('is for properties only', () => {
    for (const index of [5, 12, 0]) expect(code(reef, outpost(index))).toBe('not-buildable');
    expect(code(reef, outpost(40))).toBe('no-such-square');
    expect(code(reef, outpost(1))).toBe('not-owner');
  });

  it('has no shortage of outposts or fortresses', () => {
    let state = having(inPhase(owning(newGame(), 0, [37, 39, 31, 32, 34, 26, 27, 29]), 'build'), 0, { money: 50_000 });
    for (let level = 0; level < 4; level++) {
      for (const index of [37, 39, 31, 32, 34, 26, 27, 29]) state = play(state, 0, outpost(index));
    }
    for (const index of [37, 39, 31, 32, 34, 26, 27, 29]) state = play(state, 0, fortress(index));
    expect(state.squares.filter((square) => square.fortress)).toHaveLength(8);
  });

  it('lists where it is possible and affordable', () => {
    expect(buildableProperties(levels(reef, 1, 0, 1), 0)).toEqual([
      {
        index: 8,
        name: 'Red Sea Reef',
        currentOutposts: 0,
        canBuildOutpost: true,
        canBuildFortress: false,
        outpostCost: 100,
        fortressCost: 500,
      },
    ]);
    expect(buildableProperties(levels(reef, 4, 4, 4), 0)).toMatchObject([
      { index: 6, canBuildOutpost: false, canBuildFortress: true },
      { index: 8 },
      { index: 9 },
    ]);
    expect(buildableProperties(having(reef, 0, { money: 99 }), 0)).toEqual([]);
  });
});

describe('selling buildings', () => {
  it('pays half and leaves the open decision as it is', () => {
    const state = levels(reef, 2, 1, 1);
    const next = play(state, 0, sell(6));
    expect(next.squares[6]!.outposts).toBe(1);
    expect(moneyOf(next)[0]).toBe(1550);
    expect(eventsOf(next, 'building_sold')[0]!.data).toEqual({ squareIndex: 6, refund: 50 });
    expect([next.phase, next.decision]).toEqual([state.phase, state.decision]);
  });

  it('goes evenly over the group', () => {
    expect(code(levels(reef, 2, 1, 1), sell(8))).toBe('sell-evenly');
    expect(code(levels(reef, 1, 1, 1), sell(8))).toBeUndefined();
  });

  it('leaves four outposts of a fortress', () => {
    const next = play(withSquare(levels(reef, 0, 4, 4), 6, { fortress: true }), 0, sell(6));
    expect(next.squares[6]).toMatchObject({ outposts: 4, fortress: false });
    expect(moneyOf(next)[0]).toBe(1750);
  });

  it('needs a building of one’s own', () => {
    expect(code(reef, sell(6))).toBe('no-building');
    expect(code(reef, sell(1))).toBe('not-owner');
    expect(code(reef, sell(2))).toBe('not-ownable');
  });

  it('lists the highest of each group', () => {
    const state = withSquare(levels(reef, 4, 4, 4), 9, { outposts: 0, fortress: true });
    expect(sellableBuildings(state, 0)).toEqual([
      { index: 9, name: 'Belize Barrier Reef', type: 'fortress', sellValue: 250 },
    ]);
  });
});
