import { describe, expect, it } from 'vitest';
import { DEEDS } from './board.ts';
import { mortgageableSquares, unmortgageCostOf } from './mortgage.ts';
import { refuse } from './refuse.ts';
import { eventsOf, having, inPhase, moneyOf, newGame, owning, play } from './rules.scene.ts';
import type { State } from './state.ts';
import { withSquare } from './state.ts';

const mortgage = (squareIndex: number) => ({ type: 'mortgage', squareIndex }) as const;
const unmortgage = (squareIndex: number) => ({ type: 'unmortgage', squareIndex }) as const;
const code = (state: State, move: Parameters<typeof play>[2]) => refuse(state, { seat: 0, move })?.code;
const reef = owning(newGame(), 0, [6, 8, 9]);

describe.each(DEEDS.map(({ index, name, price }) => ({ index, name, price })))(
  'mortgaging $name',
  ({ index, price }) => {
    it('lends half the price, and takes back 110 % of it, rounded up', () => {
      const lent = play(owning(newGame(), 0, [index]), 0, mortgage(index));
      expect(lent.squares[index]!.mortgaged).toBe(true);
      expect(moneyOf(lent)[0]).toBe(1500 + price / 2);
      expect(eventsOf(lent, 'mortgaged')[0]!.data).toEqual({ squareIndex: index, value: price / 2 });
      const back = play(lent, 0, unmortgage(index));
      const cost = Math.ceil(((price / 2) * 110) / 100);
      expect(back.squares[index]!.mortgaged).toBe(false);
      expect(moneyOf(back)[0]).toBe(1500 + price / 2 - cost);
      expect(eventsOf(back, 'unmortgaged')[0]!.data).toEqual({ squareIndex: index, cost });
    });
  },
);

describe('a mortgage', () => {
  it('rounds its price back up', () => {
    expect(unmortgageCostOf(12)).toBe(83);
    expect(unmortgageCostOf(37)).toBe(193);
  });

  it('is possible only while the whole group is unbuilt', () => {
    expect(code(withSquare(reef, 9, { outposts: 1 }), mortgage(6))).toBe('group-built');
    expect(mortgageableSquares(withSquare(reef, 9, { outposts: 1 }), 0)).toEqual([]);
    expect(mortgageableSquares(withSquare(reef, 9, { mortgaged: true }), 0)).toEqual([
      { index: 6, name: 'Ningaloo Reef', mortgageValue: 50 },
      { index: 8, name: 'Red Sea Reef', mortgageValue: 50 },
    ]);
  });

  it('needs a square of one’s own that has none', () => {
    expect(code(reef, mortgage(1))).toBe('not-owner');
    expect(code(owning(reef, 1, [1]), mortgage(1))).toBe('not-owner');
    expect(code(withSquare(reef, 6, { mortgaged: true }), mortgage(6))).toBe('mortgaged');
    for (const index of [0, 2, 7]) expect(code(reef, mortgage(index))).toBe('not-ownable');
    for (const index of [-1, 40]) expect(code(reef, mortgage(index))).toBe('no-such-square');
  });

  it('is taken back only if there is one, with money', () => {
    expect(code(reef, unmortgage(6))).toBe('not-mortgaged');
    expect(code(reef, unmortgage(4))).toBe('not-ownable');
    const poor = having(withSquare(reef, 6, { mortgaged: true }), 0, { money: 54 });
    expect(code(poor, unmortgage(6))).toBe('unaffordable');
  });

  it('is allowed beside rolling and building, and not elsewhere', () => {
    expect(code(inPhase(reef, 'build'), mortgage(6))).toBeUndefined();
    expect(code(inPhase(reef, 'buy'), mortgage(6))).toBe('not-now');
    expect(code(inPhase(reef, 'pot'), mortgage(6))).toBe('not-now');
    const next = play(reef, 0, mortgage(6));
    expect([next.phase, next.decision]).toEqual([reef.phase, reef.decision]);
  });
});
