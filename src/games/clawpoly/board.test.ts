import { describe, expect, it } from 'vitest';
import { BOARD, DEEDS, groupOf, isProperty, nearestAhead, taxAt } from './board.ts';

describe('the board', () => {
  it('has forty squares, each at its own index', () => {
    expect(BOARD.map(({ index }) => index)).toEqual([...Array(40).keys()]);
  });

  it.each([
    ['property', 22],
    ['current', 4],
    ['utility', 2],
    ['tax', 2],
    ['tide_card', 3],
    ['treasure_chest', 3],
    ['special', 4],
  ])('has of the type %s %i', (type, count) => {
    expect(BOARD.filter((square) => square.type === type)).toHaveLength(count);
  });

  it.each([
    ['Sandy Shore', [1, 3], 100, 500],
    ['Coastal Waters', [6, 8, 9], 100, 500],
    ['Coral Gardens', [11, 13, 14], 150, 750],
    ['Tropical Seas', [16, 18, 19], 150, 750],
    ['Volcanic Depths', [21, 23, 24], 200, 1000],
    ['Sunlit Expanse', [26, 27, 29], 200, 1000],
    ['The Deep', [31, 32, 34], 300, 1500],
    ["Emperor's Realm", [37, 39], 300, 1500],
  ])('has the group %s with its costs', (colorGroup, indexes, outpostCost, fortressCost) => {
    for (const index of indexes) {
      expect(BOARD[index]).toMatchObject({ colorGroup, outpostCost, fortressCost });
      expect(groupOf(index)).toEqual(indexes);
    }
  });

  it('counts currents together and utilities together', () => {
    expect(groupOf(25)).toEqual([5, 15, 25, 35]);
    expect(groupOf(12)).toEqual([12, 28]);
  });

  it('lends half the price on every square that can be owned', () => {
    expect(DEEDS).toHaveLength(28);
    for (const { price, mortgageValue } of DEEDS) expect(mortgageValue).toBe(price / 2);
  });

  it('keeps prices, costs and groups off the squares that cannot be owned', () => {
    for (const square of BOARD.filter(({ price }) => price === null)) {
      expect(square).toMatchObject({
        colorGroup: null,
        rent: [],
        outpostCost: null,
        fortressCost: null,
        mortgageValue: null,
      });
      expect(groupOf(square.index)).toEqual([]);
      expect(isProperty(square)).toBe(false);
    }
  });

  it('taxes 200 on Fishing Tax and 100 on Pearl Tax', () => {
    expect(BOARD.flatMap(({ index }) => (taxAt(index) ? [[index, taxAt(index)]] : []))).toEqual([
      [4, 200],
      [38, 100],
    ]);
  });

  it.each([
    [7, 15, 12],
    [22, 25, 28],
    [36, 5, 12],
  ])('finds from %i the next current at %i and the next utility at %i', (from, current, utility) => {
    expect(nearestAhead(from, 'current')).toBe(current);
    expect(nearestAhead(from, 'utility')).toBe(utility);
  });
});
