import { describe, expect, it } from 'vitest';
import { CARDS } from './cards.ts';
import { promptOf } from './prompt.ts';
import { refuse } from './refuse.ts';
import { eventsOf, having, moneyOf, newGame, onTop, owning, play, playLate, roll, typesOf } from './rules.scene.ts';
import { clawpoly } from './rules.ts';
import type { State } from './state.ts';
import { withSquare } from './state.ts';

const mortgage = (squareIndex: number) => ({ type: 'mortgage', squareIndex }) as const;
const sell = (squareIndex: number) => ({ type: 'sell_building', squareIndex }) as const;
const cardNumber = (deck: 'tide_card' | 'treasure_chest', kind: string) =>
  CARDS[deck].findIndex(({ effect }) => effect.kind === kind);

/** Seat 0 with 100 in cash and square 6 lands on Claw Emperor's Domain of seat 1: 2000 with the fortress, 50 bare. */
const visiting = (state: State, money: number, change = {}): State =>
  roll(having(owning(owning(state, 1, [39], change), 0, [6]), 0, { money, position: 32 }), 3, 4);

describe('a debt', () => {
  it('is paid at once when there is money', () => {
    const next = visiting(newGame(3), 100);
    expect(moneyOf(next)).toEqual([50, 1550, 1500]);
    expect(eventsOf(next, 'rent_paid')[0]).toMatchObject({
      seat: 0,
      data: { payer: 0, owner: 1, squareIndex: 39, amount: 50 },
    });
    expect(next.phase).toBe('build');
  });

  it('asks the debtor for funds, with the whole amount', () => {
    const next = visiting(newGame(3), 30);
    expect(clawpoly.status(next)).toMatchObject({ must: [0], phase: 'funds' });
    expect(promptOf(next)).toEqual({
      phase: 'funds',
      seat: 0,
      amount: 50,
      creditor: 1,
      mortgageable: [{ index: 6, name: 'Ningaloo Reef', mortgageValue: 50 }],
      sellableBuildings: [],
      availableActions: ['mortgage'],
    });
    expect(typesOf(next)).not.toContain('rent_paid');
  });

  it('is paid as soon as the funds are there', () => {
    const next = play(visiting(newGame(3), 30), 0, mortgage(6));
    expect(moneyOf(next)).toEqual([30, 1550, 1500]);
    expect(typesOf(next)).toEqual(['mortgaged', 'rent_paid']);
    expect(next.phase).toBe('build');
  });

  it('asks anew while funds are missing', () => {
    const state = visiting(owning(newGame(3), 0, [5]), 0, { fortress: true });
    const next = play(state, 0, mortgage(6));
    expect(next.phase).toBe('funds');
    expect(next.decision).toBe(state.decision + 1);
    expect(promptOf(next)).toMatchObject({ amount: 2000, mortgageable: [{ index: 5 }] });
  });

  it('takes only sales and mortgages meanwhile', () => {
    const state = visiting(newGame(3), 30);
    for (const type of ['roll_dice', 'end_turn', 'pass', 'escape_roll'] as const) {
      expect(refuse(state, { seat: 0, move: { type } })?.code).toBe('not-now');
    }
    expect(refuse(state, { seat: 1, move: { type: 'end_turn' } })?.code).toBe('not-your-turn');
  });

  it('lists buildings before their squares can be mortgaged', () => {
    const state = visiting(owning(newGame(3), 0, [1, 3], { outposts: 1 }), 0);
    expect(promptOf(state)).toMatchObject({
      mortgageable: [{ index: 6 }],
      sellableBuildings: [
        { index: 1, name: 'Tidal Pool Flats', type: 'outpost', sellValue: 50 },
        { index: 3, name: 'Mangrove Shallows', type: 'outpost', sellValue: 50 },
      ],
      availableActions: ['mortgage', 'sell_building'],
    });
    expect(moneyOf(play(state, 0, sell(1)))).toEqual([0, 1550, 1500]);
  });

  it('of a tax or a card goes to the bank', () => {
    const taxed = roll(having(newGame(), 0, { position: 31 }), 3, 4);
    expect(moneyOf(taxed)).toEqual([1400, 1500]);
    expect(eventsOf(taxed, 'tax_paid')[0]!.data).toEqual({ squareIndex: 38, amount: 100 });
  });

  it('to several players is one debt, paid to all of them', () => {
    const number = cardNumber('tide_card', 'pay_each');
    const state = having(owning(onTop(newGame(4), 'tide_card', number), 0, [39]), 0, { money: 20 });
    const asked = roll(state, 3, 4);
    expect(promptOf(asked)).toMatchObject({ phase: 'funds', amount: 150, creditor: null });
    expect(moneyOf(play(asked, 0, mortgage(39)))).toEqual([70, 1550, 1550, 1550]);
  });

  it('of a seat that is not on the move is asked of that seat', () => {
    const number = cardNumber('treasure_chest', 'collect_each');
    const start = having(onTop(newGame(3), 'treasure_chest', number), 0, { position: 10 });
    const asked = roll(having(owning(start, 1, [6]), 1, { money: 5 }), 3, 4);
    expect(clawpoly.status(asked)).toMatchObject({ must: [1], phase: 'funds' });
    expect(promptOf(asked)).toMatchObject({ seat: 1, amount: 10, creditor: 0 });
    expect(refuse(asked, { seat: 0, move: { type: 'end_turn' } })?.code).toBe('not-your-turn');
    const paid = play(asked, 1, mortgage(6));
    expect(moneyOf(paid)).toEqual([1520, 45, 1490]);
    expect(clawpoly.status(paid)).toMatchObject({ must: [0], phase: 'build' });
  });

  it('is rescued by a trade that brings the money', () => {
    const giving = { properties: [6], money: 0, escapeCards: 0 };
    const requesting = { properties: [], money: 400, escapeCards: 0 };
    const state = having(owning(owning(newGame(3), 1, [39]), 0, [6]), 0, { money: 10, position: 32 });
    const asked = roll(play(state, 0, { type: 'trade_offer', to: 2, giving, requesting }), 3, 4);
    expect(asked.phase).toBe('funds');
    const rescued = play(asked, 2, { type: 'trade_respond', tradeId: 'trade-001', accept: true });
    expect(moneyOf(rescued)).toEqual([360, 1550, 1100]);
    expect([rescued.phase, rescued.decision]).toEqual(['build', asked.decision + 1]);
  });
});

describe('the clock raises funds', () => {
  it('by selling every building, and mortgages only if that is not enough', () => {
    const state = visiting(owning(newGame(3), 0, [1, 3], { outposts: 2 }), 0);
    const next = playLate(state, 0);
    expect(eventsOf(next, 'building_sold')).toHaveLength(4);
    expect(eventsOf(next, 'mortgaged')).toHaveLength(0);
    expect(moneyOf(next)).toEqual([150, 1550, 1500]);
    expect(next.events[0]).toMatchObject({ type: 'agent_timeout', seat: 0, data: { phase: 'funds' } });
  });

  it('then by mortgaging every square', () => {
    const next = playLate(visiting(owning(newGame(3), 0, [5]), 0), 0);
    expect(eventsOf(next, 'mortgaged').map(({ data }) => data.squareIndex)).toEqual([5, 6]);
    expect(moneyOf(next)).toEqual([100, 1550, 1500]);
  });

  it('then there is bankruptcy', () => {
    const next = playLate(visiting(newGame(3), 0, { fortress: true }), 0);
    expect(eventsOf(next, 'bankrupt')[0]).toMatchObject({ seat: 0, data: { creditor: 1 } });
  });
});

describe('bankruptcy', () => {
  it('comes at once to who has nothing to raise', () => {
    const next = roll(having(owning(newGame(3), 1, [39]), 0, { money: 10, position: 32 }), 3, 4);
    expect(next.players[0]).toMatchObject({ money: 0, bankruptAtTurn: 1 });
    expect(moneyOf(next)).toEqual([0, 1510, 1500]);
    expect(typesOf(next)).toEqual(['dice_rolled', 'player_moved', 'bankrupt', 'turn_end', 'turn_start']);
    expect(clawpoly.status(next)).toMatchObject({ must: [1], phase: 'roll' });
  });

  it('to a player hands over cash, escape cards and squares, still mortgaged', () => {
    const rich = having(newGame(3), 0, { escapeCards: ['tide_card'] });
    const state = visiting(withSquare(owning(rich, 0, [5], { mortgaged: true }), 5, {}), 10, { fortress: true });
    const next = play(state, 0, mortgage(6));
    expect(next.squares[5]).toMatchObject({ owner: 1, mortgaged: true });
    expect(next.squares[6]).toMatchObject({ owner: 1, mortgaged: true });
    expect(moneyOf(next)).toEqual([0, 1560, 1500]);
    expect(next.players[1]!.escapeCards).toEqual(['tide_card']);
    expect(next.players[0]!.escapeCards).toEqual([]);
  });

  it('to the bank frees the squares, unmortgaged, and gives escape cards back', () => {
    const state = having(owning(newGame(3), 0, [5], { mortgaged: true }), 0, {
      money: 50,
      position: 31,
      escapeCards: ['tide_card'],
    });
    const drained = {
      ...state,
      decks: { ...state.decks, tide_card: state.decks.tide_card.filter((card) => card !== 8) },
    };
    const next = roll(drained, 3, 4);
    expect(next.squares[5]).toMatchObject({ owner: null, mortgaged: false });
    expect(moneyOf(next)).toEqual([0, 1500, 1500]);
    expect(next.decks.tide_card.at(-1)).toBe(8);
    expect(eventsOf(next, 'bankrupt')[0]!.data).toEqual({ creditor: null });
  });

  it('to several players at once goes to the bank', () => {
    const number = cardNumber('tide_card', 'pay_each');
    const next = roll(having(onTop(newGame(3), 'tide_card', number), 0, { money: 60 }), 3, 4);
    expect(eventsOf(next, 'bankrupt')[0]!.data).toEqual({ creditor: null });
    expect(moneyOf(next)).toEqual([0, 1500, 1500]);
  });

  it('of a seat that is not on the move lets the mover go on', () => {
    const number = cardNumber('treasure_chest', 'collect_each');
    const start = having(onTop(newGame(3), 'treasure_chest', number), 0, { position: 10 });
    const next = roll(having(start, 1, { money: 5 }), 3, 4);
    expect(moneyOf(next)).toEqual([1515, 0, 1490]);
    expect(clawpoly.status(next)).toMatchObject({ must: [0], phase: 'build' });
  });

  it('lapses the open offers of the bankrupt', () => {
    const gift = { properties: [], money: 1, escapeCards: 0 };
    const nothing = { properties: [], money: 0, escapeCards: 0 };
    const state = having(owning(newGame(3), 1, [39]), 0, { money: 10, position: 32 });
    const next = roll(play(state, 0, { type: 'trade_offer', to: 2, giving: gift, requesting: nothing }), 3, 4);
    expect(eventsOf(next, 'trade_rejected')).toHaveLength(1);
    expect(next.trades).toEqual([]);
  });

  it('leaves the last one standing as the winner', () => {
    const next = roll(having(owning(newGame(2), 1, [39]), 0, { money: 10, position: 32 }), 3, 4);
    expect(clawpoly.status(next)).toEqual({ kind: 'over', ranks: [2, 1], scores: [0, 1910], reason: 'last_standing' });
    expect(next.events.at(-1)).toMatchObject({ type: 'finished', data: { winner: 1, reason: 'last_standing' } });
    expect(promptOf(next)).toBeNull();
    expect(refuse(next, { seat: 1, move: { type: 'roll_dice' } })?.code).toBe('over');
  });
});
