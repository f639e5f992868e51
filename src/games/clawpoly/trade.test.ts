import { describe, expect, it } from 'vitest';
import { refuse } from './refuse.ts';
import { diceOf, eventsOf, having, inPhase, moneyOf, newGame, owning, play, roll } from './rules.scene.ts';
import { clawpoly } from './rules.ts';
import type { Goods, State } from './state.ts';
import { withSquare } from './state.ts';

const goods = (change: Partial<Goods> = {}): Goods => ({ properties: [], money: 0, escapeCards: 0, ...change });
const offer = (to: number, giving: Partial<Goods>, requesting: Partial<Goods> = {}) =>
  ({ type: 'trade_offer', to, giving: goods(giving), requesting: goods(requesting) }) as const;
const answer = (accept: boolean, tradeId = 'trade-001') => ({ type: 'trade_respond', tradeId, accept }) as const;
const table = owning(owning(newGame(3), 0, [11, 5]), 1, [6]);
const code = (state: State, seat: number, move: Parameters<typeof play>[2]) => refuse(state, { seat, move })?.code;

describe('an offer', () => {
  const offered = play(table, 0, offer(1, { properties: [11], money: 50 }, { properties: [6] }));

  it('asks its receiver and leaves the open decision as it is', () => {
    expect(clawpoly.status(offered)).toMatchObject({
      kind: 'turn',
      number: table.decision,
      must: [0],
      phase: 'roll',
      asks: [{ seat: 1, id: 'trade-001', phase: 'trade' }],
    });
    expect(eventsOf(offered, 'trade_proposed')[0]).toMatchObject({
      seat: 0,
      data: {
        tradeId: 'trade-001',
        from: 0,
        to: 1,
        giving: goods({ properties: [11], money: 50 }),
        requesting: goods({ properties: [6] }),
      },
    });
  });

  it('is the last of ten in a turn; the next turn has ten again', () => {
    const tenth: State = { ...table, offersThisTurn: 10 };
    expect(code({ ...tenth, offersThisTurn: 9 }, 0, offer(1, { money: 1 }))).toBeUndefined();
    expect(code(tenth, 0, offer(1, { money: 1 }))).toBe('too-many-offers');
    const next = play(inPhase(tenth, 'build'), 0, { type: 'end_turn' });
    expect(code(next, 1, offer(0, { money: 1 }))).toBeUndefined();
  });

  it('changes hands when it is accepted', () => {
    const next = play(offered, 1, answer(true));
    expect([next.squares[11]!.owner, next.squares[6]!.owner]).toEqual([1, 0]);
    expect(moneyOf(next)).toEqual([1450, 1550, 1500]);
    expect(next.trades).toEqual([]);
    expect(eventsOf(next, 'trade_accepted')[0]).toMatchObject({ seat: 1, data: { tradeId: 'trade-001' } });
    expect(next.decision).toBe(table.decision);
  });

  it('changes nothing when it is rejected', () => {
    const next = play(offered, 1, answer(false));
    expect(next.squares).toEqual(table.squares);
    expect(next.trades).toEqual([]);
    expect(eventsOf(next, 'trade_rejected')[0]).toMatchObject({ seat: 1 });
  });

  it('is answered by its receiver only, once, and by its id', () => {
    expect(code(offered, 2, answer(true))).toBe('no-such-offer');
    expect(code(offered, 0, answer(true))).toBe('no-such-offer');
    expect(code(offered, 1, answer(true, 'trade-002'))).toBe('no-such-offer');
    expect(code(play(offered, 1, answer(false)), 1, answer(true))).toBe('no-such-offer');
  });

  it('is rejected by the clock when it lapses', () => {
    const ask = { seat: 1, id: 'trade-001', phase: 'trade' };
    const move = clawpoly.fallback!(offered, 1, ask);
    expect(move).toEqual(answer(false));
    const next = clawpoly.play(offered, [{ seat: 1, move, late: true }], diceOf());
    expect(next.events.map(({ type }) => type)).toEqual(['agent_timeout', 'trade_rejected']);
    expect(eventsOf(next, 'agent_timeout')[0]).toMatchObject({ seat: 1, data: { phase: 'trade' } });
  });

  it('lapses with the turn of its proposer', () => {
    const ended = play(roll(offered, 4, 6), 0, { type: 'end_turn' });
    expect(eventsOf(ended, 'trade_rejected')[0]).toMatchObject({ seat: null, data: { tradeId: 'trade-001' } });
    expect(ended.trades).toEqual([]);
    expect(clawpoly.status(ended)).not.toHaveProperty('asks');
  });

  it('stays open through a double', () => {
    const again = play(roll(offered, 5, 5), 0, { type: 'end_turn' });
    expect(again.trades).toHaveLength(1);
  });

  it('is refused again on acceptance when a side can no longer pay or give', () => {
    expect(code(having(offered, 0, { money: 49 }), 1, answer(true))).toBe('trade-unaffordable');
    expect(code(owning(offered, 2, [11]), 1, answer(true))).toBe('not-the-givers');
    expect(code(owning(offered, 2, [6]), 1, answer(true))).toBe('not-the-givers');
    expect(code(having(offered, 0, { money: 49 }), 1, answer(false))).toBeUndefined();
  });

  it('is open once per pair, and to several partners at a time', () => {
    expect(code(offered, 0, offer(1, { money: 1 }))).toBe('offer-open');
    const both = play(offered, 0, offer(2, { money: 1 }));
    expect(both.trades.map(({ id }) => id)).toEqual(['trade-001', 'trade-002']);
  });

  it('may be a gift, but not empty', () => {
    expect(code(table, 0, offer(1, { money: 1 }))).toBeUndefined();
    expect(code(table, 0, offer(1, {}, { properties: [6] }))).toBeUndefined();
    expect(code(table, 0, offer(1, {}))).toBe('empty-trade');
  });

  it('names only what each side has', () => {
    expect(code(table, 0, offer(1, { properties: [6] }))).toBe('not-the-givers');
    expect(code(table, 0, offer(1, {}, { properties: [5] }))).toBe('not-the-givers');
    expect(code(table, 0, offer(1, { properties: [11, 11] }))).toBe('named-twice');
    expect(code(table, 0, offer(1, { escapeCards: 1 }))).toBe('too-few-cards');
    expect(code(table, 0, offer(1, {}, { escapeCards: 1 }))).toBe('too-few-cards');
    expect(code(table, 0, offer(1, { money: 1501 }))).toBe('trade-unaffordable');
    expect(code(table, 0, offer(1, {}, { money: 1501 }))).toBe('trade-unaffordable');
    for (const index of [0, 2, 10]) {
      expect(code(table, 0, offer(1, { properties: [index] }))).toBe('not-ownable');
      expect(code(table, 0, offer(1, {}, { properties: [index] }))).toBe('not-ownable');
    }
    expect(code(table, 0, offer(1, { properties: [40] }))).toBe('no-such-square');
  });

  it('names no square of a built group', () => {
    const built = withSquare(owning(table, 0, [6, 8, 9]), 8, { outposts: 1 });
    expect(code(built, 0, offer(1, { properties: [6] }))).toBe('built-group');
  });

  it('goes to another seat that still stands', () => {
    expect(code(table, 0, offer(0, { money: 1 }))).toBe('no-such-partner');
    expect(code(table, 0, offer(5, { money: 1 }))).toBe('no-such-partner');
    const gone = having(table, 1, { bankruptAtTurn: 1, outlived: 0 });
    expect(code(gone, 0, offer(1, { money: 1 }))).toBe('no-such-partner');
  });

  it('is made by the mover beside rolling and building only', () => {
    expect(code(table, 1, offer(0, { money: 1 }))).toBe('not-your-turn');
    expect(code(inPhase(table, 'build'), 0, offer(1, { money: 1 }))).toBeUndefined();
    for (const phase of ['buy', 'pot'] as const) {
      expect(code(inPhase(table, phase), 0, offer(1, { money: 1 }))).toBe('not-now');
    }
  });

  it('hands over escape cards and mortgages as they are', () => {
    const rich = having(withSquare(table, 11, { mortgaged: true }), 0, {
      escapeCards: ['tide_card', 'treasure_chest'],
    });
    const next = play(play(rich, 0, offer(1, { properties: [11], escapeCards: 1 })), 1, answer(true));
    expect(next.squares[11]).toMatchObject({ owner: 1, mortgaged: true });
    expect(next.players.map(({ escapeCards }) => escapeCards)).toEqual([['treasure_chest'], ['tide_card'], []]);
  });
});
