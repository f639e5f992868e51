import { describe, expect, it } from 'vitest';
import { having, inPhase, newGame, owning, play } from './rules.scene.ts';
import { clawpoly } from './rules.ts';
import { standingsOf, wealthOf } from './standings.ts';
import type { State } from './state.ts';

const finished = (state: State): State => play(inPhase({ ...state, turnLimit: 1 }, 'build'), 0, { type: 'end_turn' });
const ranks = (state: State) => {
  const status = clawpoly.status(finished(state));
  return status.kind === 'over' ? status.ranks : [];
};

describe('wealth', () => {
  it('is cash and the price of squares, mortgaged ones at their mortgage value', () => {
    expect(wealthOf(newGame(), 0)).toBe(1500);
    expect(wealthOf(owning(newGame(), 0, [6, 5, 12]), 0)).toBe(1950);
    expect(wealthOf(owning(newGame(), 0, [39], { mortgaged: true }), 0)).toBe(1700);
  });

  it('adds half of what buildings cost', () => {
    expect(wealthOf(owning(newGame(), 0, [1], { outposts: 3 }), 0)).toBe(1500 + 60 + 150);
  });

  it('counts a fortress with its four outposts', () => {
    expect(wealthOf(owning(newGame(), 0, [39], { fortress: true }), 0)).toBe(1500 + 400 + (1500 + 4 * 300) / 2);
  });
});

describe('the final ranks', () => {
  it('go by wealth at the turn limit', () => {
    const state = having(owning(newGame(3), 1, [39]), 2, { money: 1600 });
    expect(ranks(state)).toEqual([3, 1, 2]);
    const status = clawpoly.status(finished(state));
    expect(status).toMatchObject({ scores: [1500, 1900, 1600], reason: 'turn_limit' });
  });

  it('then by cash', () => {
    expect(ranks(having(owning(newGame(2), 1, [6]), 1, { money: 1400 }))).toEqual([1, 2]);
  });

  it('then by squares', () => {
    const even = owning(owning(newGame(2), 0, [19]), 1, [6, 8]);
    expect(ranks(even)).toEqual([2, 1]);
  });

  it('are equal when all of it is equal', () => {
    expect(ranks(newGame(2))).toEqual([1, 1]);
    expect(finished(newGame(2)).events.at(-1)).toMatchObject({ data: { winner: null, reason: 'turn_limit' } });
  });

  it('put the bankrupt last, the later ones before the earlier', () => {
    const state = having(having(newGame(4), 1, { money: 0, bankruptAtTurn: 5, outlived: 0 }), 3, {
      money: 0,
      bankruptAtTurn: 9,
      outlived: 1,
    });
    expect(ranks(having(state, 2, { money: 1 }))).toEqual([1, 4, 2, 3]);
  });

  it('are told with money, squares and the turn of bankruptcy', () => {
    const state = having(owning(newGame(3), 2, [6, 8]), 1, { money: 0, bankruptAtTurn: 7, outlived: 0 });
    expect(standingsOf(finished(state))).toEqual([
      { seat: 2, placement: 1, money: 1500, properties: 2, bankruptAtTurn: null },
      { seat: 0, placement: 2, money: 1500, properties: 0, bankruptAtTurn: null },
      { seat: 1, placement: 3, money: 0, properties: 0, bankruptAtTurn: 7 },
    ]);
  });
});
